import { expect, test } from 'vitest';
import { snippetsOf } from './snippets.ts';

const banner = { code: 'rectangle', mediaType: 'banner', width: 300, height: 250, inHeadsup: false };
const place = { adsUrl: 'https://ads.example', slotName: '_courier_home__2-rectangle', format: banner };

test('a banner comes by fetch, script, frame, Prebid and GET, each naming the slot', () => {
  const snippets = snippetsOf(place);
  expect(snippets.map(({ name }) => name)).toEqual(['fetch', 'Script', 'Frame', 'Prebid', 'GET']);
  const texts = new Map(snippets.map(({ name, text }) => [name, text]));
  expect(texts.get('fetch')).toContain("slotname: '_courier_home__2-rectangle'");
  expect(texts.get('Script')).toContain('https://ads.example/ad/sl_courier_home__2-rectangle/');
  expect(texts.get('Frame')).toContain('width="300" height="250"');
});

test('Prebid gets the slot name in its two parts, also when codes hold a hyphen', () => {
  const [prebid] = snippetsOf({
    ...place,
    slotName: 'site-a-home-wide-banner',
    format: { ...banner, code: 'wide-banner' },
  }).filter(({ name }) => name === 'Prebid');
  expect(prebid?.text).toContain("location: 'site-a-home', format: 'wide-banner'");
});

test('films are asked for as VAST, and screens fetch their files ahead', () => {
  const film = snippetsOf({ ...place, format: { ...banner, mediaType: 'video', inHeadsup: true } });
  expect(film.map(({ name }) => name)).toEqual(['VAST', 'Files', 'Prebid', 'GET']);
  expect(snippetsOf({ ...place, format: { ...banner, mediaType: 'stack' } })[0]?.name).toBe('Stack');
});
