import { bannerItem, bannerState, bannerStates } from '../creatives/import-creatives.ts';
import { type ImportContext, rowsOfTable } from '../import-context.ts';
import type { ImportedZone } from '../import-inventory.ts';
import { compileLimitations } from '../limitations/compile-limitations.ts';
import type { DeliveryLimitation } from '../limitations/condition.ts';
import type { ReviveRow } from '../source/revive-data.ts';
import { byId, grouped, integerIn, textIn } from '../source-values.ts';
import type { CampaignUnit } from './campaign-bookings.ts';
import { type CampaignBanner, type CampaignPart, campaignPartsOf } from './campaign-parts.ts';
import { type Delivered, goalOf } from './delivery-goals.ts';
import { capsOfRow, type ImportedCap } from './frequency-caps.ts';
import { earliestStart, type SourceCampaign } from './source-campaign.ts';

/** Latest time that the API accepts. */
const lastMs = Date.parse('9999-12-31T23:59:59Z');
const emptyPeriod = 'The campaign ends before it starts. The booking has a period of one second before this end.';
/** Weight of an eCPM campaign without a known eCPM. */
const leastEcpm = 0.01;

/** Reads the parts of campaigns with everything that a booking needs. */
export class UnitReader {
  readonly #context: ImportContext;
  readonly #banners: ReadonlyMap<number, readonly ReviveRow[]>;
  readonly #zonesOf = new Map<number, ImportedZone[]>();
  readonly #conditions: ReadonlyMap<number, readonly DeliveryLimitation[]>;
  readonly #channels: ReadonlyMap<string, readonly DeliveryLimitation[]>;
  readonly #delivered = new Map<number, { impressions: number; clicks: number }>();
  readonly #traffic = new Map<number, number>();

