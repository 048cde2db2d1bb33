import { describe, expect, test } from 'vitest';
import { eventName } from './tracking-events.ts';
import { vastOffset, vastTime } from './vast-time.ts';
import type { InlineAd, WrapperAd } from './video-ad.ts';
import { VideoAdError, writeEmptyVast, writeVast } from './write-vast.ts';
import { cdata, element, text } from './xml-text.ts';

const base = {
  id: '1000',
  system: { name: 'Placard', version: null },
  impressions: ['https://ads.example/i?a=1&b=2'],
  errors: [],
  viewability: { viewable: [], notViewable: [], undetermined: [] },
  price: null,
  tracking: { events: { start: ['https://ads.example/start'] }, progress: [] },
  clickTracking: [],
  icons: [],
  companions: [],
  verifications: [],
} as const;

const inline: InlineAd = {
  ...base,
  kind: 'inline',
  mediaType: 'video',
  servingId: 'd1',
  title: 'Finch & co',
  description: null,
  advertiser: null,
  categories: [],
  creative: { id: null, universalId: null },
  durationMs: 15_000,
  skipOffset: { ms: 5_000 },
  mediaFiles: [
    {
      id: null,
      url: 'https://ads.example/a.mp4',
      delivery: 'progressive',
      mime: 'video/mp4',
      width: 640,
      height: 360,
      codec: null,
      bitrate: null,
      bytes: null,
      scalable: null,
      keepAspectRatio: null,
    },
  ],
  interactive: null,
  clickThrough: 'https://ads.example/raylene/UR',
};

const wrapper: WrapperAd = {
  ...base,
  kind: 'wrapper',
  tagUrl: 'https://other.example/vast',
  followAdditionalWrappers: true,
  allowMultipleAds: false,
  fallbackOnNoAd: false,
};

const head = '<?xml version="1.0" encoding="UTF-8"?>';

describe('complete documents', () => {
  test('VAST 2.0: no skip offset, which it does not support', () => {
    expect(writeVast(inline, '2.0')).toBe(
      `${head}<VAST version="2.0"><Ad id="1000"><InLine><AdSystem>Placard</AdSystem><AdTitle>Finch &amp; co</AdTitle><Impression><![CDATA[https://ads.example/i?a=1&b=2]]></Impression><Creatives><Creative><Linear><Duration>00:00:15</Duration><TrackingEvents><Tracking event="start"><![CDATA[https://ads.example/start]]></Tracking></TrackingEvents><VideoClicks><ClickThrough><![CDATA[https://ads.example/raylene/UR]]></ClickThrough></VideoClicks><MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="640" height="360"><![CDATA[https://ads.example/a.mp4]]></MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`,
    );
  });

  test('VAST 4.2: the order of its schema, with UniversalAdId last', () => {
    expect(writeVast(inline, '4.2')).toBe(
      `${head}<VAST version="4.2" xmlns="http://www.iab.com/VAST"><Ad id="1000" adType="video"><InLine><AdSystem>Placard</AdSystem><Impression><![CDATA[https://ads.example/i?a=1&b=2]]></Impression><AdServingId>d1</AdServingId><AdTitle>Finch &amp; co</AdTitle><Creatives><Creative><Linear skipoffset="00:00:05"><TrackingEvents><Tracking event="start"><![CDATA[https://ads.example/start]]></Tracking></TrackingEvents><Duration>00:00:15</Duration><MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="640" height="360"><![CDATA[https://ads.example/a.mp4]]></MediaFile></MediaFiles><VideoClicks><ClickThrough><![CDATA[https://ads.example/raylene/UR]]></ClickThrough></VideoClicks></Linear><UniversalAdId idRegistry="unknown">unknown</UniversalAdId></Creative></Creatives></InLine></Ad></VAST>`,
    );
  });

  test('a wrapper that adds nothing to the creatives has no Creatives element', () => {
    const bare = { ...wrapper, tracking: { events: {}, progress: [] } };
    expect(writeVast(bare, '3.0')).toBe(
      `${head}<VAST version="3.0"><Ad id="1000"><Wrapper followAdditionalWrappers="true" allowMultipleAds="false" fallbackOnNoAd="false"><AdSystem>Placard</AdSystem><VASTAdTagURI><![CDATA[https://other.example/vast]]></VASTAdTagURI><Impression><![CDATA[https://ads.example/i?a=1&b=2]]></Impression></Wrapper></Ad></VAST>`,
    );
  });

  test('no ad', () => {
    expect(writeEmptyVast('3.0', null)).toBe(`${head}<VAST version="3.0"></VAST>`);
    expect(writeEmptyVast('4.0', 'https://ads.example/e?c=[ERRORCODE]')).toBe(
      `${head}<VAST version="4.0" xmlns="http://www.iab.com/VAST"><Error><![CDATA[https://ads.example/e?c=[ERRORCODE]]]></Error></VAST>`,
    );
  });
});

