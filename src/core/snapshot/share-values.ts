import type { CampaignId } from '../vocabulary/ids.ts';
import type { MoneyMicros } from '../vocabulary/money.ts';
import type { HeldBooking } from './snapshot.ts';
import type { BookingDelivery, BookingRow } from './snapshot-rows.ts';

/**
 * Interns equal values of rows: a file repeats the campaign in each of its bookings and contains many equal lists and
 * strings, which would take a third of the memory of a snapshot. Fields that are only needed to join a row are dropped.
 */
export type ValueSharer = {
  readonly booking: (row: BookingRow) => HeldBooking;
};

export function createValueSharer(): ValueSharer {
  const campaigns = new Map<CampaignId, BookingRow['campaign']>();
  const values = new Map<string, unknown>();
  const prices = new Map<number, MoneyMicros>();

  function shared<Value>(value: Value): Value {
    if (Array.isArray(value) && value.length === 0) return none as unknown as Value;
    const key = typeof value === 'string' ? value : JSON.stringify(value);
    const known = values.get(key);
    if (known !== undefined) return known as Value;
    // Values that many bookings share occur early. An unlimited cache would retain obsolete values.
    if (values.size >= mostShared) values.clear();
    values.set(key, value);
    return value;
  }

  function campaignOf({ campaignId, campaign }: BookingRow): BookingRow['campaign'] {
    const known = campaigns.get(campaignId);
    if (known !== undefined && isSameCampaign(known, campaign)) return known;
    campaigns.set(campaignId, campaign);
    return campaign;
  }

  /** Half of all bookings have a price, with few different values. */
  function priceOf(price: MoneyMicros): MoneyMicros {
    const { micros, currency } = price;
    const known = prices.get(micros);
    if (known?.currency === currency) return known;
    if (prices.size >= mostShared) prices.clear();
    prices.set(micros, price);
    return price;
  }

  const booking = (row: BookingRow): HeldBooking => ({
    id: row.id,
    campaignId: row.campaignId,
    externalId: row.externalId,
    type: row.type,
    lifecycle: row.lifecycle,
    paused: row.paused,
    held: row.held,
    campaign: campaignOf(row),
    startMs: row.startMs,
    endMs: row.endMs,
    activeDays: shared(row.activeDays),
    dayParts: shared(row.dayParts),
    priority: row.priority,
    cpm: row.cpm ? priceOf(row.cpm) : null,
    adCount: row.ads.length,
    exclusionLabels: shared(row.exclusionLabels ?? none),
    duplicatesAllowed: row.duplicatesAllowed ?? false,
    roadblock: row.roadblock ?? 'none',
    trackers: row.trackers === undefined ? null : shared(row.trackers),
    caps: shared(row.caps ?? none),
    delivery: row.delivery === undefined ? byShare : row.delivery,
    loop: row.loop ?? null,
  });
  return { booking };
}

const mostShared = 10_000;
const none: readonly never[] = [];
const byShare: BookingDelivery = { method: 'share' };

function isSameCampaign(one: BookingRow['campaign'], other: BookingRow['campaign']): boolean {
  return (
    one.name === other.name &&
    one.type === other.type &&
    one.delivering === other.delivering &&
    one.advertiserId === other.advertiserId
  );
}
