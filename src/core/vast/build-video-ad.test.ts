import { expect, test } from 'vitest';
import { buildVideoAd, type VideoServing } from './build-video-ad.ts';
import type { Companion } from './video-ad.ts';
import type { VideoCreative, VideoMedia } from './video-creative.ts';

const file = { id: null, url: 'https://media.example/a.mp4', delivery: 'progressive', mime: 'video/mp4' } as const;
const unsaid = { codec: null, bitrate: null, bytes: null, scalable: null, keepAspectRatio: null };
const media: VideoMedia = {
  durationMs: 15_000,
  skipAfterMs: null,
  title: null,
  description: null,
  advertiser: null,
  categories: [],
  universalAdId: null,
  files: [{ ...file, ...unsaid, width: 640, height: 360 }],
};
const videoFile: VideoCreative = { media, vast: null, companions: [], icons: [], verifications: [], trackers: {} };
const flags = { followAdditionalWrappers: true, allowMultipleAds: false, fallbackOnNoAd: false };
const foreign: VideoCreative = { ...videoFile, media: null, vast: { url: 'https://other.example/vast', ...flags } };
const target = 'https://shop.example/';
const serving: VideoServing = {
  adId: '1000',
  creativeId: '7',
  name: 'Winter video',
  mediaType: 'video',
  servingId: 'd1',
  addresses: {
    event: (name) => `https://ads.example/${name ?? 'impression'}`,
    click: 'https://ads.example/UR',
    clickThrough: `https://ads.example/UR${target}`,
    target,
  },
};
const nowhere: VideoServing = { ...serving, addresses: { ...serving.addresses, clickThrough: null, target: null } };

function companion(clickThrough: string | null): Companion {
  const resource = { kind: 'html', html: '<b>x</b>' } as const;
  const rest = { slotId: null, rendering: null, altText: null, clickTracking: [], creativeView: [] };
  return { id: null, width: 300, height: 250, resource, ...rest, clickThrough };
}

test('a click on the video passes through Placard; without a click-through URL the player reports it', () => {
  expect(buildVideoAd(videoFile, serving)).toMatchObject({
    clickThrough: `https://ads.example/UR${target}`,
    clickTracking: [],
  });
  expect(buildVideoAd(videoFile, nowhere)).toMatchObject({
    clickThrough: null,
    clickTracking: ['https://ads.example/UR'],
  });
  const wrapper = buildVideoAd(foreign, serving);
  expect(wrapper).toMatchObject({ kind: 'wrapper', clickTracking: ['https://ads.example/UR'] });
  expect(wrapper).not.toHaveProperty('clickThrough');
});

test.each([
  ['to the URL of the video', null, `https://ads.example/UR${target}`, []],
  ['to the same URL', target, `https://ads.example/UR${target}`, []],
  ['elsewhere', 'https://shop.example/b', 'https://shop.example/b', ['https://ads.example/UR']],
])('counts a click on a companion that leads %s once', (_, clickThrough, through, tracking) => {
  const [built] = buildVideoAd({ ...videoFile, companions: [companion(clickThrough)] }, serving).companions;
  expect(built).toMatchObject({
    clickThrough: through,
    clickTracking: [...tracking, 'https://ads.example/companionClick'],
    creativeView: ['https://ads.example/companionView'],
  });
});

test('calls Placard URLs before those of third parties, and uses the name as title unless a title is given', () => {
  const trackers = { impression: ['https://third.example/i'], notViewable: ['https://third.example/n'] };
  const ad = buildVideoAd({ ...videoFile, trackers }, serving);
  expect(ad.impressions).toEqual(['https://ads.example/impression', 'https://third.example/i']);
  expect(ad.viewability.notViewable).toEqual(['https://ads.example/notViewable', 'https://third.example/n']);
  expect(ad.errors).toEqual(['https://ads.example/error?code=[ERRORCODE]']);
  expect(ad).toMatchObject({ title: 'Winter video' });
  expect(buildVideoAd({ ...videoFile, media: { ...media, title: 'Snow' } }, serving)).toMatchObject({ title: 'Snow' });
});

test('throws for a creative without media and VAST URL', () => {
  expect(() => buildVideoAd({ ...videoFile, media: null }, serving)).toThrow('requires media or a VAST URL');
});
