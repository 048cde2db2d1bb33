import { expect, test } from 'vitest';
import { returnPathOf } from './return-path.ts';

test.each([
  ['/', '/'],
  ['/campaigns/7?tab=results#day', '/campaigns/7?tab=results#day'],
  ['/api/docs', '/api/docs'],
  ['/a b"<', '/a%20b%22%3C'],
])('returns from sign-in to %j as %j', (asked, path) => {
  expect(returnPathOf(asked)).toBe(path);
});

test.each([
  ['//evil.example/'],
  ['/\\evil.example'],
  ['/\t/evil.example'],
  ['/\n//evil.example'],
  ['\\\\evil.example'],
  ['https://evil.example/'],
  ['javascript:alert(1)'],
  ['/.//evil.example'],
  ['/a/..//evil.example'],
  ['campaigns'],
  [''],
  ['/'.padEnd(2_001, 'a')],
  [undefined],
  [['/a']],
])('returns from sign-in to the start page for %j', (asked) => {
  expect(returnPathOf(asked)).toBe('/');
});
