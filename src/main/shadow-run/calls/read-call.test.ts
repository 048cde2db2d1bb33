import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createEventTokens } from '../../../delivery/answer/signed-address/event-token.ts';
import { type LoggedCall, noResponseHeaders } from '../log/logged-call.ts';
import { readAuction } from './auction-calls.ts';
import { readCall } from './read-call.ts';
import type { CallMeaning } from './shadow-request.ts';

const tokens = createEventTokens(randomBytes(32));

function callOf(target: string, change: Partial<LoggedCall> = {}): LoggedCall {
  return {
    atMs: 0,
    method: 'GET',
    target,
    status: 200,
    address: undefined,
    userAgent: undefined,
    referer: undefined,
    language: undefined,
    cookie: undefined,
    requestBody: null,
    responseBody: null,
    responseHeader: noResponseHeaders,
    ...change,
  };
}

function read(target: string, change: Partial<LoggedCall> = {}): CallMeaning {
  return readCall(callOf(target, change), tokens);
}

/** Zones with their own parameters, and the common parameters of the first request. */
function asked(meaning: CallMeaning) {
  if ('skipped' in meaning) return meaning;
  const [request] = meaning.requests;
  return {
    zones: request?.slots.map(({ zone }) => zone) ?? [],
    own: request?.slots.map(({ parameters }) => Object.fromEntries(parameters.entries())) ?? [],
    common: Object.fromEntries(request?.parameters.entries() ?? []),
    viewer: request?.viewer,
  };
}

function delivered(meaning: CallMeaning) {
  return 'skipped' in meaning ? meaning : meaning.deliveries;
}

const lg = (banner: number, campaign: number, zone: number) =>
  `https://ads.example/www/delivery/lg.php?bannerid=${banner}&amp;campaignid=${campaign}&amp;zoneid=${zone}&amp;loc=https%3A%2F%2Fnews.example%2F&amp;cb=a1b2`;

describe('a call of Revive', () => {
  test('for the zones of a page has zones, custom variables, page and viewer', () => {
    const target =
      '/www/delivery/asyncspc.php?zones=7%7C9&prefix=revive-0-&loc=https%3A%2F%2Fnews.example%2Fa%3Fb%3D1&referer=https%3A%2F%2Fs.example&section=sports&cb=123';
    const meaning = read(target, { cookie: 'theme=dark; OAID=01af23' });
    expect(asked(meaning)).toMatchObject({
      zones: ['revive:zone:7', 'revive:zone:9'],
      common: { xf: ['https://news.example/a?b=1'], re: ['https://s.example'], section: ['sports'] },
      viewer: '01af23',
    });
    expect(delivered(meaning)).toEqual([]);
  });

  test.each([
    ['/www/delivery/ajs.php?zoneid=7&block=1', ['revive:zone:7']],
    ['/www/delivery/afr.php?zoneid=12&cb=1', ['revive:zone:12']],
    ['/delivery/avw.php?zoneid=3&n=abc', ['revive:zone:3']],
    ['/www/delivery/spc.php?zones=top%3D7%7Cside%3D9', ['revive:zone:7', 'revive:zone:9']],
    ['/www/delivery/fc.php?script=apVideo:vast2&zoneid=31', ['revive:zone:31']],
    ['//www/delivery/asyncspc.php?zones=7%7Cx%7C0', ['revive:zone:7']],
  ])('in the form %s names its zones', (target, zones) => {
    expect(asked(read(target))).toMatchObject({ zones });
  });

  test('uses the page of the referer if the tag sends none', () => {
    expect(asked(read('/www/delivery/ajs.php?zoneid=7', { referer: 'https://news.example/p' }))).toMatchObject({
      common: { xf: ['https://news.example/p'] },
    });
  });

  test('without a zone is skipped with the reason', () => {
    expect(read('/www/delivery/ajs.php?bannerid=4')).toEqual({
      skipped: 'the request names no zone (direct selection of a campaign or banner)',
    });
  });

  test('for an impression or a click names banner, campaign and zone', () => {
    expect(delivered(read('/www/delivery/lg.php?bannerid=12&campaignid=3&zoneid=7&cb=1'))).toEqual([
      {
        server: 'revive',
        source: 'impression',
        zone: 'revive:zone:7',
        campaign: 'revive:campaign:3',
        creative: 'revive:banner:12',
      },
    ]);
    expect(delivered(read('/www/delivery/lg.php?bannerid=12%7C13&campaignid=3%7C4&zoneid=7%7C9'))).toMatchObject([
      { campaign: 'revive:campaign:3', zone: 'revive:zone:7' },
      { campaign: 'revive:campaign:4', zone: 'revive:zone:9' },
    ]);
    const oaparams = '2__bannerid=12__zoneid=7__cb=f00__oadest=https%3A%2F%2Fshop.example';
    expect(delivered(read(`/www/delivery/ck.php?oaparams=${oaparams}`, { status: 302 }))).toEqual([
      { server: 'revive', source: 'click', zone: 'revive:zone:7', campaign: null, creative: 'revive:banner:12' },
    ]);
    expect(delivered(read('/www/delivery/cl.php?bannerid=12&zoneid=7&sig=abc&dest=x'))).toMatchObject([
      { source: 'click', creative: 'revive:banner:12' },
    ]);
    expect(read('/www/delivery/lg.php?cb=1')).toEqual({ skipped: 'the call names no banner' });
  });

  test('with a response names each delivered banner once', () => {
    const image = `<div><img src='${lg(12, 3, 7)}' /><noscript><img src='${lg(12, 3, 7)}'></noscript></div>`;
    const responseBody = JSON.stringify({
      'revive-0-0': { html: image },
      'revive-0-1': { html: `<img src="${lg(13, 4, 9)}">` },
    });
    expect(delivered(read('/www/delivery/asyncspc.php?zones=7%7C9', { responseBody }))).toEqual([
      {
        server: 'revive',
        source: 'response',
        zone: 'revive:zone:7',
        campaign: 'revive:campaign:3',
        creative: 'revive:banner:12',
      },
      {
        server: 'revive',
        source: 'response',
        zone: 'revive:zone:9',
        campaign: 'revive:campaign:4',
        creative: 'revive:banner:13',
      },
    ]);
  });
});

