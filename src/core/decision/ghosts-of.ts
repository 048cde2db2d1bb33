import type { Snapshot } from '../snapshot/snapshot.ts';
import type { AdRequest } from './ad-request.ts';
import { decide } from './decide.ts';
import type { Circumstances, Winner } from './decision.ts';

const none: readonly Winner[] = [];

/**
 * Returns the ghost ads of a request: ads that would have won if the viewer was in no holdout. Decides the request a
 * second time, only for viewers in a holdout, and changes no state. Call it before the actual decision. Source: Johnson,
 * Lewis, Nubbemeyer, "Ghost ads" (Journal of Marketing Research 2017); docs/decisions/0224-experiments.md.
 */
export function ghostsOf(
  snapshot: Snapshot,
  request: AdRequest,
  circumstances: Circumstances & { readonly heldOut: ReadonlySet<number> | null },
): readonly Winner[] {
  const { heldOut } = circumstances;
  if (heldOut === null) return none;
  const { winners } = decide(snapshot, request, { ...circumstances, heldOut: null, readsOnly: true, explain: false });
  return winners.filter((winner): winner is Winner => winner !== null && heldOut.has(winner.ad.booking.id));
}
