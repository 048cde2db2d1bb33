import type { RequestContext } from '../../../src/core/targeting/targeting.ts';
import type { ReviveTestRow, ReviveTestRows } from './revive-schema.ts';

/** A viewer and page, in the terms of Revive. */
export type ReviveViewer = {
  readonly country: string;
  readonly region: string;
  readonly city: string;
  readonly postalCode: string;
  readonly browser: string;
  readonly version: number;
  readonly os: string;
  readonly language: string;
  readonly page: string;
  readonly variables: Readonly<Record<string, string>>;
};

/** A banner of a zone that may be shown. */
export type ReviveAd = {
  readonly bannerId: number;
  readonly campaignId: number;
  readonly tier: 'override' | 'contract' | 'remnant';
  /** Weight of the campaign, distributed over its active banners in the zone by their weights. */
  readonly weight: number;
  /** Whether the viewer meets the limitations. */
  readonly isEligible: boolean;
};

/** Returns the same viewer in the terms of Placard. */
export function contextOfReviveViewer(viewer: ReviveViewer): RequestContext {
  return {
    country: viewer.country,
    region: viewer.region,
    city: viewer.city,
    postalCode: viewer.postalCode,
    browser: [viewer.browser, `${viewer.browser}${viewer.version}`],
    os: viewer.os === 'OS X' ? 'macOS' : viewer.os,
    language: viewer.language,
    pageUrl: viewer.page,
  };
}

/**
 * The documented delivery rules of Revive, independent of the importer: which ads of a zone are running, with their
 * weights, and which of them may be shown to a viewer without a cookie. Limitations that Placard cannot express are never met, because such bookings
 * are drafts.
 */
export function adsOfZone(
  rows: ReviveTestRows,
  zoneId: number,
  viewer: ReviveViewer,
  nowMs: number,
): readonly ReviveAd[] {
  const linked = new Set(
    (rows.ad_zone_assoc ?? []).filter((row) => row['zone_id'] === zoneId).map((row) => row['ad_id']),
  );
  const inZone = (rows.banners ?? []).filter(
    (row) => linked.has(row['bannerid'] ?? null) && number(row, 'status') === 0 && number(row, 'weight') > 0,
  );
  const totals = new Map<number, number>();
  for (const row of inZone)
    totals.set(number(row, 'campaignid'), (totals.get(number(row, 'campaignid')) ?? 0) + number(row, 'weight'));
  return inZone.flatMap((row): readonly ReviveAd[] => {
    const campaign = (rows.campaigns ?? []).find((one) => one['campaignid'] === row['campaignid']);
    if (campaign === undefined || !isRunning(campaign, nowMs) || isCapped(campaign) || isCapped(row)) return [];
    const limitations = (rows.acls ?? []).filter((acl) => acl['bannerid'] === row['bannerid']);
    const isEligible = meetsAll(limitations, { rows, viewer, nowMs });
    const campaignId = number(campaign, 'campaignid');
    const part = number(row, 'weight') / (totals.get(campaignId) ?? 1);
    return [
      {
        bannerId: number(row, 'bannerid'),
        campaignId,
        tier: tierOf(campaign),
        weight: weightOf(campaign) * part,
        isEligible,
      },
    ];
  });
}

function number(row: ReviveTestRow, column: string, fallback = 0): number {
  return Number(row[column] ?? fallback);
}

function tierOf(campaign: ReviveTestRow): ReviveAd['tier'] {
  const priority = number(campaign, 'priority');
  return priority === -1 ? 'override' : priority > 0 ? 'contract' : 'remnant';
}

/** Campaigns that are ordered by eCPM have their eCPM as weight in Placard. */
function weightOf(campaign: ReviveTestRow): number {
  return number(campaign, 'ecpm_enabled') === 1 ? number(campaign, 'ecpm') : number(campaign, 'weight', 1);
}

/** Goals that Placard cannot express make the bookings drafts. */
function isRunning(campaign: ReviveTestRow, nowMs: number): boolean {
  const status = number(campaign, 'status');
  const hasOtherGoals =
    number(campaign, 'conversions', -1) > 0 ||
    (number(campaign, 'views', -1) > 0 && number(campaign, 'clicks', -1) > 0);
  const time = (column: string) =>
    campaign[column] ? Date.parse(`${String(campaign[column]).replace(' ', 'T')}Z`) : null;
  const [start, end] = [time('activate_time'), time('expire_time')];
  return (
    [0, 2, 3].includes(status) && !hasOtherGoals && (start === null || start <= nowMs) && (end === null || nowMs <= end)
  );
}

/** Revive does not show capped ads to viewers without a cookie. */
function isCapped(row: ReviveTestRow): boolean {
  return number(row, 'capping') > 0 || number(row, 'session_capping') > 0 || number(row, 'block') > 0;
}

