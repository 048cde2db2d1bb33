/*
 * Shares: delivery of a booking compared with its competitors.
 *
 * - `share-routes.ts`: the routes. `preview-shares.ts`: shares of a draft. `read-diagnosis.ts`: why a booking does not
 *   deliver.
 * - `covered-positions.ts`, `read-competitors.ts`, `meets-floor.ts`: positions and bookings that take part.
 * - `position-shares.ts`, `describe-shares.ts`, `claim-of-goal.ts`: shares per position.
 *
 * See docs/decisions/0072-share-previews.md.
 */

import type { Kysely } from 'kysely';
import { maxPreviewedPositions, type SharePreview } from '../../../contract/booking/share-preview.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { describeShares } from './describe-shares.ts';
import { type DraftTerms, type PositionShares, type PreviewOptions, readPositionShares } from './position-shares.ts';

/** Returns the shares of the draft booking and its competitors. Source: docs/decisions/0072-share-previews.md. */
export async function previewShares(
  database: Kysely<Database>,
  body: DraftTerms,
  options: PreviewOptions,
): Promise<SharePreview> {
  const { atMs, positionCount, bookings, editedId, claimedPart, allShares } = await readPositionShares(
    database,
    body,
    options,
  );
  const about = { bookings, editedId, isKnown: claimedPart !== null };
  const describe = (some: readonly PositionShares[]) => describeShares(some, about);
  return {
    at: new Date(atMs).toISOString(),
    positionCount,
    total: describe(allShares),
    positions: allShares.slice(0, maxPreviewedPositions).map((positionShares) => ({
      positionId: positionShares.position.positionId,
      slotName: positionShares.position.slotName,
      requestsPerDay:
        positionShares.position.requestsPerDay === null ? null : Math.round(positionShares.position.requestsPerDay),
      ...describe([positionShares]),
    })),
  };
}