describe('names the fault of an unusable ad', () => {
  const file = inline.mediaFiles[0];
  test.each([
    ['impression: must be an absolute http or https URL', { ...inline, impressions: ['/track/1'] as const }],
    ['impression: must be an absolute http or https URL', { ...inline, impressions: ['//ads.example/track'] as const }],
    ['error: must be an absolute http or https URL', { ...inline, errors: ['javascript:alert(1)'] }],
    ['tag: must be an absolute http or https URL', { ...wrapper, tagUrl: "https://other.example/'x" }],
    [
      'tracking: must be an absolute http or https URL',
      { ...wrapper, tracking: { events: { start: ['https://'] }, progress: [] } },
    ],
    [
      'media file: must be an absolute http or https URL',
      { ...inline, mediaFiles: [{ ...file, url: 'a.mp4' }] as const },
    ],
    ['click-through: must be an absolute http or https URL', { ...inline, clickThrough: 'https://ads.example/a b' }],
    ['title: must not be empty', { ...inline, title: ' ' }],
    ['duration: must be above 0', { ...inline, durationMs: 0 }],
    ['duration: must be integer milliseconds below one day', { ...inline, durationMs: 1.5 }],
    ['offset: must be an integer percentage from 0 to 100', { ...inline, skipOffset: { percent: 101 } }],
  ])('%s', (message, ad) => {
    expect(() => writeVast(ad, '4.2')).toThrow(VideoAdError);
    expect(() => writeVast(ad, '4.2')).toThrow(message);
  });

  test('rejects an invalid error URL without an ad', () => {
    expect(() => writeEmptyVast('4.2', 'error')).toThrow(VideoAdError);
  });
});

describe('formatting', () => {
  test('formats times and offsets', () => {
    expect(vastTime(3_723_004)).toBe('01:02:03.004');
    expect(vastOffset({ percent: 25 })).toBe('25%');
    expect(vastOffset({ ms: 5_000 })).toBe('00:00:05');
  });

  test('uses the event name of the version', () => {
    const versions = ['2.0', '3.0', '4.0', '4.1', '4.2'] as const;
    expect(versions.map((version) => eventName('playerCollapse', version))).toEqual([
      null,
      'exitFullscreen',
      'playerCollapse',
      'playerCollapse',
      'playerCollapse',
    ]);
    expect(versions.map((version) => eventName('closeLinear', version))).toEqual([
      'close',
      'closeLinear',
      'close',
      'closeLinear',
      'closeLinear',
    ]);
  });

  test('escapes XML and removes characters that it cannot contain', () => {
    expect(element('A', { b: '"<&>"\n', c: null }, text('<a> & "b"'))).toBe(
      '<A b="&quot;&lt;&amp;&gt;&quot;">&lt;a&gt; &amp; "b"</A>',
    );
    expect(element('A', { b: 'x\ty\r\nz' }, text('\u0000\u0008a\ud800\ufffe🎬'))).toBe('<A b="x y  z">a🎬</A>');
    expect(cdata('a]]>b')).toBe('<![CDATA[a]]]]><![CDATA[>b]]>');
    expect(cdata(' \u0001 ')).toBe('');
    expect(element('A', { b: 1 }, '')).toBe('');
  });
});

describe('an interactive file', () => {
  const file = 'https://media.example/simid.html?a=1&b=2';
  const ad: InlineAd = {
    ...inline,
    interactive: { url: file, mime: 'text/html', apiFramework: 'SIMID', variableDuration: true },
  };

  test.each([
    ['4.0', 'type="text/html" apiFramework="SIMID"'],
    ['4.1', 'type="text/html" apiFramework="SIMID" variableDuration="true"'],
    ['4.2', 'type="text/html" apiFramework="SIMID" variableDuration="true"'],
  ] as const)('follows the media files of VAST %s', (version, attributes) => {
    const end = `</MediaFile><InteractiveCreativeFile ${attributes}><![CDATA[${file}]]></InteractiveCreativeFile></MediaFiles>`;
    expect(writeVast(ad, version)).toContain(end);
  });

  test.each(['2.0', '3.0'] as const)('is left out of VAST %s', (version) => {
    expect(writeVast(ad, version)).not.toContain('InteractiveCreativeFile');
  });

  test('requires an absolute URL', () => {
    const relative = {
      ...ad,
      interactive: { url: 'simid.html', mime: 'text/html', apiFramework: 'SIMID', variableDuration: false },
    };
    expect(() => writeVast(relative, '4.2')).toThrow(VideoAdError);
  });
});
