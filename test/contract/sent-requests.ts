import { writeTcfString } from '../support/media-files/write-tcf-string.ts';
import type { AskingDelivery } from './asking-delivery.ts';
import { contractNowMs } from './contract-account.ts';
import type { SentRequest } from './mutation.ts';

const browser = {
  origin: 'https://news.example',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130',
  'accept-language': 'nl,en;q=0.8',
  'sec-ch-ua-platform': '"Linux"',
  'x-forwarded-for': '203.0.113.7, 10.0.0.1',
  cookie: 'placard-event-a=1; placard-user-acme=x',
};

/** Request, and a pattern that its response (head and body) matches only if all its features work. */
export type GoodRequest = SentRequest & { readonly shows: RegExp };

/**
 * Returns requests to every endpoint of the delivery listener in the form of clients. The first path segment selects
 * the endpoint.
 */
export async function sentRequests(delivery: AskingDelivery): Promise<readonly GoodRequest[]> {
  const [ad, videoFile, sky] = JSON.parse(
    (await delivery.post(['_home_-lb', '_film_-preroll', '_home_-sky'], { vastContentAsUrl: true })).body,
  ) as Record<string, string>[];
  const click = hrefOf(ad?.['tag']);
  const macroClick = hrefOf(sky?.['tag']);
  const put = (key?: string) => JSON.stringify({ puts: [{ type: 'xml', value: stored, ttlseconds: 60, key }] });
  await delivery.text('/cache', { method: 'POST', body: put('k') });
  const pixel = /content-type: image\/gif/;
  const count = pathOf(ad?.['impressionCounter']);
  const debug = `a=b; debugKey=${delivery.debugKey}`;
  return [
    post('/json', adRequest, /"cachedBodyUrl":"http:\/\/ads\.example\/content\//),
    get(
      '/json/sl_home_-lb/sl_home_-sky/tlall/kwa;b,c/ctgent;x/re/urYT8/Pz8=/dtphone/deAndroid/xc51.05;3.72/?t=1',
      /slot=_home_-sky ct=gent;x /,
    ),
    get('/json/sl_place_-lb/tlall', /"slotName":"_place_-lb"/),
    get('/json/sl_home_-lb?trace=1', /placard-trace: .*\[\{"slotName"/s, { cookie: debug }),
    get('/jsonp/a.parseVastJson/sl_film_-preroll/rn1/?t=1', /a\.parseVastJson\(.*VAST/s),
    get('/ad/sl_home_-lb/tlall/?t=1', /raylene/),
    get('/ad/sl_film_-preroll/kwred,white/ctgent', /media\.example\/gent\/a\.mp4/),
    get('/m/stack/sl_home_-stack/tlall/rn77/pi7?max_ads=3', /raylene/),
    get('/e/stack/sl_home_-stack/tlall', /raylene/),
    post('/openrtb2', bidRequest, /"seatbid":\[\{/),
    get('/api/headsup/download-list/sl_home_-lb', /"checksum"/, { 'if-none-match': '"a"' }),
    get(`${count}?t=1&adhche=2`, pixel),
    get(pathOf(ad?.['viewableImpressionCounter']), pixel),
    get(count.replace(/^\/track\/(\d+)/, '/track/$1-firstQuartile'), pixel),
    get(pathOf(videoFile?.['tracker']), pixel),
    post('/v1/plays', { plays: [{ url: ad?.['tracker'], at: new Date(contractNowMs).toISOString() }] }, /200 /),
    post('/v1/events', { events: [{ url: ad?.['tracker'] }] }, /200 .*"status":"accepted"/s),
    get(pathOf(click), /location: https:\/\/shop\.example\/offer/),
    get(pathOf(macroClick), /location: https:\/\/shop\.example\/\?from=_home_-sky&ct=/),
    get(pathOf(ad?.['clickTag']), /^200 /),
    { ...post('/cache', {}, /"uuid":"[0-9a-f-]{36}"/), body: put() },
    get('/cache?uuid=k', /<VAST version="3\.0">/),
    get(`${pathOf(videoFile?.['cachedBodyUrl'])}?pb_uuid=1`, /<Ad id="1006">/),
    get(`/media/${'ab'.repeat(32)}/banner.png`, /content-type: image\/png/),
    get(`/html5/${'ab'.repeat(32)}/index.html`, /content-security-policy: sandbox.*<title>/s, {
      host: 'creatives.example',
    }),
    get('/sf/r.html', /content-security-policy: sandbox.*base\.js/s, { host: 'creatives.example' }),
    get('/json/sl_home_-lb/icmarkup/', /"tag":".*\/track\//),
    get('/creatives/preview/json/tag.do?id=70&id=71&slotId=10', /"tag"/),
    get('/creatives/preview/tag.do?id=70', /banner\.png/),
    get('/creatives/preview/frame/70', /banner\.png/),
    get(`/iframe/user_sync.html?account=demo&gdpr=1&consentString=${tcf}`, /match\.acme\.example/),
    get(`/ad/sl_home_-lb/?gdpr=1&gdpr_consent=${tcf}&gpp=${gpp}&gpp_sid=7,8&us_privacy=1YNN`, /raylene/),
    get('/handlers/acme/user_sync?tl=all&u=abc', /placard-user-acme=abc/),
    get('/handlers/acme/user_sync_discovery?domain=news.example&tl=all', /location: https:\/\/match\.acme\.example/),
    get('/usersync/handlers/shop/user_sync?id=a,b&u=me&ttl=60', /placard-event-b=1/),
    get(`/debug?key=${delivery.debugKey}`, /Debugging is enabled/, { cookie: debug }),
    get('/examples/publisher/index.html', /<html/),
    get('/health', /"status":"ok"/),
    // A metrics collector runs on the same machine. Proxied requests are refused.
    { method: 'GET', target: '/metrics', headers: {}, body: '', shows: /# TYPE/ },
  ];
}

function hrefOf(tag = ''): string | undefined {
  return /href="([^"]+)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&');
}

const stored = '<VAST version="3.0"></VAST>';

function get(target: string, shows: RegExp, headers: Readonly<Record<string, string>> = {}): GoodRequest {
  return { method: 'GET', target, headers: { ...browser, ...headers }, body: '', shows };
}

function post(target: string, content: object, shows: RegExp): GoodRequest {
  return {
    method: 'POST',
    target,
    headers: { ...browser, 'content-type': 'application/json' },
    body: JSON.stringify(content),
    shows,
  };
}

function pathOf(address: string | undefined): string {
  return String(address).replace('http://ads.example', '');
}

const tcf = writeTcfString([1, 2, 3, 4], [1]);
const gpp = 'DBABLA~BVQqAAAAAgA';

const adRequest = {
  slots: [
    { slotname: '_home_-stack', parameters: { kw: ['a'] } },
    { slotname: '_home_-lb' },
    { slotname: '_film_-preroll' },
  ],
  parameters: {
    tl: 'all',
    xc: [51.05, 3.72],
    xf: ['aHR0cHM6Ly9hLmV4YW1wbGUv'],
    xt: [tcf],
    gpp,
    gpp_sid: '7',
    kw: ['red', 0],
  },
  vastContentAsUrl: true,
  user: { ext: { eids: [{ source: 'id5-sync.com', uids: [{ id: 'ID5-1', atype: 1 }] }] } },
};

const bidRequest = {
  id: 'r1',
  imp: [
    {
      id: 'i1',
      banner: { w: 728, h: 90, format: [{ w: 728, h: 90 }] },
      bidfloor: 0.1,
      bidfloorcur: 'EUR',
      pmp: { private_auction: 1, deals: [{ id: '5' }] },
      ext: { adhese: { SL: ['_home_-lb'], tl: ['all'] } },
    },
    { id: 'i2', native: { request: '{"native":{"assets":[{"id":1,"title":{"len":9}},{"id":2,"img":{}}]}}' } },
  ],
  site: { page: 'https://news.example/', ref: 'https://search.example/' },
  dooh: { id: 'hall', venuetype: ['transit'] },
  device: {
    devicetype: 4,
    os: 'iOS',
    language: 'nl',
    ua: 'Mozilla/5.0',
    sua: { platform: { brand: 'Android', version: ['14'] }, mobile: 1 },
    ip: '192.0.2.1',
    geo: { lat: 1, lon: 2, country: 'BEL' },
  },
  user: {
    id: 'u',
    eids: [{ source: 's', uids: [{ id: 'x' }] }],
    consent: tcf,
    ext: { consent: tcf, eids: [] },
  },
  regs: { gdpr: 1, gpp, gpp_sid: [7], ext: { gdpr: 1 } },
  cur: ['EUR'],
  badv: ['a.example'],
};
