import sharp from 'sharp';
import { expressibleLimitations, inexpressibleLimitations, type LimitationRow } from './limitation-rows.ts';
import type { ReviveTestRow, ReviveTestRows } from './revive-schema.ts';

/** Generated rows, and the files of the web server by name. */
export type GeneratedRevive = { readonly rows: ReviveTestRows; readonly files: ReadonlyMap<string, Buffer> };

const campaigns = 200;
const bannersPerCampaign = 5;
const dayMs = 86_400_000;

/** Zones by size. Override campaigns use their own zones, and also contracts, so that the shares can be compared. */
const zoneKinds = [
  { kind: 'remnant', width: 728, height: 90, delivery: 0, count: 6 },
  { kind: 'remnant', width: 300, height: 250, delivery: 0, count: 6 },
  { kind: 'remnant', width: -1, height: -1, delivery: 0, count: 2 },
  { kind: 'remnant', width: 0, height: 0, delivery: 3, count: 2 },
  { kind: 'contract', width: 970, height: 250, delivery: 0, count: 4 },
  { kind: 'override', width: 468, height: 60, delivery: 0, count: 3 },
  { kind: 'capped', width: 160, height: 600, delivery: 1, count: 3 },
  { kind: 'video', width: -1, height: -1, delivery: 7, count: 2 },
] as const;

type Zone = { readonly id: number; readonly group: (typeof zoneKinds)[number] };

/** Generates 200 campaigns of all kinds and 1,000 banners with all delivery limitations. Equal arguments, equal rows. */
export async function generateRevive(nowMs: number): Promise<GeneratedRevive> {
  const zones = zonesOf();
  const files = new Map<string, Buffer>();
  for (const { width, height } of zoneKinds) {
    if (width > 0) files.set(`banner-${width}x${height}.png`, await image(width, height));
  }
  const stored = { filename: 'stored.png', contents: await image(300, 250), t_stamp: '2026-01-01 00:00:00' };
  const campaignRows = Array.from({ length: campaigns }, (_, index) => campaignRow(index, nowMs));
  const banners = campaignRows.flatMap((_, index) => bannersOf(index, zones));
  const rows: ReviveTestRows = {
    ...accountRows(),
    zones: zones.map(zoneRow),
    clients: Array.from({ length: 40 }, (_, index) => ({
      clientid: index + 1,
      agencyid: (index % 4) + 1,
      clientname: `Advertiser ${(index % 38) + 1}`,
    })),
    campaigns: campaignRows,
    banners: banners.map(({ row }) => row),
    ad_zone_assoc: [
      ...banners.flatMap(({ row, zones: linked }) =>
        linked.map(({ id }) => ({ zone_id: id, ad_id: row['bannerid'] ?? null })),
      ),
      ...banners.slice(0, 50).map(({ row }) => ({ zone_id: 0, ad_id: row['bannerid'] ?? null, link_type: 0 })),
    ],
    acls: banners.flatMap(({ row, limitations }) =>
      limitations.map((one, index) => aclRow({ bannerid: row['bannerid'] ?? null }, one, index)),
    ),
    channel: [1, 2, 3].map((id) => ({ channelid: id, agencyid: 1, name: `Rule set ${id}` })),
    acls_channel: [
      aclRow({ channelid: 1 }, ['Geo:Country', '=~', 'NL'], 0),
      aclRow({ channelid: 1 }, ['Site:Variable', '==', 'section|tennis'], 1, 'or'),
      aclRow({ channelid: 2 }, ['Site:Pageurl', '=~', '/shop/'], 0),
      aclRow({ channelid: 3 }, ['Client:Ip', '==', '10.*'], 0),
    ],
    images: [stored],
    banner_vast_element: banners.filter(({ isVideo }) => isVideo).map(({ row }) => videoRow(Number(row['bannerid']))),
    data_summary_ad_hourly: statisticsRows(nowMs),
  };
  return { rows, files };
}

function image(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#2040a0' } })
    .png()
    .toBuffer();
}

function zonesOf(): readonly Zone[] {
  const groups = zoneKinds.flatMap((group) => Array.from({ length: group.count }, () => group));
  return groups.map((group, index) => ({ id: index + 1, group }));
}

function zoneRow({ id, group }: Zone): ReviveTestRow {
  const { width, height, delivery, kind } = group;
  return {
    zoneid: id,
    affiliateid: (id % 10) + 1,
    zonename: `Zone ${id} ${kind}`,
    width,
    height,
    delivery,
    chain: id === 5 ? 'zone:6' : '',
    capping: id === 6 ? 3 : 0,
    append: id === 7 ? '<script></script>' : '',
  };
}