describe('a call of Google Ad Manager', () => {
  test('for several slots names their ad units, with the key-values of each', () => {
    const query = new URLSearchParams({
      iu_parts: '1234,news,home,article',
      enc_prev_ius: '/0/1/2,/0/1/3',
      prev_iu_szs: '728x90|970x250,300x250',
      cust_params: 'section=sports&tags=a,b',
      prev_scp: 'pos=top|pos=side&x=1',
      url: 'https://news.example/',
      ppid: 'p-77',
    });
    const meaning = read(`/gampad/ads?${query}`, {
      responseHeader: (name) => ({ 'google-lineitem-id': '900,-2', 'google-creative-id': '800,-2' })[name],
    });
    expect(asked(meaning)).toEqual({
      zones: ['google:ad_unit:/1234/news/home', 'google:ad_unit:/1234/news/article'],
      own: [{ pos: ['top'] }, { pos: ['side'], x: ['1'] }],
      common: { section: ['sports'], tags: ['a', 'b'], xf: ['https://news.example/'] },
      viewer: 'p-77',
    });
    expect(delivered(meaning)).toEqual([
      {
        server: 'google',
        source: 'response',
        zone: 'google:ad_unit:/1234/news/home',
        campaign: 'google:line_item:900',
        creative: 'google:creative:800',
      },
    ]);
  });

  test('for one slot names its ad unit', () => {
    expect(asked(read('/gampad/ads?iu=/1234/news/home&sz=728x90&cust_params=a%3D1'))).toMatchObject({
      zones: ['google:ad_unit:/1234/news/home'],
      common: { a: ['1'] },
    });
    expect(asked(read('/gampad/live/ads?iu=%2F1234%2Fvideo&env=vp'))).toMatchObject({
      zones: ['google:ad_unit:/1234/video'],
    });
  });

  test.each([
    ['/gampad/ads?sz=728x90', 'the request names no ad unit'],
    ['/gampad/ads?iu_parts=1234&enc_prev_ius=/0/9', 'the request names no ad unit'],
    ['/gampad/clk?id=1', 'a click or an event of Google Ad Manager without an ad unit'],
  ])('in the form %s is skipped with the reason', (target, skipped) => {
    expect(read(target)).toEqual({ skipped });
  });
});

