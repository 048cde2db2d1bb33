import { videoEvents } from '../../../src/core/vocabulary/video-events.ts';
import { hostileText } from '../../proof/vast/video-ad-options.ts';
import type { WantedVideo } from '../fixtures/book-videos.ts';

/** Factors of a creative for players. The rows of a covering array are taken from them. */
export const videoFactors = {
  kind: ['video', 'vast', 'audio'],
  skip: ['never', 'time'],
  files: ['one', 'many'],
  companions: ['none', 'image', 'many'],
  icons: ['none', 'one', 'many'],
  verifications: ['none', 'many'],
  trackers: ['none', 'all', 'progress'],
  clicks: ['none', 'through'],
  texts: ['plain', 'hostile'],
  extras: ['none', 'all'],
  flags: [true, false],
} as const;

export type VideoVariant = { readonly [Name in keyof typeof videoFactors]: (typeof videoFactors)[Name][number] };

const seconds = 2;
const third = (path: string) => [`https://third.example/${path}?a=1&b=%22x%22&c=[[]]`];
const image = { kind: 'static', url: 'https://media.example/a.png', mime: 'image/png' };

/**
 * Returns the creative of a row for the management API. Its clip takes two seconds.
 * @param foreignVast URL of the document of another ad server
 */
export function videoVariant(row: VideoVariant, foreignVast: string): WantedVideo {
  const words = row.texts === 'hostile' ? hostileText : 'Harbour video';
  const own = row.kind !== 'vast';
  const creative = {
    kind: row.kind,
    name: words,
    clickUrl: row.clicks === 'through' ? 'https://harbour.example/video?a=1&b=%22' : null,
    ...(own ? { media: media(row, words) } : { vast: { url: foreignVast, ...flags(row.flags) } }),
    companions: companions(row.companions, words),
    icons: icons(row.icons, words),
    verifications:
      row.verifications === 'none' ? [] : [verification(words), { ...verification('v'), parameters: null }],
    trackers: trackers(row.trackers),
  };
  return { mediaType: row.kind === 'audio' ? 'audio' : 'video', creative };
}

function flags(flag: boolean) {
  return { followAdditionalWrappers: flag, allowMultipleAds: !flag, fallbackOnNoAd: flag };
}

function media({ kind, skip, files, extras }: VideoVariant, words: string) {
  const clip =
    kind === 'audio'
      ? { url: 'https://sound.example/ad.webm', mime: 'audio/webm' }
      : { url: 'https://media.example/ad.webm', mime: 'video/webm', width: 640, height: 360 };
  const all = extras === 'all';
  const size = { width: 1280, height: 720 };
  const stream = { ...size, url: 'https://media.example/ad.mpd', mime: 'application/dash+xml', delivery: 'streaming' };
  const details = { id: 'f&1', codec: 'vp8', bytes: 9_402, scalable: true, keepAspectRatio: false, bitrate: 40 };
  return {
    durationMs: seconds * 1_000,
    skipAfterMs: skip === 'time' ? 1_500 : null,
    ...(all && {
      title: words,
      description: words,
      advertiser: words,
      categories: [{ authority: 'https://iab.example/tax?a=1&b', code: '232 & 5' }],
      universalAdId: { registry: 'ad-id.org', value: 'HAR & 1' },
      interactive: { url: third('simid.html')[0] },
    }),
    files:
      files === 'one'
        ? [clip]
        : [
            { ...clip, ...details },
            { ...stream, bitrate: { min: 300, max: 4_000 } },
          ],
  };
}

function companions(kind: VideoVariant['companions'], words: string) {
  const plain = { width: 300, height: 250, resource: image };
  if (kind === 'none') return [];
  if (kind === 'image') return [plain];
  const full = {
    ...plain,
    id: 'c"1"',
    slotId: 'side & top',
    rendering: 'end-card',
    altText: words,
    clickThrough: 'https://shop.harbour.example/companion',
    clickTracking: third('companion/clicked'),
    creativeView: third('companion/view'),
  };
  const html = { kind: 'html', html: `<p title="${words}">a</p><script>x[y[0]]>1</script>` };
  return [full, { ...full, resource: { kind: 'iframe', url: third('frame')[0] } }, { ...plain, resource: html }];
}

function icons(kind: VideoVariant['icons'], words: string) {
  const icon = { program: 'AdChoices', width: 20, height: 20, xPosition: 'right', yPosition: 'top', resource: image };
  if (kind === 'none') return [];
  if (kind === 'one') return [icon];
  const full = {
    ...icon,
    program: words,
    xPosition: 10,
    yPosition: 12,
    offsetMs: 500,
    durationMs: 1_000,
    clickThrough: third('icon')[0],
    clickTracking: third('icon/clicked'),
    viewTracking: third('icon/view'),
  };
  return [full, { ...icon, resource: { kind: 'iframe', url: third('icon/frame')[0] } }];
}

/**
 * Without URLs for scripts that did not run: the player takes the first tracking element of a document for that of the
 * video, and that of a script precedes it from version 4.0.
 */
function verification(words: string) {
  const parameters = JSON.stringify({ words });
  return { vendor: words, url: third('omid.js')[0], browserOptional: true, parameters, notExecuted: [] };
}

function trackers(kind: VideoVariant['trackers']) {
  if (kind === 'none') return {};
  const others = ['impression', 'error', 'click', 'viewable', 'notViewable', 'viewUndetermined'];
  const all = Object.fromEntries([...others, ...videoEvents].map((event) => [event, third(event)]));
  if (kind === 'all') return all;
  const progress = [{ at: { ms: 1_000 } }, { at: { percent: 10 } }].map((one) => ({
    ...one,
    url: third('progress')[0],
  }));
  return { ...all, start: [...third('start'), ...third('start/2')], progress };
}
