import { deviceZone } from '../ui/zoned-time.ts';
import { type BookedPlaces, zonesOf } from './booked-places.ts';
import { useInventory } from './use-inventory.ts';

/**
 * The time zone in which the days of a booking count: that of the publication with most of its positions; of all
 * publications where none is named; the device's while there is no publication.
 */
export function useZone(booked?: BookedPlaces): string {
  const { data } = useInventory();
  if (data === undefined) return deviceZone;
  const everything = {
    positionIds: [],
    locationIds: [],
    publicationIds: data.publications.map(({ id }) => id),
    publisherIds: [],
  };
  const [own] = booked === undefined ? [] : zonesOf(booked, data);
  return own ?? zonesOf(everything, data)[0] ?? data.publications[0]?.timeZone ?? deviceZone;
}
