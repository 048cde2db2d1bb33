import { expect, test } from 'vitest';
import type { CreativeRow } from '../snapshot/snapshot-rows.ts';
import { maxHtmlLength } from '../vocabulary/limits/creative-limits.ts';
import { externalUrlsIn, offlineProblemOf, ownFilesIn } from './offline-creative.ts';

const image = { kind: 'image', file: { path: 'media/a/banner.png', mime: 'image/png' }, html: null };
const withoutFile = { file: null };
const withFile = (url: string, delivery = 'progressive') => ({ media: { files: [{ url, delivery }] } });
const url = 'https://media.example/a.mp4';

test.each([
  ['an image', {}, null],
  ['an HTML5 archive', { kind: 'html5' }, null],
  ['markup', { ...withoutFile, kind: 'html', html: '<p>Offer</p>' }, null],
  [
    'markup with a file of another host',
    { ...withoutFile, kind: 'html', html: `<img src=${url}>` },
    'external_resources',
  ],
  ['markup without content', { ...withoutFile, kind: 'html' }, 'no_file'],
  ['a template with images', { ...withoutFile, kind: 'native', images: { main: {} } }, null],
  ['a product, whose image is at another host', { ...withoutFile, kind: 'product', images: {} }, 'no_file'],
  ['a video', { ...withoutFile, kind: 'video', video: withFile(url) }, null],
  ['a streamed video', { ...withoutFile, kind: 'video', video: withFile(url, 'streaming') }, 'stream'],
  [
    'a video whose URL has a macro',
    { ...withoutFile, kind: 'video', video: withFile('https://[cdn]/a.mp4') },
    'stream',
  ],
  ['markup for apps', { ...withoutFile, kind: 'html', html: '<script src="mraid.js"></script>' }, 'needs_app'],
  ['a document of another ad server', { ...withoutFile, kind: 'vast', video: { media: null } }, 'third_party_vast'],
])('%s can be shown without a network: %j', (_, change, expected) => {
  expect(offlineProblemOf({ ...image, ...change } as unknown as CreativeRow)).toBe(expected);
});

const own = `https://ads.example/media/${'a'.repeat(64)}/x.png`;

test.each([
  ['<a href="https://shop.example/">Offer</a>', []],
  ['<a class=x href="[clickUrl]"><img src="data:image/png;base64,//8="></a>', []],
  ['<!doctype html PUBLIC "http://www.w3.org/TR/html4/strict.dtd"><svg xmlns="http://www.w3.org/2000/svg"></svg>', []],
  ['<!-- https://old.example/ --><script>//comment.of script\nlet a = 1 // 2</script>', []],
  ['<link rel=stylesheet href="//cdn.example/a.css">', ['//cdn.example/a.css']],
  ['<p style="background:url(https://cdn.example/a.png)">', ['https://cdn.example/a.png']],
  ['<style>@import "https://fonts.example/a?b";</style>', ['https://fonts.example/a?b']],
  ["<script>new Image().src = 'https://count.example/'</script>", ['https://count.example/']],
  ['<img src="https://[adheseDomain:ad_host]/a.png">', ['https://[adheseDomain:ad_host]/a.png']],
  ['<img src="//[adheseEnv:CDN]/a.png">', ['//[adheseEnv:CDN]/a.png']],
  ['<img srcset="https://a.example/1 1x, https://a.example/2 2x">', ['https://a.example/1', 'https://a.example/2']],
  [`<img src="${own}?w=300"><img src='https://cdn.example/media/a/x.png'>`, ['https://cdn.example/media/a/x.png']],
])('the markup %s loads %j', (html, expected) => {
  expect(externalUrlsIn(html)).toEqual(expected);
});

test('markup names the files of this ad server that it loads', () => {
  expect(ownFilesIn(`<img src="${own}?w=300"><img src="${own}"><a href="${own}">`)).toEqual([
    `media/${'a'.repeat(64)}/x.png`,
  ]);
});

test.each(['<!--', '<a ', '<!doctype ', ' xmlns="', '"  //', 'https://'])(
  'markup that repeats %j is read in linear time',
  (part) => {
    const html = part.repeat(maxHtmlLength / part.length);
    const startMs = performance.now();
    externalUrlsIn(html);
    expect(performance.now() - startMs).toBeLessThan(250);
  },
);
