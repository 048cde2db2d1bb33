/*
 * Share of voice: what a booking would get beside its competitors.
 *
 * - `share-routes.ts`: the routes. `preview-shares.ts`: shares of a draft. `read-diagnosis.ts`: why a booking delivers
 *   little.
 * - `covered-positions.ts`, `read-competitors.ts`, `meets-floor.ts`: which positions and bookings take part.
 * - `share-places.ts`, `describe-place.ts`, `claim-of-goal.ts`: shares per position.
 *
 * See docs/decisions/0072-share-previews.md.
 */

import type { Kysely } from 'kysely';
import { maxPreviewedPositions, type SharePreview } from '../../../contract/booking/share-preview.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { describePlace } from './describe-place.ts';
import { type DraftTerms, type PreviewOptions, readSharePlaces, type SharePlace } from './share-places.ts';

/** What the draft booking would be given, beside its competitors. Source: docs/decisions/0072-share-previews.md. */
export async function previewShares(
  database: Kysely<Database>,
  body: DraftTerms,
  options: PreviewOptions,
): Promise<SharePreview> {
  const { atMs, positionCount, bookings, editedId, claimedPart, places } = await readSharePlaces(
    database,
    body,
    options,
  );
  const about = { bookings, editedId, isKnown: claimedPart !== null };
  const describe = (some: readonly SharePlace[]) => describePlace(some, about);
  return {
    at: new Date(atMs).toISOString(),
    positionCount,
    total: describe(places),
    positions: places.slice(0, maxPreviewedPositions).map((place) => ({
      positionId: place.position.positionId,
      slotName: place.position.slotName,
      requestsPerDay: place.position.requestsPerDay === null ? null : Math.round(place.position.requestsPerDay),
      ...describe([place]),
    })),
  };
}