function accountRows(): ReviveTestRows {
  return {
    accounts: [
      { account_id: 1, account_type: 'ADMIN', account_name: 'Administrator' },
      ...[1, 2, 3, 4].map((id) => ({ account_id: id + 1, account_type: 'MANAGER', account_name: `Agency ${id}` })),
    ],
    agency: [1, 2, 3, 4].map((id) => ({ agencyid: id, name: `Agency ${id}`, account_id: id + 1 })),
    affiliates: Array.from({ length: 10 }, (_, index) => ({
      affiliateid: index + 1,
      agencyid: (index % 4) + 1,
      name: `Website ${index + 1}`,
      website: `https://www.site${index + 1}.example/`,
    })),
    preferences: [{ preference_id: 16, preference_name: 'timezone', account_type: 'MANAGER' }],
    account_preference_assoc: [{ account_id: 1, preference_id: 16, value: 'Europe/Amsterdam' }],
    users: [{ user_id: 1, username: 'admin', email_address: 'admin@example.com' }],
    trackers: [{ trackerid: 1, trackername: 'Order', clientid: 1 }],
    campaigns_trackers: [{ campaignid: 1, trackerid: 1 }],
    variables: [{ trackerid: 1, name: 'basket' }],
  };
}

/** Kind of the zones that a campaign uses. */
function groupOf(index: number): (typeof zoneKinds)[number]['kind'] {
  const slot = index % 20;
  if (slot <= 1) return 'override';
  // Some remnant campaigns compete with contracts.
  if (slot <= 8) return 'contract';
  if (slot === 16) return 'capped';
  return slot === 19 && index % 40 === 39 ? 'video' : 'remnant';
}

function campaignRow(index: number, nowMs: number): ReviveTestRow {
  const base = {
    campaignid: index + 1,
    campaignname: `Campaign ${index + 1}`,
    clientid: (index % 40) + 1,
    activate_time: timeText(nowMs - 10 * dayMs),
    expire_time: null,
    revenue: '2.5000',
    revenue_type: (index % 4) + 1,
  };
  return { ...base, ...termsOf(index, nowMs) };
}

function termsOf(index: number, nowMs: number): ReviveTestRow {
  const slot = index % 20;
  const inDays = (days: number) => `${new Date(nowMs + days * dayMs).toISOString().slice(0, 10)} 22:59:59`;
  switch (slot) {
    case 0:
    case 1:
      return { priority: -1, weight: slot + 1 };
    case 2:
    case 3:
    case 4:
    case 5:
      return { priority: [10, 7, 3, 1][slot - 2] ?? 5, views: 1_000_000, expire_time: inDays(30) };
    case 6:
      return { priority: 5, target_impression: 5_000 };
    case 7:
      return { priority: 6, clicks: 500, expire_time: inDays(20) };
    case 14:
      return { weight: 2, expire_time: inDays(14) };
    case 15:
      return { weight: 1, views: 50_000 };
    case 16:
      return {
        weight: 3,
        capping: 4,
        block: index % 40 === 16 ? 86_400 : 0,
        session_capping: index % 60 === 16 ? 2 : 0,
      };
    case 17:
      return { priority: index % 40 === 17 ? -2 : 0, ecpm_enabled: 1, ecpm: '1.5000' };
    case 18:
      return statusTerms(index, inDays);
    case 19:
      return index % 40 === 19 ? { companion: 1 } : { weight: 1 };
    default:
      return { weight: [1, 2, 3, 5, 10, 1][slot - 8] ?? 1 };
  }
}

function statusTerms(index: number, inDays: (days: number) => string): ReviveTestRow {
  const variants: readonly ReviveTestRow[] = [
    { status: 1 },
    { status: 4, weight: 0 },
    { status: 21 },
    { status: 22 },
    { status: 3, expire_time: inDays(-2) },
    { status: 2, activate_time: inDays(5) },
    { conversions: 10, priority: 4, expire_time: inDays(30) },
    { views: 1_000, clicks: 10 },
    { status: 77 },
    { priority: 4 },
  ];
  return variants[Math.floor(index / 20) % variants.length] ?? {};
}

function timeText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

type Banner = {
  readonly row: ReviveTestRow;
  readonly zones: readonly Zone[];
  readonly limitations: readonly LimitationRow[];
  readonly isVideo: boolean;
};

function bannersOf(campaign: number, zones: readonly Zone[]): readonly Banner[] {
  const kind = groupOf(campaign);
  const sizes = zoneKinds.filter((group) => group.kind === kind && (kind !== 'remnant' || group.width > 0));
  return Array.from({ length: bannersPerCampaign }, (_, number) => {
    const index = campaign * bannersPerCampaign + number;
    const group = sizes[campaign % sizes.length] ?? zoneKinds[0];
    const isText = kind === 'remnant' && campaign % 20 === 13 && number === 4;
    const isAny = kind === 'remnant' && campaign % 20 === 12 && number === 3;
    const linked = zones.filter(({ group: own }) => {
      if (isText) return own.delivery === 3;
      return own === group || (isAny && own.width === -1 && own.delivery === 0);
    });
    const limitations = limitationsOf(campaign, number);
    const isVideo = kind === 'video';
    const row = bannerRow({ index, campaign, number, group, isText, isVideo });
    return { row, zones: index % 97 === 96 ? [] : linked.slice(0, 1 + (campaign % 4)), limitations, isVideo };
  });
}

