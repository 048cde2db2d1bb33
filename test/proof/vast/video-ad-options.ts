import type { VideoTracking } from '../../../src/core/vast/tracking-events.ts';
import type { AdResource, Companion, VideoAd, VideoFile, VideoIcon } from '../../../src/core/vast/video-ad.ts';
import { videoEvents } from '../../../src/core/vocabulary/video-events.ts';

/** Options of a video ad, from which the rows of a covering array are taken. */
export const videoAdFactors = {
  kind: ['inline', 'wrapper'],
  skip: ['never', 'time', 'percent'],
  files: ['one', 'many', 'audio'],
  companions: ['none', 'image', 'many'],
  icons: ['none', 'one', 'many'],
  verifications: ['none', 'many'],
  tracking: ['none', 'all', 'twice and progress'],
  clicks: ['none', 'through', 'through and tracking'],
  texts: ['plain', 'hostile'],
  extras: ['none', 'all'],
  flags: [true, false],
} as const;

export type VideoAdOptions = {
  readonly [Name in keyof typeof videoAdFactors]: (typeof videoAdFactors)[Name][number];
};

/** Characters that break XML, attributes or CDATA unless they are escaped. */
export const hostileText = `Été & "fun" it's <b>]]></b> &amp; 🎬`;

/** Returns a URL as agencies write them: with a query, macros and encoded characters. */
export function url(path: string): string {
  return `https://ads.example/${path}?a=1&b=[CACHEBUSTING]&c=%22x%22&d=]]&e=é#f`;
}

export function videoAd(options: VideoAdOptions): VideoAd {
  const { kind, flags } = options;
  const all = options.extras === 'all';
  const words = options.texts === 'hostile' ? hostileText : 'Finch umbrellas';
  const base = {
    id: options.texts === 'hostile' ? `7&"<8>"` : '1000',
    system: { name: words, version: all ? '1.0 "b"' : null },
    impressions: all ? ([url('impression'), url('impression/2')] as const) : ([url('impression')] as const),
    errors: all ? ['https://ads.example/track/1000-error?code=[ERRORCODE]', url('error')] : [],
    viewability: {
      viewable: all ? [url('viewable'), url('viewable/2')] : [],
      notViewable: all ? [url('not-viewable')] : [],
      undetermined: all ? [url('undetermined')] : [],
    },
    price: all ? ({ model: 'cpm', micros: 12_345_600, currency: 'EUR' } as const) : null,
    tracking: tracking(options.tracking),
    clickTracking: options.clicks === 'through and tracking' ? [url('clicked'), url('clicked/2')] : [],
    icons: icons(options.icons, words),
    companions: companions(options.companions, words),
    verifications:
      options.verifications === 'none'
        ? []
        : [verification(`vendor.example-omid "${words}"`, words), verification('other.example-omid', null)],
  };
  if (kind === 'wrapper') {
    const wrapped = { followAdditionalWrappers: flags, allowMultipleAds: !flags, fallbackOnNoAd: flags };
    return { ...base, kind, tagUrl: url('other-vast'), ...wrapped };
  }
  return {
    ...base,
    kind,
    mediaType: options.files === 'audio' ? 'audio' : 'video',
    servingId: 'd-0b8b6f4e',
    title: words,
    description: all ? words : null,
    advertiser: all ? words : null,
    categories: all ? [{ authority: 'https://iab.example/tax?a=1&b', code: '232 & 5' }] : [],
    creative: { id: all ? '7' : null, universalId: all ? { registry: 'ad-id.org', value: 'FIN & 1' } : null },
    durationMs: options.files === 'many' ? 3_661_200 : 15_000,
    skipOffset: skipOffset(options.skip),
    mediaFiles: mediaFiles(options.files),
    interactive: all
      ? { url: url('simid.html'), mime: 'text/html', apiFramework: words, variableDuration: flags }
      : null,
    clickThrough: options.clicks === 'none' ? null : url('target'),
  };
}

function skipOffset(skip: VideoAdOptions['skip']) {
  if (skip === 'never') return null;
  return skip === 'time' ? { ms: 5_500 } : { percent: 25 };
}

