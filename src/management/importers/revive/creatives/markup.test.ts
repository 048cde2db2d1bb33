import { expect, test } from 'vitest';
import { clickUrlOf } from './click-url.ts';
import { translateMacros } from './translate-macros.ts';

const values = { bannerId: 5, campaignId: 7, target: '', width: 300, height: 250 };

test.each([
  ['<a href="{clickurl}">', '<a href="[clickUrl]">'],
  ['<a href="{clickurl}https://a.example/">', '<a href="[clickBase]https://a.example/">'],
  ['<a href="{clickurl}{targeturl}">', '<a href="[clickBase]{targeturl}">'],
  ['?u={clickurl_enc}&r={random:8}&t={timestamp}', '?u=[clickUrl]&r=[adheseTimestampNowMs]&t=[adheseTimestampNowMs]'],
  ['{bannerid}/{campaignid}/{zoneid}/{width}x{height}/{target}', '5/7/[adheseReplace:SL]/300x250/_blank'],
  ['function () { return {random} }', 'function () { return [adheseTimestampNowMs] }'],
  ['{variable:ct} {other} { clickurl }', '[adheseReplace:ct] {other} { clickurl }'],
])('translates the macros of %s', (html, expected) => {
  expect(translateMacros(html, values).text).toBe(expected);
});

test('reports macros that Placard does not have', () => {
  expect(translateMacros('{pageurl} {referer} {variable:section}', values).unknown).toEqual([
    '{pageurl}',
    '{referer}',
    '{variable:section}',
  ]);
});

test.each([
  ['https://a.example/?b={bannerid}', 'https://a.example/?b=5'],
  ['www.a.example/path', 'https://www.a.example/path'],
  ['//a.example', 'https://a.example'],
  ['https://a.example/a b"c', 'https://a.example/a%20b%22c'],
  ['', null],
  ['javascript:alert(1)', null],
  ['mailto:a@b.example', null],
  ['https://', null],
  ['https://a.example/?p={pageurl}', null],
])('reads the destination %s', (source, url) => {
  const result = clickUrlOf(source, values);
  expect(result.url).toBe(url);
  expect(result.fault === null).toBe(url !== null || source === '');
});
