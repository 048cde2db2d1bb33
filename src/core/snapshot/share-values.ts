import type { CampaignId } from '../words/ids.ts';
import type { HeldBooking } from './snapshot.ts';
import type { BookingRow } from './snapshot-rows.ts';

/**
 * Makes bookings that hold equal values hold the same ones: a file of rows repeats the campaign in each of its bookings and
 * is full of empty lists, which would be a quarter of the memory of a snapshot.
 */
export type ValueSharer = (row: BookingRow) => HeldBooking;

export function createValueSharer(): ValueSharer {
  const campaigns = new Map<CampaignId, BookingRow['campaign']>();
  const values = new Map<string, unknown>();

  function shared<Value>(value: Value): Value {
    if (Array.isArray(value) && value.length === 0) return emptyList as unknown as Value;
    const key = JSON.stringify(value);
    const known = values.get(key);
    if (known !== undefined) return known as Value;
    // What many bookings have in common comes early; a store that only grew would keep what is long gone.
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

  return (row) => ({
    id: row.id,
    campaignId: row.campaignId,
    name: row.name,
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
    cpm: row.cpm === null ? null : shared(row.cpm),
    ads: row.ads.length === 0 ? noAds : row.ads,
    ...(row.exclusionLabels === undefined ? {} : { exclusionLabels: shared(row.exclusionLabels) }),
    ...(row.duplicatesAllowed === undefined ? {} : { duplicatesAllowed: row.duplicatesAllowed }),
    ...(row.caps === undefined ? {} : { caps: shared(row.caps) }),
    ...(row.delivery === undefined ? {} : { delivery: row.delivery }),
  });
}

const mostShared = 10_000;
const emptyList: readonly never[] = [];
const noAds: BookingRow['ads'] = [];

function isSameCampaign(one: BookingRow['campaign'], other: BookingRow['campaign']): boolean {
  return (
    one.name === other.name &&
    one.type === other.type &&
    one.delivering === other.delivering &&
    one.advertiserId === other.advertiserId
  );
}