type Request = { readonly rows: ReviveTestRows; readonly viewer: ReviveViewer; readonly nowMs: number };

/** `and` binds more tightly than `or`. */
function meetsAll(limitations: readonly ReviveTestRow[], request: Request): boolean {
  if (limitations.length === 0) return true;
  let isMet = false;
  let group = true;
  for (const [index, row] of limitations.entries()) {
    if (index > 0 && row['logical'] === 'or') {
      isMet ||= group;
      group = true;
    }
    group &&= isMetBy(row, request);
  }
  return isMet || group;
}

function isMetBy(row: ReviveTestRow, request: Request): boolean {
  const type = String(row['type']).replace('deliveryLimitations:', '');
  const comparison = String(row['comparison']);
  const data = String(row['data']);
  const { viewer } = request;
  const list = data.split(',');
  const isNegative = comparison.startsWith('!');
  const oneOf = (values: readonly string[], value: string) => values.includes(value) !== isNegative;
  const [country = '', parts = ''] = data.split('|');
  const within = (value: string) => viewer.country === country && oneOf(parts.split(','), value);
  switch (type) {
    case 'Client:Browser':
      return !list.includes('Netscape') && oneOf(list, viewer.browser);
    case 'Client:BrowserVersion':
      return meetsVersion(comparison, country, Number(parts), viewer);
    case 'Client:Language':
      return oneOf(list, viewer.language);
    case 'Client:Os':
      return oneOf(list, viewer.os);
    case 'Client:OsVersion':
      return comparison === 'nn' && viewer.os === country;
    case 'Geo:Country':
      return oneOf(list, viewer.country);
    case 'Geo:Continent':
      return oneOf(list, { NL: 'EU', GB: 'EU', US: 'NA' }[viewer.country] ?? '');
    case 'Geo:Subdivision1':
      return within(viewer.region.slice(3));
    case 'Geo:Region':
      return country === 'US' && within(viewer.region.slice(3));
    case 'Geo:City':
      return within(viewer.city);
    case 'Geo:Postalcode':
      return (comparison === '==' || comparison === '!=') && oneOf([data], viewer.postalCode);
    case 'Site:Pageurl':
      return (comparison === '=~' || comparison === '!~') && viewer.page.includes(data) !== isNegative;
    case 'Site:Source':
      return (comparison === '==' || comparison === '!=') && oneOf([data], viewer.variables['source'] ?? '');
    case 'Site:Variable':
      return (comparison === '==' || comparison === '!=') && oneOf([parts], viewer.variables[country] ?? '');
    case 'Site:Channel':
      return meetsChannels(comparison, list, request);
    case 'Site:Registerabledomainlist':
      return data.split('\n').some((domain) => `.${new URL(viewer.page).hostname}`.endsWith(`.${domain}`));
    case 'Site:Hostnamelist':
      return !data.includes(`"${new URL(viewer.page).hostname}"`);
    case 'Time:Day':
    case 'Time:Hour':
    case 'Time:Date':
      return meetsTime(type, comparison, data, request.nowMs);
    default:
      return false;
  }
}

function meetsVersion(comparison: string, browser: string, version: number, viewer: ReviveViewer): boolean {
  const isSame = viewer.browser === browser;
  switch (comparison) {
    case 'nn':
      return isSame;
    case '==':
      return isSame && viewer.version === version;
    case '!=':
      return !(isSame && viewer.version === version);
    case 'lt':
      return isSame && viewer.version < version;
    case 'le':
      return isSame && viewer.version <= version;
    case 'gt':
      return isSame && viewer.version > version;
    default:
      return isSame && viewer.version >= version;
  }
}

function meetsChannels(comparison: string, ids: readonly string[], request: Request): boolean {
  if (ids.some((id) => id === '999' || id === '3')) return false;
  const met = ids.map((id) =>
    meetsAll(
      (request.rows.acls_channel ?? []).filter((row) => String(row['channelid']) === id),
      request,
    ),
  );
  const joined = comparison === '=~' || comparison === '!~' ? met.includes(true) : !met.includes(false);
  return joined !== comparison.startsWith('!');
}

function meetsTime(type: string, comparison: string, data: string, nowMs: number): boolean {
  const [value = '', timeZone = 'UTC'] = data.split('@');
  if (comparison === '!=' || timeZone.startsWith('America')) return false;
  const local = new Date(new Date(nowMs).toLocaleString('en-US', { timeZone }));
  if (type !== 'Time:Date') {
    const part = type === 'Time:Day' ? local.getDay() : local.getHours();
    return value.split(',').includes(String(part)) !== comparison.startsWith('!');
  }
  const date = local.getFullYear() * 10_000 + (local.getMonth() + 1) * 100 + local.getDate();
  const other = Number(value);
  return { '>=': date >= other, '<=': date <= other, '>': date > other, '<': date < other }[comparison] ?? false;
}
