import type { CampaignId } from '../words/ids.ts';
import type { BookingRow } from './snapshot-rows.ts';

/**
 * Makes bookings that hold equal values hold the same ones: a file of rows repeats the campaign in each of its bookings and
 * is full of empty lists, which would be a quarter of the memory of a snapshot. The targeting is left out: compiled, it is
 * somewhere else, and as a tree it would be the largest part.
 */
export function createValueSharer(): (booking: BookingRow) => BookingRow {
  const campaigns = new Map<CampaignId, BookingRow['campaign']>();
  const lists = new Map<string, readonly unknown[]>();

  function shareList<List extends readonly unknown[]>(list: List): List {
    if (list.length === 0) return emptyList as unknown as List;
    const key = JSON.stringify(list);
    const known = lists.get(key);
    if (known !== undefined) return known as List;
    lists.set(key, list);
    return list;
  }

  function shareCampaign({ campaignId, campaign }: BookingRow): BookingRow['campaign'] {
    const known = campaigns.get(campaignId);
    if (known !== undefined && isSameCampaign(known, campaign)) return known;
    campaigns.set(campaignId, campaign);
    return campaign;
  }

  return ({ targeting: _, ...booking }) => {
    const { positionIds, locationIds, publicationIds, publisherIds } = booking.inventory;
    return Object.freeze({
      ...booking,
      campaign: shareCampaign(booking),
      activeDays: shareList(booking.activeDays),
      dayParts: shareList(booking.dayParts),
      inventory: Object.freeze({
        positionIds: orEmpty(positionIds),
        locationIds: orEmpty(locationIds),
        publicationIds: orEmpty(publicationIds),
        publisherIds: orEmpty(publisherIds),
      }),
    });
  };
}

const emptyList: readonly never[] = Object.freeze([]);

function orEmpty<Item>(list: readonly Item[]): readonly Item[] {
  return list.length === 0 ? emptyList : list;
}

function isSameCampaign(one: BookingRow['campaign'], other: BookingRow['campaign']): boolean {
  return (
    one.name === other.name &&
    one.type === other.type &&
    one.delivering === other.delivering &&
    one.advertiserId === other.advertiserId
  );
}
