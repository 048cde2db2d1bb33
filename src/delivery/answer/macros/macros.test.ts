import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { videoCreative, videoRows } from '../../../../test/support/database/video-rows.ts';
import {
  creativeRow,
  rawRequest,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../../test/support/server/test-delivery.ts';
import { maxMacros } from '../../../core/vocabulary/limits/delivery-limits.ts';

type Ad = Readonly<Record<'tag' | 'url' | 'impressionCounter', string>>;

const now = Date.parse('2026-11-21T20:00:00Z');
let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery();
});
afterAll(() => delivery.close());

async function show(
  html: string,
  parameters: Record<string, unknown> = {},
  change: Record<string, unknown> = {},
): Promise<Ad> {
  const creative = creativeRow({ kind: 'html', file: null, html, ...change });
  await delivery.publish(snapshotRows({ creatives: [creative] }));
  return ask(parameters);
}

async function ask(parameters: Record<string, unknown> = {}): Promise<Ad> {
  const slots = [{ slotname: '_home_-lb', parameters: { kw: ['of slot'] } }];
  const answer = await delivery.fetch('/json', { method: 'POST', body: JSON.stringify({ slots, parameters }) });
  expect(answer.status).toBe(200);
  const [ad] = (await answer.json()) as Ad[];
  return ad as Ad;
}

describe('wire-protocol 9: macro values', () => {
  test.each([
    ['[adheseReplace:SL]', '_home_-lb'],
    ['[adheseReplace:ct]', 'gent;brugge'],
    ['[adheseReplace:kw]', 'of slot'],
    ['[adheseReplace:zz]', ''],
    ['[adheseExpand:ct]', 'ctgent;brugge'],
    ['[adheseExpand:zz]', ''],
    ['[adheseReplace:A2]', ''],
    ['[adheseReplace:ui]', ''],
    ['[adheseTimestampNowMs]', String(now)],
    ['[adheseAdditionalRequestParameters:ct,dt]', 'ctgent;brugge/dtphone'],
    ['[adheseRequestDataFlat]', 'sl_home_-lb/ctgent;brugge/dtphone/kwof slot'],
    ['[adheseEnv:CDN]', 'cdn.example'],
    ['[adheseEnv:OTHER]', ''],
    ['[adheseDomain:ad_host]', 'ads.example'],
    ['[adheseDomain:pool_host]', 'ads.example'],
    ['[adheseDomain:evil]', ''],
    ['[adheseUnknown:x]', ''],
    ['[ERRORCODE] [adhese] [adheseReplace:a b]', '[ERRORCODE] [adhese] [adheseReplace:a b]'],
  ])('%s', async (macro, value) => {
    delivery.setNow(now);
    const { tag } = await show(`<p>${macro}</p>`, { ct: ['gent', 'brugge'], dt: 'phone', ui: 'me' });
    delivery.setNow(null);
    expect(tag).toBe(`<p>${value}</p>`);
  });

  test('the IDs of events begin with the log ID', async () => {
    const ad = await show('[adheseLogID]');
    await delivery.fetch(ad.impressionCounter);
    expect((await delivery.events()).at(-1)?.eventId).toBe(`${ad.tag}.impression`);
  });

  test('parameters that identify a viewer require consent', async () => {
    const html = '[adheseReplace:A2] [adheseReplace:ui] [adheseRequestData]';
    const withConsent = await show(html, { ui: 'me', tl: 'all' });
    expect(withConsent.tag).toContain('ui:me me {&quot;SL&quot;:&quot;_home_-lb&quot;,&quot;ui&quot;:[&quot;me&quot;]');
    expect((await ask({ ui: 'me' })).tag).not.toMatch(/\bme\b/);
  });

  test('long values are truncated and the number of macros is limited', async () => {
    const { tag } = await show('[adheseReplace:ct]|[adheseRequestData]', { ct: 'x'.repeat(5_000), dt: 'phone' });
    const [value, json = ''] = tag.split('|');
    expect(value).toBe('x'.repeat(2_000));
    expect(JSON.parse(json.replaceAll('&quot;', '"'))).toEqual({ SL: '_home_-lb', dt: ['phone'], kw: ['of slot'] });
    const many = await show('[adheseReplace:dt],'.repeat(maxMacros + 50), { dt: 'a' });
    expect(many.tag.split(',').filter(Boolean)).toHaveLength(maxMacros);
  });
});