describe('a call of Kevel', () => {
  const body = {
    placements: [
      {
        divName: 'top',
        networkId: 1,
        siteId: 2,
        adTypes: [5],
        zoneIds: [789],
        properties: { pos: 'top', n: ['1', '2'] },
      },
      { divName: 'side', networkId: 1, siteId: 2, adTypes: [4] },
      { divName: 'broken' },
    ],
    user: { key: 'u-1' },
    keywords: ['sports', 'news'],
    url: 'https://news.example/',
  };

  test('names the zones of its placements, and the flights of the response', () => {
    const response = {
      decisions: {
        top: { adId: 1, creativeId: 11, flightId: 21, campaignId: 31, impressionUrl: 'https://e.example/i.gif' },
        side: [{ creativeId: 12, campaignId: 32 }],
        broken: null,
      },
    };
    const meaning = read('/api/v2', {
      method: 'POST',
      requestBody: JSON.stringify(body),
      responseBody: JSON.stringify(response),
    });
    expect(asked(meaning)).toMatchObject({
      zones: ['kevel:zone:789', 'kevel:site:2:ad_type:4'],
      own: [{ pos: ['top'], n: ['1', '2'] }, {}],
      common: { kw: ['sports', 'news'], xf: ['https://news.example/'] },
      viewer: 'u-1',
    });
    expect(delivered(meaning)).toMatchObject([
      { zone: 'kevel:zone:789', campaign: 'kevel:flight:21', creative: 'kevel:creative:11' },
      { zone: 'kevel:site:2:ad_type:4', campaign: 'kevel:campaign:32', creative: 'kevel:creative:12' },
    ]);
  });

  test.each([
    [null, 'the body of the request is not in the log'],
    ['[1]', 'the body of the request is not a JSON object'],
    ['{"placements":[{}]}', 'the request has no placement with a zone or site'],
  ])('with the body %j is skipped with the reason', (requestBody, skipped) => {
    expect(read('/api/v2', { method: 'POST', requestBody })).toEqual({ skipped });
  });
});

describe('a call in the form of Placard and Adhese', () => {
  const facts = {
    adId: 1000,
    bookingId: 6,
    creativeId: 7,
    positionId: 10,
    targetHash: new Uint8Array(12),
    window: 'display' as const,
  };
  const token = tokens.sign({ id: randomBytes(16), decidedAtMs: 1_795_000_000_000 }, 0, facts);

  test('in the path has slots and parameters', () => {
    expect(asked(read('/json/sl_home_-lb/sl_home_-sky/kwcoffee;tea/tlall/?t=1'))).toMatchObject({
      zones: ['_home_-lb', '_home_-sky'],
      common: { kw: ['coffee', 'tea'], tl: ['all'] },
    });
    expect(asked(read('/jsonp/cb/sl_home_-lb'))).toMatchObject({ zones: ['_home_-lb'] });
    expect(asked(read('/ad/sl_home_-lb/sl_home_-sky'))).toMatchObject({ zones: ['_home_-lb'] });
    expect(asked(read('/m/stack/sl_list_-stack?max_ads=3'))).toMatchObject({ zones: ['_list_-stack'] });
  });

  test('in a body has slots with their own parameters', () => {
    const requestBody = JSON.stringify({
      slots: [{ slotname: '_home_-lb', parameters: { pt: ['a'] } }],
      parameters: { kw: 'tea' },
    });
    expect(asked(read('/json', { method: 'POST', requestBody }))).toMatchObject({
      zones: ['_home_-lb'],
      own: [{ pt: ['a'] }],
      common: { kw: ['tea'] },
    });
  });

  test.each([
    ['/json', { method: 'POST' }, 'the body of the request is not in the log'],
    ['/json', { method: 'POST', requestBody: '{"slots":[]}' }, 'A list with at least one slot is required'],
    ['/json/kwtea', {}, 'The path contains no slot: .../sl<slot name>'],
    ['/json/sl_a', { status: 503 }, 'the response was an error (status 503)'],
    ['/json/sl_a', { method: 'HEAD' }, 'method HEAD'],
    ['/track/1000-Adhese_IABview/sl10/II3f0e/', {}, 'an event that is not an impression'],
    ['/favicon.ico', {}, 'not an ad request, an impression or a click'],
    ['/track/robots.txt', {}, 'not an ad request, an impression or a click'],
  ])('%s %o is skipped with the reason', (target, change, skipped) => {
    expect(read(target, change)).toEqual({ skipped });
  });

  test('with a token of this installation names the booking, and the same ad has the same identity', () => {
    const impressions = [read(`/track/1000/sl10/II${token}/?t=1`), read(`/track/1000/sl10/II${token}/?t=2`)].map(
      delivered,
    );
    expect(impressions[0]).toMatchObject([
      {
        server: 'placard',
        source: 'impression',
        zone: 'placard:position:10',
        campaign: 'placard:booking:6',
        creative: 'placard:creative:7',
      },
    ]);
    expect(impressions[0]).toEqual(impressions[1]);
    expect(delivered(read(`/raylene/sl10/II${token}/ad1000-7/URhttps://shop.example/`, { status: 302 }))).toMatchObject(
      [{ source: 'click', campaign: 'placard:booking:6' }],
    );
    expect(read(`/track/1000-viewable/sl10/II${token}/`)).toEqual({ skipped: 'an event that is not an impression' });
  });

  test('of another installation or of Adhese names only the ad', () => {
    expect(delivered(read('/track/1000//sl10/dtunknown/SL_home_-lb/II3f0e/A2192.0.2.1/?t=1'))).toEqual([
      { server: 'adhese', source: 'impression', zone: '_home_-lb', campaign: 'adhese:ad:1000', creative: null },
    ]);
    expect(delivered(read('/raylene//sl10/II3f0e/ad1000-7/URhttps://shop.example/'))).toMatchObject([
      { source: 'click', campaign: 'adhese:ad:1000' },
    ]);
  });

  test('with a response names the booking of each ad', () => {
    const responseBody = JSON.stringify([
      { slotName: '_home_-lb', adspaceId: '6', libId: '7', tracker: `https://ads.example/track/1000/sl10/II${token}/` },
      { slotName: '_home_-sky', adspaceId: '61', libId: '71', tracker: 'https://ads.example/track/1001/sl11/II77aa/' },
      { slotName: 5 },
    ]);
    expect(delivered(read('/json/sl_home_-lb/sl_home_-sky', { responseBody }))).toMatchObject([
      { server: 'placard', campaign: 'placard:booking:6' },
      { server: 'adhese', zone: '_home_-sky', campaign: 'adhese:booking:61', creative: 'adhese:creative:71' },
    ]);
    expect(delivered(read('/json/sl_home_-lb', { responseBody: '[broken' }))).toEqual([]);
  });
});

