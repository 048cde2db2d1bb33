/*
 * Names of the other ad server, and their objects in Placard.
 *
 * External IDs connect them: `revive:zone:7` is the external ID of the position that was imported from zone 7.
 *
 * - `external-names.ts`: the lookup. `database-names.ts`: external IDs and names in the database.
 * - `map-file.ts`: names in a CSV file. `delivered-file.ts`: delivered counts in a CSV file. `csv-rows.ts`: their rows.
 */

import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { BookingId, CreativeId } from '../../../core/vocabulary/ids.ts';

/** External IDs of positions, creatives and campaigns, which a snapshot does not contain. */
export type StoredNames = {
  /** Slot names by external ID of the position. */
  readonly slotNames: ReadonlyMap<string, string>;
  /** Creative IDs by external ID. */
  readonly creatives: ReadonlyMap<string, number>;
  /** External IDs of campaigns by ID. */
  readonly campaigns: ReadonlyMap<number, string>;
  /** External IDs of archived campaigns and bookings. */
  readonly archived: ReadonlySet<string>;
};

/** Names that a file assigns in addition to external IDs. */
export type MappedNames = {
  readonly slotNames: ReadonlyMap<string, string>;
  readonly creatives: ReadonlyMap<string, number>;
  /** Booking IDs by external ID of the campaign. */
  readonly bookings: ReadonlyMap<string, readonly number[]>;
};

export const noMappedNames: MappedNames = { slotNames: new Map(), creatives: new Map(), bookings: new Map() };

/** Finds the objects of Placard for the names in a log. */
export class ExternalNames {
  readonly #snapshot: Snapshot;
  readonly #mapped: MappedNames;
  readonly #stored: StoredNames | null;
  readonly #mappedRefs = new Map<number, string[]>();

  /** @param stored null: the database is not available */
  constructor(snapshot: Snapshot, mapped: MappedNames, stored: StoredNames | null) {
    this.#snapshot = snapshot;
    this.#mapped = mapped;
    this.#stored = stored;
    for (const [ref, ids] of mapped.bookings) {
      for (const id of ids) this.#mappedRefs.set(id, [...(this.#mappedRefs.get(id) ?? []), ref]);
    }
  }

  /** Whether creatives of the other ad server can be found. */
  get knowsCreatives(): boolean {
    return this.#stored !== null || this.#mapped.creatives.size > 0;
  }

  /** Returns the slot name of a zone; null: none is known. */
  slotNameOf(zone: string): string | null {
    const mapped = this.#mapped.slotNames.get(zone) ?? this.#mapped.slotNames.get(shortName(zone));
    return mapped ?? this.#stored?.slotNames.get(zone) ?? null;
  }

  /** Returns the slot name of a Placard position by its ID. */
  slotNameOfPosition(id: number): string | null {
    return this.#snapshot.positionById.get(id as never)?.row.slotName ?? null;
  }

  /** Returns the creative ID of an external ID; null: the creative is unknown in Placard. */
  creativeOf(ref: string): number | null {
    const own = /^placard:creative:(\d+)$/.exec(ref)?.[1];
    if (own !== undefined) return this.#snapshot.creativeById.has(Number(own) as CreativeId) ? Number(own) : null;
    return this.#mapped.creatives.get(ref) ?? this.#stored?.creatives.get(ref) ?? null;
  }

  /** Reports whether the object of an external ID was archived. */
  isArchived(ref: string): boolean {
    return this.#stored?.archived.has(ref) ?? false;
  }

  /**
   * Returns the names under which the other ad server may have delivered a booking, most specific first: those of the
   * file, its external ID and the beginnings of it (`revive:campaign:3:top` comes from `revive:campaign:3`), and the
   * external ID of its campaign.
   */
  refsOf(bookingId: number): readonly string[] {
    const row = this.#snapshot.bookingById.get(bookingId as BookingId)?.row;
    const own = row?.externalId ?? null;
    const campaign = row === undefined ? undefined : this.#stored?.campaigns.get(row.campaignId);
    return [
      ...(this.#mappedRefs.get(bookingId) ?? []),
      ...(own === null ? [] : beginningsOf(own)),
      ...(campaign === undefined ? [] : beginningsOf(campaign)),
      `placard:booking:${bookingId}`,
      `adhese:booking:${bookingId}`,
    ];
  }
}

/** Returns the ID of the other ad server without the kind of object: `7` of `revive:zone:7`. */
export function shortName(ref: string): string {
  const [, , short] = /^([a-z]+:[a-z_]+):(.+)$/.exec(ref) ?? [];
  return short ?? ref;
}

/** Returns an external ID and its beginnings that still name an object: at least the ad server, the kind and the ID. */
export function beginningsOf(externalId: string): readonly string[] {
  const parts = externalId.split(':');
  const beginnings: string[] = [externalId];
  for (let length = parts.length - 1; length >= 3; length -= 1) beginnings.push(parts.slice(0, length).join(':'));
  return beginnings;
}