/** Returns the markup as a browser parses it: elements, attributes and texts. */
function shapeOf(markup: string): unknown {
  const shape = (node: DefaultTreeAdapterTypes.ChildNode): unknown => {
    if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value;
    const { tagName, attrs, childNodes } = node as DefaultTreeAdapterTypes.Element;
    return [tagName, attrs.map(({ name, value }) => [name, value]), childNodes.map(shape)];
  };
  return parseFragment(markup).childNodes.map(shape);
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
  fc.constantFrom(
    '"><script>alert(1)</script>',
    "' onload='alert(1)",
    '</script><script>alert(1)</script>',
    '</title></textarea></style><img src=x onerror=alert(1)>',
    '-->',
    '`$' + '{alert(1)}`',
    '"+alert(1)+"',
    "'-alert(1)-'",
    '\\',
    '\\"',
    '\u2028alert(1)//',
    ' onload=alert(1) ',
    '&quot;&#34;',
    'javascript:alert(1)',
    'a&b=c#d?e',
    '[adheseReplace:kw]',
    '$& $1',
  ),
);

describe('a value remains a value in every context', () => {
  const value = (text: string) => text.toWellFormed().replaceAll('\0', '');
  const contexts: readonly (readonly [string, string, (text: string) => unknown])[] = [
    ['text', '<p>[M]</p>', (text) => [['p', [], text === '' ? [] : [text]]]],
    ['an attribute', '<p title="a [M]"></p>', (text) => [['p', [['title', `a ${text}`]], []]]],
    ['an attribute in single quotes', "<p title='[M]'></p>", (text) => [['p', [['title', text]], []]]],
    [
      'an unquoted attribute',
      '<p title=[M] id=x></p>',
      (text) => [
        [
          'p',
          [
            ['title', text],
            ['id', 'x'],
          ],
          [],
        ],
      ],
    ],
    [
      'an address',
      '<a href="https://x.example/?a=[M]&b=1">x</a>',
      (text) => [
        ['a', [['href', `https://x.example/?a=${encodeURIComponent(text).replaceAll("'", '%27')}&b=1`]], ['x']],
      ],
    ],
    [
      'a URL in data',
      '<p data-u="//x.example/[M]"></p>',
      (text) => [['p', [['data-u', `//x.example/${encodeURIComponent(text).replaceAll("'", '%27')}`]], []]],
    ],
    ['a title', '<title>[M]</title>', (text) => [['title', [], text === '' ? [] : [text]]]],
  ];

  test.each(contexts)('%s', async (_where, html, expected) => {
    await show(html.replace('[M]', '[adheseReplace:ct]'));
    const values = fc
      .sample(hostile, { numRuns: 40, seed: 7 })
      .map(value)
      .filter((text) => text.trim() !== '' && !/\r/.test(text));
    for (const text of values) {
      const { tag } = await ask({ ct: [text] });
      expect([text, shapeOf(tag)]).toEqual([text, expected(text)]);
    }
  });

  const scripts: readonly (readonly [string, string, (text: string) => unknown])[] = [
    ['a string of a script', 'seen("a", \'b [M]\')', (text) => `b ${text}`],
    ['a quoted string', 'var u = "[M]"; seen(0, u)', (text) => text],
    ['a template', 'seen(0, `[M]`)', (text) => text],
    [
      'a URL in a script',
      'seen(0, "https://x.example/?a=[M]")',
      (text) => `https://x.example/?a=${encodeURIComponent(text).replaceAll("'", '%27')}`,
    ],
    ['script code', 'var a = [M]; seen(0, a)', (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text)],
    [
      'code after a comment and a URL',
      'var u = "https://x.example"; // it\'s\nseen(0, [M])',
      (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text),
    ],
  ];

  test.each(scripts)('%s', async (_where, script, expected) => {
    await show(`<script>${script.replace('[M]', '[adheseReplace:ct]')}</script>`);
    const values = [...fc.sample(hostile, { numRuns: 40, seed: 8 }).map(value), '25', 'red wine'].filter(
      (text) => text !== '',
    );
    for (const text of values) {
      const { tag } = await ask({ ct: [text] });
      const [element] = parseFragment(tag).childNodes as DefaultTreeAdapterTypes.Element[];
      expect([text, parseFragment(tag).childNodes.length]).toEqual([text, 1]);
      const code = (element as DefaultTreeAdapterTypes.Element).childNodes[0] as DefaultTreeAdapterTypes.TextNode;
      const results: unknown[] = [];
      runInNewContext(code.value, {
        seen: (_: unknown, result: unknown) => results.push(result),
        alert: () => results.push('!'),
      });
      expect([text, results]).toEqual([text, [expected(text)]]);
    }
  });

  test('nothing is executed if text is interpreted as code or the context is unknown', async () => {
    const traps = [
      '<script>var r = /"/; seen("x=[M]")</script>',
      '<p style="width:[M]px">x</p>',
      '<!-- [M] --><p>x</p>',
      '<style>p{color:[M]}</style><p>x</p>',
      '<p onclick="seen(\'[M]\')">x</p>',
      '<p onclick="seen([M])">x</p>',
      '<iframe srcdoc="<b>[M]</b>"></iframe>',
      '<p [M]>x</p>',
      '<p onclick=[M]>x</p>',
      '<a href="javascript:seen(\'[M]\')">x</a>',
      '<a href=[M]>x</a>',
      '<iframe src="data:text/html,[M]"></iframe>',
      '<svg><script>seen("[M]")</script></svg>',
    ];
    for (const trap of traps) {
      await show(trap.replace('[M]', '[adheseReplace:ct]'));
      for (const text of fc.sample(hostile, { numRuns: 25, seed: 9 }).map(value)) {
        const { tag } = await ask({ ct: [text] });
        expect([trap, text, tag.match(/<\w+/g)]).toEqual([trap, text, trap.match(/<\w+/g)]);
        const decoded = tag.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
        expect(decoded).not.toMatch(/alert\s*\(|alert\s*`|alert%28|javascript:alert/);
      }
    }
  });

  test('a URL that begins with a value is a web URL or empty', async () => {
    await show('<a href="[adheseReplace:ct]">x</a>');
    for (const [given, href] of [
      ['https://x.example/?a=1&b="', 'https://x.example/?a=1&amp;b=&quot;'],
      ['javascript:alert(1)', ''],
      [' javascript:alert(1)', ''],
      ['data:text/html,x', ''],
      ['//x.example/', ''],
    ]) {
      expect((await ask({ ct: [given] })).tag).toBe(`<a href="${href}">x</a>`);
    }
  });

  test('a request cannot choose the host of a loaded resource', async () => {
    for (const [html, safe] of [
      ['<script src="https://[M]/x.js"></script>', '<script src="https:///x.js"></script>'],
      ['<script src="//[M].example/x.js"></script>', '<script src="//.example/x.js"></script>'],
      ['<script src="[M]"></script>', '<script src="https___evil.example_"></script>'],
      ['<a href=https://[M]/>x</a>', '<a href="https:///">x</a>'],
      ['<script>load("https://[M]/x.js")</script>', '<script>load("https:///x.js")</script>'],
      [
        '<script>load("//x.example/[M]")</script>',
        '<script>load("//x.example/https%3A%2F%2Fevil.example%2F")</script>',
      ],
    ] as const) {
      await show(html.replace('[M]', '[adheseReplace:ct]'));
      expect((await ask({ ct: ['https://evil.example/'] })).tag).toBe(safe);
    }
    const trusted =
      '<script src="https://[adheseEnv:CDN]/x.js"></script><script>u="//[adheseDomain:ad_host]/"</script>';
    expect((await show(trusted)).tag).toBe(
      '<script src="https://cdn.example/x.js"></script><script>u="//ads.example/"</script>',
    );
  });

  test('request data is JSON where code expects it, and text elsewhere', async () => {
    const { tag } = await show('<script>seen([adheseRequestData], "[adheseRequestData]")</script>', {
      ct: ['"</script>\''],
    });
    const results: unknown[] = [];
    const code = tag.replace('<script>', '').replace('</script>', '');
    runInNewContext(code, { seen: (...given: unknown[]) => results.push(...given) });
    expect(results).toMatchObject([
      { SL: '_home_-lb', ct: ['"</script>\''] },
      expect.stringContaining('"SL":"_home_-lb"'),
    ]);
  });

  test('a creative that is data remains data', async () => {
    const { tag } = await show('{"link": "[clickUrl]", "who": "[adheseReplace:ct]"}', { ct: ['"}\n\'x'] });
    const data = JSON.parse(tag.replaceAll("'", '"')) as { link: string; who: string };
    expect([data.who, data.link]).toEqual([
      '"}\n\'x',
      expect.stringMatching(/\/URhttps:\/\/shop\.example\/offer\?a=1&b=2$/),
    ]);
  });
});

describe('click URLs', () => {
  const attributeOf = (tag: string) => /href="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const call = (address: string) => rawRequest(delivery.base, address.replace('http://ads.example', ''));

  test('are encoded twice after a third-party URL', async () => {
    const { tag } = await show('<a href="https://third.example/?to=[clickUrl]&x=1">x</a>');
    const ours = new URL(attributeOf(tag)).searchParams.get('to') ?? '';
    const answer = await call(ours);
    expect([answer.status, answer.headers['location']]).toEqual([302, 'https://shop.example/offer?a=1&b=2']);
  });

  test('are unchanged in a script', async () => {
    const { tag } = await show('<script>seen("[clickUrl]", \'[clickBase]\', [clickUrl])</script>');
    const results: string[] = [];
    runInNewContext(tag.replace(/<\/?script>/g, ''), { seen: (...given: string[]) => results.push(...given) });
    expect(results[0]).toBe(results[2]);
    expect(results[0]).toBe(`${results[1]}https://shop.example/offer?a=1&b=2`);
  });

  test.each([
    ['an image', { kind: 'image', html: null, file: { path: 'media/x/y.png', mime: 'image/png' } }],
    ['markup', { html: '<a href="[clickUrl]">x</a>' }],
    ['third-party markup', { html: '<a href="https://third.example/?to=[clickUrl]">x</a>' }],
  ])('of %s redirect to the target with its macros filled in', async (what, change) => {
    const clickUrl = 'https://brand.example/?slot=[adheseReplace:SL]&city=[adheseReplace:ct]#[adheseLogID]';
    await show('', {}, { clickUrl, domains: [], ...change });
    const { tag } = await ask({ ct: ["a&b=c'#é"] });
    const href = attributeOf(tag);
    const ours = what.includes('third') ? (new URL(href).searchParams.get('to') ?? '') : href;
    const answer = await call(ours);
    expect([answer.status, answer.headers['location']]).toEqual([
      302,
      expect.stringMatching(/^https:\/\/brand\.example\/\?slot=_home_-lb&city=a%26b%3Dc%27%23%C3%A9#[0-9a-f]{32}\.0$/),
    ]);
    for (const other of [
      'https://evil.example/?slot=a&city=b#c',
      'https://brand.example/?slot=a&x=1&city=b#c',
      'https://brand.example/',
    ]) {
      expect([other, (await call(ours.replace(/\/UR.*/, `/UR${other}`))).status]).toEqual([other, 400]);
    }
  });
});

describe('a target with its macros filled in', () => {
  const call = (address: string) => rawRequest(delivery.base, address.replace('http://ads.example', ''));
  const hrefOf = (tag: string) => /href="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const clickUrl = 'https://brand.example/?c=[adheseReplace:ct]-[adheseReplace:SL]_[adheseReplace:xx]';

  test('redirects as it was served after the creative was removed', async () => {
    await show('<a href="[clickUrl]">x</a>', {}, { clickUrl, domains: [] });
    const { tag } = await ask({ ct: ['gent'] });
    await delivery.publish(snapshotRows({ creatives: [], bookings: [] }));
    const answer = await call(hrefOf(tag));
    expect([answer.status, answer.headers['location']]).toEqual([302, 'https://brand.example/?c=gent-_home_-lb_']);
  });

  test('is compared in linear time', async () => {
    await show('<a href="[clickUrl]">x</a>', {}, { clickUrl, domains: [] });
    const base = hrefOf((await ask({ ct: ['gent'] })).tag).replace(/\/UR.*/, '/URhttps://brand.example/?c=');
    for (const one of ['-', '_', '.', 'a', '%25', '*', '(']) {
      const startedMs = performance.now();
      const answer = await call(`${base}${one.repeat(7_000 / one.length)}$`);
      expect([one, answer.status]).toEqual([one, 400]);
      expect(performance.now() - startedMs, one).toBeLessThan(1_000);
    }
  });

  test('keeps its macros if the result would exceed the maximum URL length', async () => {
    await show(
      '<a href="[clickUrl]">x</a>',
      {},
      { clickUrl: `${clickUrl}${'&d=[adheseReplace:ct]'.repeat(20)}`, domains: [] },
    );
    const { tag } = await ask({ ct: ['é'.repeat(200)] });
    const answer = await call(hrefOf(tag));
    expect([answer.status, answer.headers['location']]).toEqual([
      302,
      `https://brand.example/?c=-_${'&d='.repeat(20)}`,
    ]);
  });
});

test('documents for players have macros filled in in every URL', async () => {
  const trackers = {
    impression: [
      'https://third.example/i?s=[adheseReplace:SL]&c=[adheseReplace:ct]&cb=[CACHEBUSTING]',
      'https://[adheseReplace:ct].example/',
      'https://[adheseEnv:CDN]/i',
    ],
  };
  const clickUrl = 'https://shop.example/?c=[adheseReplace:ct]';
  const rows = videoRows();
  const creative = { ...rows.creatives[0], clickUrl, video: { ...videoCreative(), trackers } };
  await delivery.publish({ ...rows, creatives: [creative as never] });
  const slots = [{ slotname: '_home_-video' }];
  const body = JSON.stringify({ slots, parameters: { ct: ['a]]>b'] } });
  const [ad] = (await (await delivery.fetch('/json', { method: 'POST', body })).json()) as Ad[];
  expect(ad?.tag).toContain('https://third.example/i?s=_home_-video&c=a%5D%5D%3Eb&cb=[CACHEBUSTING]');
  expect(ad?.tag).toContain('<![CDATA[https://.example/]]>');
  expect(ad?.tag).toContain('<![CDATA[https://cdn.example/i]]>');
  const clickThrough = /<ClickThrough><!\[CDATA\[(.*?)\]\]>/.exec(ad?.tag ?? '')?.[1] ?? '';
  const answer = await rawRequest(delivery.base, clickThrough.replace('http://ads.example', ''));
  expect([answer.status, answer.headers['location']]).toEqual([302, 'https://shop.example/?c=a%5D%5D%3Eb']);
});