/** A third of the campaigns have other limitations for each banner, others the same for all or none. */
function limitationsOf(campaign: number, number: number): readonly LimitationRow[] {
  const all = expressibleLimitations;
  const pick = (from: readonly LimitationRow[], index: number) => from[index % from.length] as LimitationRow;
  if (campaign % 3 === 0) {
    const index = (campaign / 3) * bannersPerCampaign + number;
    if (number === 4) return [pick(inexpressibleLimitations, campaign / 3)];
    return index % 2 === 0 ? [pick(all, index)] : [pick(all, index), pick(all, index + 7)];
  }
  return campaign % 9 === 1 ? [pick(all, campaign)] : [];
}

type BannerInputs = {
  readonly index: number;
  readonly campaign: number;
  readonly number: number;
  readonly group: (typeof zoneKinds)[number];
  readonly isText: boolean;
  readonly isVideo: boolean;
};

function bannerRow({ index, campaign, number, group, isText, isVideo }: BannerInputs): ReviveTestRow {
  const common = {
    bannerid: index + 1,
    campaignid: campaign + 1,
    description: `Banner ${index + 1}`,
    url: 'https://advertiser.example/?b={bannerid}',
    width: group.width,
    height: group.height,
    weight: number === 2 ? 3 : 1,
    status: index % 61 === 60 ? 1 : 0,
    append: index % 89 === 88 ? '<img src="https://count.example/i" width="1" height="1">' : '',
  };
  if (isVideo)
    return {
      ...common,
      storagetype: 'html',
      contenttype: 'html',
      ext_bannertype: index % 5 === 4 ? overlayPlugin : inlinePlugin,
    };
  if (isText) return { ...common, storagetype: 'txt', contenttype: 'txt', bannertext: 'Read <more> & buy' };
  const stored = group.width === 300 ? { storagetype: 'sql', contenttype: 'png', filename: 'stored.png' } : null;
  const variants: readonly ReviveTestRow[] = [
    { storagetype: 'web', contenttype: 'png', filename: `banner-${group.width}x${group.height}.png`, alt: 'A banner' },
    stored ?? { storagetype: 'web', contenttype: 'png', filename: `banner-${group.width}x${group.height}.png` },
    { storagetype: 'url', contenttype: 'png', imageurl: 'https://images.example/a.png?r={random}' },
    {
      storagetype: 'html',
      contenttype: 'html',
      htmltemplate: `<a href="{clickurl}https://shop.example/?b={bannerid}&z={zoneid}">It's\n{random}</a>`,
      adserver: 'max',
    },
    {
      storagetype: 'html',
      contenttype: 'html',
      htmltemplate: '<a href="https://shop.example/">Buy</a>',
      adserver: 'max',
    },
  ];
  return { ...common, ...variants[index % variants.length] };
}

const inlinePlugin = 'bannerTypeHtml:vastInlineBannerTypeHtml:vastInlineHtml';
const overlayPlugin = 'bannerTypeHtml:vastOverlayBannerTypeHtml:vastOverlayHtml';

function videoRow(bannerId: number): ReviveTestRow {
  return {
    banner_id: bannerId,
    vast_element_type: 'singlerow',
    vast_video_duration: 15,
    vast_video_delivery: 'progressive',
    vast_video_type: 'video/mp4',
    vast_video_bitrate: '1200',
    vast_video_width: 640,
    vast_video_height: 360,
    vast_video_outgoing_filename: 'https://video.example/spot.mp4',
    vast_video_clickthrough_url: 'https://advertiser.example/video',
  };
}

function aclRow(
  owner: ReviveTestRow,
  [type, comparison, data]: LimitationRow,
  order: number,
  logical = 'and',
): ReviveTestRow {
  return { ...owner, logical, type: `deliveryLimitations:${type}`, comparison, data, executionorder: order };
}

function statisticsRows(nowMs: number): readonly ReviveTestRow[] {
  return Array.from({ length: 2_000 }, (_, index) => ({
    date_time: timeText(Math.floor((nowMs - (index % 72) * 3_600_000) / 3_600_000) * 3_600_000),
    ad_id: (index % 1_000) + 1,
    creative_id: 0,
    zone_id: (index % 23) + 1,
    requests: 30,
    impressions: 20,
    clicks: index % 3,
  }));
}
