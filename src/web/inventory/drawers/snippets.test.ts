import { expect, test } from 'vitest';
import { snippetsOf } from './snippets.ts';

const banner = { code: 'rectangle', mediaType: 'banner', width: 300, height: 250 };
const position = {
  adsUrl: 'https://ads.example',
  slotName: '_courier_home__2-rectangle',
  format: banner,
  isDownloaded: false,
};

test('returns tag, fetch, script, iframe, Prebid and GET code for a banner position', () => {
  const snippets = snippetsOf(position);
  expect(snippets.map(({ kind }) => kind)).toEqual(['tag', 'fetch', 'script', 'iframe', 'prebid', 'get']);
  const texts = new Map(snippets.map(({ kind, text }) => [kind, text]));
  expect(texts.get('tag')).toBe(`<script async src="https://ads.example/placard.js"></script>
<div data-placard="_courier_home__2-rectangle" style="width: 300px; min-height: 250px"></div>`);
  expect(texts.get('fetch')).toContain("slotname: '_courier_home__2-rectangle'");
  expect(texts.get('script')).toContain('https://ads.example/ad/sl_courier_home__2-rectangle/');
  expect(texts.get('iframe')).toContain('width="300" height="250"');
});

test('splits the slot name into location and format for Prebid when codes contain a hyphen', () => {
  const [prebid] = snippetsOf({
    ...position,
    slotName: 'site-a-home-wide-banner',
    format: { ...banner, code: 'wide-banner' },
  }).filter(({ kind }) => kind === 'prebid');
  expect(prebid?.text).toContain("location: 'site-a-home', format: 'wide-banner'");
});

test('returns VAST and download code for a video position with advance download', () => {
  const video = snippetsOf({ ...position, format: { ...banner, mediaType: 'video' }, isDownloaded: true });
  expect(video.map(({ kind }) => kind)).toEqual(['vast', 'downloads', 'prebid', 'get']);
  expect(snippetsOf({ ...position, format: { ...banner, mediaType: 'stack' } })[0]?.kind).toBe('stack');
});
