import { maxCreativeWeight } from '../../../../core/vocabulary/limits/booking-limits.ts';
import { decimalFromMicros, microsFromDecimal } from '../../../../core/vocabulary/money.ts';
import type { Creatives } from '../creatives/import-creatives.ts';
import { externalId, type ImportContext } from '../import-context.ts';
import type { ImportedZone } from '../import-inventory.ts';
import { integerIn, textIn } from '../source-values.ts';
import type { CampaignPart } from './campaign-parts.ts';
import type { CampaignGoal } from './delivery-goals.ts';
import { type ImportedCap, joinedCaps } from './frequency-caps.ts';
import { earliestStart, type SourceCampaign } from './source-campaign.ts';

/** A part of a campaign that competes with others in its zones. */
export type CampaignUnit = {
  readonly campaign: SourceCampaign;
  readonly part: CampaignPart;
  /** Number of the part in the campaign, from 0. */
  readonly index: number;
  readonly parts: number;
  readonly goal: CampaignGoal;
  /** Part of the goal of the campaign, 0 to 1. */
  readonly goalPart: number;
  readonly caps: readonly ImportedCap[];
  readonly weight: number;
  readonly zones: readonly ImportedZone[];
  readonly zoneIds: readonly number[];
  readonly isSingle: boolean;
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** True: features that Placard cannot express are missing. */
  readonly isIncomplete: boolean;
};

/** One booking of a unit. */
export type UnitBooking = {
  readonly zones: readonly ImportedZone[];
  readonly priority: number;
  readonly delivery: Readonly<Record<string, unknown>>;
  readonly endsByCreatives: boolean;
};

/** Adds the bookings of a unit. Returns their keys. */
export async function addBookings(
  context: ImportContext,
  unit: CampaignUnit,
  {
    creatives,
    brandKey,
    bookings,
  }: { readonly creatives: Creatives; readonly brandKey: string; readonly bookings: readonly UnitBooking[] },
): Promise<readonly string[]> {
  const keys: string[] = [];
  for (const [index, booking] of bookings.entries()) {
    const key = bookingKey(unit, index);
    const body = await bookingOf(context, unit, { creatives, brandKey, booking });
    context.builder.add('bookings', key, { ...body, name: nameOf(unit, index, bookings.length), externalId: key });
    keys.push(key);
  }
  return keys;
}

/** The first booking has the ID of the campaign. Others have the ID of their first banner. */
function bookingKey({ campaign, part, index }: CampaignUnit, number: number): string {
  const banner = index === 0 ? '' : `:${part.banners[0]?.id ?? 0}.${index}`;
  return externalId('campaign', `${campaign.id}${banner}${number === 0 ? '' : `:part${number + 1}`}`);
}

function nameOf({ campaign, index, parts }: CampaignUnit, number: number, bookings: number): string {
  const part = parts === 1 ? '' : `, banners ${index + 1} of ${parts}`;
  const copy = bookings === 1 ? '' : `, part ${number + 1} of ${bookings}`;
  const suffix = part + copy;
  return `${campaign.item.name.slice(0, 255 - suffix.length).replace(/[\ud800-\udbff]$/, '')}${suffix}`;
}

type BookingInputs = { readonly creatives: Creatives; readonly brandKey: string; readonly booking: UnitBooking };

async function bookingOf(context: ImportContext, unit: CampaignUnit, { creatives, brandKey, booking }: BookingInputs) {
  const { campaign, part } = unit;
  const targeting = part.banners[0]?.limitations.targeting ?? null;
  const endDate = unit.endMs === null ? null : isoText(unit.endMs);
  return {
    campaign: externalId('campaign', campaign.id),
    type: 'display',
    startDate: unit.startMs === null ? earliestStart : isoText(unit.startMs),
    endDate: booking.endsByCreatives ? null : endDate,
    positions: booking.zones.map(({ positionKey }) => positionKey),
    priority: booking.priority,
    targeting,
    roadblock:
      integerIn(campaign.row, 'companion') === 1 && booking.delivery['method'] !== 'fill'
        ? 'as_many_as_possible'
        : null,
    delivery: booking.delivery,
    caps: unit.caps.length === 0 ? null : joinedCaps(unit.caps),
    pricing: pricingOf(context, campaign),
    creatives: await creativesOf(unit, { creatives, brandKey, booking, endDate }),
    state: stateOf(context, unit),
  };
}

function isoText(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

async function creativesOf(
  { part }: CampaignUnit,
  { creatives, brandKey, booking, endDate }: BookingInputs & { readonly endDate: string | null },
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const formats = new Set(booking.zones.map(({ formatKey }) => formatKey));
  const rows: Readonly<Record<string, unknown>>[] = [];
  const heaviest = Math.max(1, ...part.banners.map(({ weight }) => weight));
  const scale = Math.min(1, maxCreativeWeight / heaviest);
  for (const [formatKey, banners] of part.bannersOfFormat) {
    if (!formats.has(formatKey)) continue;
    for (const { row, weight } of banners) {
      const creative = await creatives.keyOf(row, formatKey, brandKey);
      if (creative === null) continue;
      const scaled = Math.max(1, Math.round(weight * scale));
      rows.push({
        creative,
        ...(scaled !== 1 && { weight: scaled }),
        ...(booking.endsByCreatives && endDate !== null && { endDate }),
      });
    }
  }
  return rows;
}

/** Price models of Revive: CPM, CPC, CPA. Monthly tenancy has no equivalent. */
const models: Readonly<Record<number, string>> = { 1: 'cpm', 2: 'cpc', 3: 'cpa' };

function pricingOf({ options }: ImportContext, { row }: SourceCampaign) {
  const model = models[integerIn(row, 'revenue_type')];
  const micros = microsFromDecimal(textIn(row, 'revenue').trim());
  if (model === undefined || micros === null || micros === 0) return null;
  return { model, rate: { amount: decimalFromMicros(micros), currency: options.currency } };
}

/** A booking without features of the source is a draft, so that it does not reach other viewers than ordered. */
function stateOf({ options }: ImportContext, { campaign, part, goal, isIncomplete }: CampaignUnit) {
  const isNever = part.banners[0]?.limitations.isNever === true;
  if ((isIncomplete && !options.ignoreUnsupported) || campaign.status === 'unknown') return { lifecycle: 'draft' };
  if (campaign.status === 'approval') return { lifecycle: 'submitted' };
  if (campaign.status === 'rejected') return { lifecycle: 'rejected' };
  return goal.isPaused || isNever ? { lifecycle: 'approved', paused: true } : { lifecycle: 'approved' };
}