  constructor(context: ImportContext, zones: ReadonlyMap<number, ImportedZone>) {
    this.#context = context;
    this.#banners = grouped(byId(rowsOfTable(context, 'banners'), 'bannerid').values(), (row) =>
      integerIn(row, 'campaignid'),
    );
    this.#readLinks(zones);
    this.#conditions = conditionsBy(rowsOfTable(context, 'acls'), 'bannerid');
    const channels = conditionsBy(rowsOfTable(context, 'acls_channel'), 'channelid');
    const ids = byId(rowsOfTable(context, 'channel'), 'channelid').keys();
    this.#channels = new Map([...ids].map((id) => [String(id), channels.get(id) ?? []]));
    for (const { bannerId, zoneId, impressions, clicks } of context.data.statistics) {
      const sum = this.#delivered.get(bannerId) ?? { impressions: 0, clicks: 0 };
      this.#delivered.set(bannerId, { impressions: sum.impressions + impressions, clicks: sum.clicks + clicks });
      this.#traffic.set(zoneId, (this.#traffic.get(zoneId) ?? 0) + impressions);
    }
  }

  isLinked(bannerId: number): boolean {
    return this.#zonesOf.has(bannerId);
  }

  unitsOf(campaign: SourceCampaign): readonly CampaignUnit[] {
    const { builder, options } = this.#context;
    const rows = this.#banners.get(campaign.id) ?? [];
    const goal = goalOf(campaign, this.#deliveredBy(rows), options.nowMs);
    for (const message of goal.notes) builder.translated(campaign.item, { feature: 'goal', message });
    for (const one of goal.unsupported) builder.unsupported(campaign.item, { feature: 'goal', ...one });
    const banners = rows.filter((row) => this.isLinked(integerIn(row, 'bannerid'))).map((row) => this.#bannerOf(row));
    const weighsZones = campaign.tier !== 'contract';
    const parts = campaignPartsOf(banners, { weighsZones });
    const own = capsOfRow(campaign.row);
    for (const message of own.notes) builder.translated(campaign.item, { feature: 'capping', message });
    const divided = this.#dividedCaps(campaign, own.caps, parts.length);
    const goalParts = this.#goalParts(parts, banners);
    return parts.map((part, index) => {
      const caps = [...(divided ?? own.caps), ...(part.banners[0]?.caps.caps ?? [])];
      const { startMs, endMs, isEmpty } = periodOf(campaign, goal, part);
      if (isEmpty) builder.translated(campaign.item, { feature: 'period', message: emptyPeriod });
      const limitations = part.banners[0]?.limitations;
      const isIncomplete =
        divided === null || goal.unsupported.length > 0 || (limitations?.unsupported.length ?? 0) > 0;
      const isSingle = caps.length > 0;
      const weight = weightOf(campaign) * part.weightPart;
      const zoneIds = part.zones.map(({ id }) => id);
      const terms = { goal, goalPart: goalParts[index] ?? 1, caps, weight, zones: part.zones, zoneIds };
      return { campaign, part, index, parts: parts.length, ...terms, isSingle, startMs, endMs, isIncomplete };
    });
  }

  #deliveredBy(rows: readonly ReviveRow[]): Delivered {
    const sums = rows.map((row) => this.#delivered.get(integerIn(row, 'bannerid')) ?? { impressions: 0, clicks: 0 });
    return {
      impressions: sums.reduce((sum, { impressions }) => sum + impressions, 0),
      clicks: sums.reduce((sum, { clicks }) => sum + clicks, 0),
    };
  }

  #readLinks(zones: ReadonlyMap<number, ImportedZone>): void {
    const { builder } = this.#context;
    const banners = byId(rowsOfTable(this.#context, 'banners'), 'bannerid');
    const seen = new Set<string>();
    for (const row of rowsOfTable(this.#context, 'ad_zone_assoc')) {
      const zoneId = integerIn(row, 'zone_id');
      const bannerId = integerIn(row, 'ad_id');
      const link = `${bannerId} ${zoneId}`;
      // Links to zone 0 are for direct requests of a banner.
      if (zoneId === 0 || seen.has(link)) continue;
      seen.add(link);
      const zone = zones.get(zoneId);
      if (zone === undefined || !banners.has(bannerId)) {
        const missing = zone === undefined ? `zone ${zoneId}` : `banner ${bannerId}`;
        const message = `The ${missing} of the link does not exist in Revive. The link is omitted.`;
        builder.translated({ kind: 'link', id: integerIn(row, 'ad_zone_assoc_id'), name: '' }, { message });
        continue;
      }
      const linked = this.#zonesOf.get(bannerId);
      if (linked === undefined) this.#zonesOf.set(bannerId, [zone]);
      else linked.push(zone);
    }
  }

  #bannerOf(row: ReviveRow): CampaignBanner {
    const { builder } = this.#context;
    const id = integerIn(row, 'bannerid');
    const item = bannerItem(row);
    const zones = this.#zonesOf.get(id) ?? [];
    const timeZones = new Set(zones.map(({ timeZone }) => timeZone));
    const [timeZone = 'UTC'] = timeZones;
    const limitations = compileLimitations(this.#conditions.get(id) ?? [], {
      timeZone: timeZones.size > 1 ? null : timeZone,
      channels: this.#channels,
    });
    for (const { type, message } of limitations.notes) builder.translated(item, { feature: type, message });
    for (const { type, ...one } of limitations.unsupported) builder.unsupported(item, { feature: type, ...one });
    if (limitations.isNever) {
      builder.translated(item, {
        feature: 'limitations',
        message: 'No request matches the limitations. The booking is paused.',
      });
    }
    for (const [type, count] of counted(this.#conditions.get(id) ?? [])) {
      const isNoted = [...limitations.notes, ...limitations.unsupported].some((one) => one.type === type);
      if (!isNoted)
        builder.imported(item, { feature: type, message: `${count} conditions are part of the targeting.` });
    }
    const caps = capsOfRow(row);
    for (const message of caps.notes) builder.translated(item, { feature: 'capping', message });
    const weight = Math.max(0, integerIn(row, 'weight', 1));
    const isActive = bannerState(row) === bannerStates.running && weight > 0;
    return { id, row, weight, isActive, zones, limitations, caps };
  }

  /** A cap of a campaign counts per booking in Placard, so its count is divided. null: there are too many parts. */
  #dividedCaps({ item }: SourceCampaign, caps: readonly ImportedCap[], parts: number): readonly ImportedCap[] | null {
    if (caps.length === 0 || parts <= 1) return caps;
    const { builder } = this.#context;
    if (caps.some(({ most }) => most < parts)) {
      builder.unsupported(item, {
        feature: 'capping',
        message: `The campaign became ${parts} bookings, and Placard caps each booking separately.`,
        remedy: 'Give all banners of the campaign the same limitations and zones, and import again.',
      });
      return null;
    }
    const message = `The cap is divided by the ${parts} bookings of the campaign, because Placard caps each booking separately.`;
    builder.translated(item, { feature: 'capping', message });
    return caps.map((cap) => ({ ...cap, most: Math.floor(cap.most / parts) }));
  }

  /** Parts of the goal, in proportion to the impressions that each booking can expect. */
  #goalParts(parts: readonly CampaignPart[], banners: readonly CampaignBanner[]): readonly number[] {
    const hasTraffic = this.#traffic.size > 0;
    const weightIn = (zone: ImportedZone, among: readonly CampaignBanner[]) =>
      among.reduce((sum, banner) => sum + (banner.isActive && banner.zones.includes(zone) ? banner.weight : 0), 0);
    const expected = parts.map(({ zones, banners: own }) =>
      zones.reduce((sum, zone) => {
        const all = weightIn(zone, banners);
        const traffic = hasTraffic ? (this.#traffic.get(zone.id) ?? 1) : 1;
        return sum + (all === 0 ? 0 : (traffic * weightIn(zone, own)) / all);
      }, 0),
    );
    const total = expected.reduce((sum, one) => sum + one, 0);
    return expected.map((one) => (total === 0 ? 1 / parts.length : one / total));
  }
}

/** Weight of a campaign among those of its tier. */
function weightOf({ tier, row, weight }: SourceCampaign): number {
  if (tier !== 'ecpm') return Math.max(1, weight);
  const ecpm = Number(textIn(row, 'ecpm')) || Number(textIn(row, 'revenue'));
  return Number.isFinite(ecpm) && ecpm > 0 ? ecpm : leastEcpm;
}

function periodOf(campaign: SourceCampaign, goal: CampaignUnit['goal'], part: CampaignPart) {
  const limits = part.banners[0]?.limitations ?? { startMs: null, endMs: null };
  const starts = [goal.startMs ?? campaign.startMs, limits.startMs].filter((ms) => ms !== null);
  const ends = [goal.endMs ?? campaign.endMs, limits.endMs].filter((ms) => ms !== null);
  const endMs = ends.length === 0 ? null : Math.min(lastMs, ...ends);
  const startMs = starts.length === 0 ? null : Math.min(lastMs, Math.max(...starts));
  // A period that ends before it starts delivers nothing. Placard requires a start before the end.
  const isEmpty = endMs !== null && (startMs ?? Date.parse(earliestStart)) >= endMs;
  return { startMs: isEmpty ? endMs - 1_000 : startMs, endMs, isEmpty };
}

function counted(conditions: readonly DeliveryLimitation[]): ReadonlyMap<string, number> {
  return new Map([...grouped(conditions, ({ type }) => type)].map(([type, ofType]) => [type, ofType.length]));
}

/** Conditions by the ID of their banner or delivery rule set, in the order of execution. */
function conditionsBy(rows: readonly ReviveRow[], column: string): ReadonlyMap<number, readonly DeliveryLimitation[]> {
  const ordered = rows.toSorted((a, b) => integerIn(a, 'executionorder') - integerIn(b, 'executionorder'));
  const groups = grouped(ordered, (row) => integerIn(row, column));
  return new Map([...groups].map(([id, ofOwner]) => [id, ofOwner.map(conditionOf)]));
}

function conditionOf(row: ReviveRow): DeliveryLimitation {
  return {
    logical: textIn(row, 'logical').toLowerCase() === 'or' ? 'or' : 'and',
    type: textIn(row, 'type').replace(/^deliveryLimitations:/i, ''),
    comparison: textIn(row, 'comparison').trim(),
    data: textIn(row, 'data'),
  };
}