function tracking(kind: VideoAdOptions['tracking']): VideoTracking {
  if (kind === 'none') return { events: {}, progress: [] };
  const twice = kind !== 'all';
  const urls = (event: string) => (twice ? [url(event), url(`${event}/2`)] : [url(event)]);
  return {
    events: Object.fromEntries(videoEvents.map((event) => [event, urls(event)])),
    progress: twice
      ? [
          { offset: { ms: 3_000 }, url: url('progress/3') },
          { offset: { percent: 10 }, url: url('progress/10') },
        ]
      : [],
  };
}

function mediaFiles(kind: VideoAdOptions['files']): readonly [VideoFile, ...VideoFile[]] {
  const plain = { id: null, codec: null, bytes: null, scalable: null, keepAspectRatio: null };
  const progressive = { ...plain, delivery: 'progressive', bitrate: null } as const;
  if (kind === 'audio') return [{ ...progressive, url: url('a.mp3'), mime: 'audio/mpeg', width: 0, height: 0 }];
  const one = { ...progressive, url: url('a.mp4'), mime: 'video/mp4', width: 1920, height: 1080 };
  if (kind === 'one') return [one];
  const details = { id: 'f&1', codec: 'avc1.64001f', bytes: 1_234_567, scalable: true, keepAspectRatio: false };
  return [
    { ...one, ...details, bitrate: 2_500 },
    {
      ...plain,
      url: url('a.m3u8'),
      delivery: 'streaming',
      mime: 'application/x-mpegURL',
      width: 1280,
      height: 720,
      bitrate: { min: 300, max: 4_000 },
    },
  ];
}

function resource(kind: AdResource['kind'], words: string): AdResource {
  if (kind === 'html') return { kind, html: `<p title="${words}">a</p><script>x[y[0]]>1</script>` };
  return kind === 'iframe' ? { kind, url: url('frame') } : { kind, url: url('a.png'), mime: 'image/png' };
}

function companions(kind: VideoAdOptions['companions'], words: string): readonly Companion[] {
  if (kind === 'none') return [];
  const image: Companion = {
    id: null,
    width: 300,
    height: 250,
    resource: resource('static', words),
    slotId: null,
    rendering: null,
    altText: null,
    clickThrough: null,
    clickTracking: [],
    creativeView: [],
  };
  if (kind === 'image') return [image];
  const full: Companion = {
    ...image,
    id: 'c"1"',
    slotId: 'side & top',
    rendering: 'end-card',
    altText: words,
    clickThrough: url('companion'),
    clickTracking: [url('companion/clicked'), url('companion/clicked/2')],
    creativeView: [url('companion/view'), url('companion/view/2')],
  };
  return [full, { ...full, resource: resource('iframe', words) }, { ...image, resource: resource('html', words) }];
}

function icons(kind: VideoAdOptions['icons'], words: string): readonly VideoIcon[] {
  if (kind === 'none') return [];
  const icon: VideoIcon = {
    program: 'AdChoices',
    width: 20,
    height: 20,
    xPosition: 'right',
    yPosition: 'top',
    offsetMs: null,
    durationMs: null,
    resource: resource('static', words),
    clickThrough: null,
    clickTracking: [],
    viewTracking: [],
  };
  if (kind === 'one') return [icon];
  const full = {
    ...icon,
    program: words,
    xPosition: 10,
    yPosition: 12,
    offsetMs: 1_000,
    durationMs: 4_000,
    clickThrough: url('icon'),
    clickTracking: [url('icon/clicked'), url('icon/clicked/2')],
    viewTracking: [url('icon/view')],
  };
  return [full, { ...icon, resource: resource('iframe', words) }, { ...icon, resource: resource('html', words) }];
}

function verification(vendor: string, parameters: string | null) {
  return {
    vendor,
    url: url('omid.js'),
    apiFramework: 'omid',
    browserOptional: parameters !== null,
    parameters: parameters === null ? null : JSON.stringify({ parameters }),
    notExecuted: parameters === null ? [] : [url('not-executed?reason=[REASON]')],
  };
}