describe('an auction', () => {
  const request = {
    id: 'r1',
    imp: [
      { id: '1', tagid: '_home_-lb', banner: { w: 728, h: 90 }, bidfloor: 0.5, bidfloorcur: 'EUR' },
      { id: '2', tagid: '_home_-sky', banner: { w: 160, h: 600 } },
    ],
    site: { page: 'https://news.example/' },
    user: { id: 'u1' },
  };

  test('has a request for each impression, and the campaign of each bid', () => {
    const response = {
      seatbid: [
        {
          bid: [
            { impid: '2', price: 1, crid: 'c1', cid: 'camp-1' },
            { impid: '9', price: 1 },
          ],
        },
        { bid: [{ impid: '1', price: 2, crid: 'c2', ext: { adhese: { adspaceId: '6' } } }] },
      ],
    };
    const meaning = readAuction({ atMs: 0, request, response });
    if ('skipped' in meaning) throw new Error(meaning.skipped);
    expect(meaning.requests.map(({ slots, bid }) => [slots[0]?.zone, bid?.floor.amount])).toEqual([
      ['_home_-lb', 0.5],
      ['_home_-sky', 0],
    ]);
    expect(meaning.deliveries).toMatchObject([
      { zone: '_home_-sky', campaign: 'openrtb:campaign:camp-1', creative: 'openrtb:creative:c1' },
      { zone: '_home_-lb', campaign: 'placard:booking:6' },
    ]);
  });

  test.each([
    [{ id: 'r1', imp: [] }, 'the bid request has no impression'],
    [{ id: 'r1', imp: [7] }, 'A list with at least one impression is required'],
    [{ imp: [{ id: '1' }] }, 'An ID as text is required'],
  ])('that is invalid is skipped with the reason: %o', (invalid, skipped) => {
    expect(readAuction({ atMs: 0, request: invalid, response: null })).toEqual({ skipped });
  });

  test('in a POST of an access log is read from its body', () => {
    const meaning = read('/openrtb2', { method: 'POST', requestBody: JSON.stringify(request) });
    expect('skipped' in meaning ? 0 : meaning.requests.length).toBe(2);
    expect(read('/openrtb2', { method: 'POST' })).toEqual({ skipped: 'the body of the request is not in the log' });
  });
});
