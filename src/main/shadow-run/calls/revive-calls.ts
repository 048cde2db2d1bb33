import type { LoggedCall } from '../log/logged-call.ts';
import {
  type CallMeaning,
  type LoggedDelivery,
  parametersFrom,
  queryOfTarget,
  type ShadowRequest,
} from './shadow-request.ts';

/** Scripts of the delivery folder of Revive Adserver and OpenX that request ads by zone. */
const requestScripts = new Set([
  'asyncspc.php',
  'spc.php',
  'ajs.php',
  'afr.php',
  'avw.php',
  'al.php',
  'apu.php',
  'fc.php',
]);
const impressionScript = 'lg.php';
const clickScripts = new Set(['ck.php', 'cl.php']);
/** Query parameters of the tags. All others are custom variables, which delivery limitations can compare. */
const tagParameters = new Set(
  (
    'zones zoneid zoneId loc referer referrer charset cb prefix block blockcampaign exclude context target ct0 n what ' +
    'campaignid bannerid clientid withtext withText mmm_fo r script nz format resp left top layerstyle align valign'
  ).split(' '),
);
const impressionInMarkup = /lg\.php\?([^"'\\<>\s]+)/g;

/** Reads the script of a path as Revive names it; null: it is not one of Revive. */
export function reviveScriptOf(path: string): string | null {
  const script = path.slice(path.lastIndexOf('/') + 1);
  const isKnown = requestScripts.has(script) || script === impressionScript || clickScripts.has(script);
  return isKnown ? script : null;
}

/** Reads a call of Revive Adserver: zones of a page, one zone, an impression or a click. */
export function readReviveCall(script: string, call: LoggedCall): CallMeaning {
  const query = queryOfTarget(call.target);
  if (script === impressionScript) return deliveriesOrSkip(deliveriesIn(query, 'impression'));
  if (clickScripts.has(script)) return deliveriesOrSkip(deliveriesIn(clickQuery(query), 'click'));
  const zoneIds = zoneIdsOf(query);
  if (zoneIds.length === 0) return { skipped: 'the request names no zone (direct selection of a campaign or banner)' };
  return { requests: [requestOf(zoneIds, query, call)], deliveries: deliveriesInResponse(call.responseBody) };
}

function deliveriesOrSkip(deliveries: readonly LoggedDelivery[]): CallMeaning {
  if (deliveries.length === 0) return { skipped: 'the call names no banner' };
  return { requests: [], deliveries };
}

/** `zones=7|9`, `zones=top=7|side=9`, or `zoneid=7`. */
function zoneIdsOf(query: URLSearchParams): readonly string[] {
  const listed = query.get('zones')?.split('|') ?? [];
  const single = query.get('zoneid') ?? query.get('zoneId');
  return [...listed, ...(single === null ? [] : [single])].flatMap((part) => {
    const id = part.slice(part.lastIndexOf('=') + 1);
    return isId(id) ? [id] : [];
  });
}

function requestOf(zoneIds: readonly string[], query: URLSearchParams, { cookie, referer }: LoggedCall): ShadowRequest {
  const custom = [...query.keys()].filter((key) => !tagParameters.has(key));
  const page = query.get('loc') ?? referer ?? '';
  const from = query.get('referer') ?? query.get('referrer') ?? '';
  return {
    server: 'revive',
    slots: zoneIds.map((id) => ({ zone: `revive:zone:${id}`, parameters: new Map() })),
    parameters: parametersFrom([
      ...custom.map((key) => [key, query.getAll(key)] as const),
      ['xf', [page]],
      ['re', [from]],
    ]),
    viewer: viewerOf(cookie),
  };
}

/** The viewer cookie of Revive. */
function viewerOf(cookie: string | undefined): string | undefined {
  return cookie === undefined ? undefined : /(?:^|;\s*)OAID=([\w-]+)/.exec(cookie)?.[1];
}

/** Reads the impression URLs in the markup of a response. The same URL may occur as an image and as `noscript`. */
function deliveriesInResponse(body: string | null): readonly LoggedDelivery[] {
  if (body === null || !body.includes('lg.php')) return [];
  const queries = new Set<string>();
  for (const [, query = ''] of body.matchAll(impressionInMarkup)) queries.add(query.replaceAll('&amp;', '&'));
  return [...queries].flatMap((query) => deliveriesIn(new URLSearchParams(query), 'response'));
}

/** One call may log several banners, separated by `|`. */
function deliveriesIn(query: URLSearchParams, source: LoggedDelivery['source']): readonly LoggedDelivery[] {
  const banners = query.get('bannerid')?.split('|') ?? [];
  const campaigns = query.get('campaignid')?.split('|') ?? [];
  const zones = query.get('zoneid')?.split('|') ?? [];
  return banners.flatMap((banner, index) => {
    if (!isId(banner)) return [];
    const [campaign, zone] = [campaigns[index], zones[index]];
    return {
      server: 'revive',
      source,
      zone: zone === undefined || !isId(zone) ? null : `revive:zone:${zone}`,
      campaign: campaign === undefined || !isId(campaign) ? null : `revive:campaign:${campaign}`,
      creative: `revive:banner:${banner}`,
    };
  });
}

/** Clicks have a query, or the parameter `oaparams` with a digit, that many underscores, and pairs separated by them. */
function clickQuery(query: URLSearchParams): URLSearchParams {
  const packed = query.get('oaparams');
  const count = packed === null ? 0 : Number(packed.slice(0, 1));
  if (packed === null || !(count > 0)) return query;
  const pairs = packed.slice(1).split('_'.repeat(count));
  return new URLSearchParams(pairs.filter((pair) => /^(?:bannerid|campaignid|zoneid)=/.test(pair)).join('&'));
}

/** Zone 0 means none. */
function isId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text);
}
