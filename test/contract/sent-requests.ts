import { writeTcfString } from '../support/write-tcf-string.ts';
import type { ContractDelivery } from './contract-delivery.ts';
import type { SentRequest } from './mutation.ts';

const browser = {
  origin: 'https://news.example',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130',
  'accept-language': 'nl,en;q=0.8',
  'sec-ch-ua-platform': '"Linux"',
  'x-forwarded-for': '192.0.2.1, 10.0.0.1',
  cookie: 'placard-event-a=1; placard-user-acme=x',
};

/** Requests to every endpoint of the delivery listener as clients send them, the first segment of the path by the first. */
export async function sentRequests(delivery: ContractDelivery): Promise<readonly SentRequest[]> {
  const [ad, film] = JSON.parse((await delivery.post(['_home_-lb', '_film_-preroll'])).body) as Record<
    string,
    string
  >[];
  const [, click = ''] = /href="([^"]+)"/.exec(ad?.['tag'] ?? '') ?? [];
  const put = JSON.stringify({
    puts: [{ type: 'xml', value: '<VAST version="3.0"></VAST>', ttlseconds: 60, key: 'k' }],
  });
  const stored = JSON.parse((await delivery.text('/cache', { method: 'POST', body: put })).body) as {
    responses: { uuid: string }[];
  };
  const uuid = stored.responses[0]?.uuid;
  const sha256 = 'ab'.repeat(32);
  return [
    post('/json', adRequest),
    get('/json/sl_home_-lb/sl_home_-sky/tlall/kwa;b,c/re/urYT8/Pz8=/dtphone/deAndroid/xc51.05;3.72/?t=1'),
    get('/jsonp/a.parseVastJson/sl_film_-preroll/rn1/?t=1'),
    get('/ad/sl_home_-lb/tlall/?t=1'),
    get('/ad/sl_film_-preroll/kwred,white/'),
    get('/m/stack/sl_home_-stack/tlall/rn77/pi7?max_ads=3'),
    get('/e/stack/sl_home_-stack/tlall'),
    post('/openrtb2', bidRequest),
    get('/api/headsup/download-list/sl_home_-lb', { 'if-none-match': '"a"' }),
    get(`${pathOf(ad?.['impressionCounter'])}?t=1&adhche=2`),
    get(pathOf(ad?.['viewableImpressionCounter'])),
    get(pathOf(ad?.['impressionCounter']).replace(/^\/track\/(\d+)/, '/track/$1-firstQuartile')),
    get(pathOf(film?.['tracker'])),
    post('/v1/plays', {
      plays: [
        { url: ad?.['tracker'], at: new Date().toISOString() },
        { url: '/track/1/IIx/', at: 5 },
      ],
    }),
    get(pathOf(click.replaceAll('&amp;', '&'))),
    get(pathOf(ad?.['clickTag'])),
    { method: 'POST', target: '/cache', headers: { ...browser, 'content-type': 'text/plain' }, body: put },
    get(`/cache?uuid=${uuid}`),
    get(`/content/${uuid}?pb_uuid=1`),
    get(`/media/${sha256}/banner.png`),
    get('/creatives/preview/json/tag.do?id=70&id=71&slotId=10'),
    get('/creatives/preview/tag.do?id=70'),
    get('/creatives/preview/frame/70'),
    get('/iframe/user_sync.html?account=demo&gdpr=1&consentString=CPxyz'),
    get(`/ad/sl_home_-lb/?gdpr=1&gdpr_consent=${tcf}&gpp=${gpp}&gpp_sid=7,8&us_privacy=1YNN`),
    get('/handlers/acme/user_sync?tl=all&u=abc'),
    get('/handlers/acme/user_sync_discovery?domain=news.example&tl=all'),
    get('/usersync/handlers/shop/user_sync?id=a,b&u=me&ttl=60', { cookie: 'placard-event-a=1; placard-user-acme=x' }),
    get('/debug?key=MTc5NQ.2fX8q0mJ1uVwKc3nZrT5YQ', { cookie: 'debugKey=npm_module' }),
    get('/examples/publisher/index.html'),
    get('/health'),
    get('/metrics'),
  ];
}

function get(target: string, headers: Readonly<Record<string, string>> = {}): SentRequest {
  return { method: 'GET', target, headers: { ...browser, ...headers }, body: '' };
}

function post(target: string, content: object): SentRequest {
  return {
    method: 'POST',
    target,
    headers: { ...browser, 'content-type': 'application/json' },
    body: JSON.stringify(content),
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
