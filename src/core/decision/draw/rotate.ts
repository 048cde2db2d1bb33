import { bucketOf, creativeTicketOf } from '../../rotation/experiment.ts';
import { type PlannedRotation, plannedWeight } from '../../rotation/planned-rotation.ts';
import type { Candidate, SnapshotAd } from '../../snapshot/snapshot.ts';
import type { RotationTrace } from '../decision.ts';
import type { EvaluationContext } from '../rules/rule.ts';
import { adsBelowBrandLimit } from '../rules/showable-ads.ts';
import { pickByTicket } from './pick.ts';
import { drawSpace, drawTicket } from './random.ts';

/**
 * Rotates the creatives of a booking by weight, with a separate draw. The weights are those of the plan for a booking
 * with optimized rotation, otherwise those of the booking. Source: product decisions 5.2;
 * docs/decisions/0220-optimized-rotation.md and 0224-experiments.md.
 */
export function rotate(candidate: Candidate, moment: EvaluationContext): SnapshotAd {
  // An eligible candidate has at least one running, accepted ad that fits, so the sole ad qualifies.
  if (candidate.soleAd !== null) return candidate.soleAd;
  const ads = adsBelowBrandLimit(candidate, moment);
  const planned = plannedRotationOf(candidate, moment);
  const index = pickByTicket(weightsOfAds(ads, planned), ticketOf(candidate, moment, planned), drawSpace);
  return ads[index] as SnapshotAd;
}

/** Returns the weights that `rotate` uses; null: the booking has one creative for this position. */
export function traceRotation(candidate: Candidate, moment: EvaluationContext): RotationTrace | null {
  if (candidate.soleAd !== null) return null;
  const ads = adsBelowBrandLimit(candidate, moment);
  const planned = plannedRotationOf(candidate, moment);
  const weights = weightsOfAds(ads, planned);
  return {
    planNumber: planned === undefined || planned.weights.size === 0 ? null : planned.planNumber,
    draw: ticketOf(candidate, moment, planned),
    ads: ads.map(({ id, creative }, index) => ({
      adId: id,
      creativeId: creative.id,
      weight: weights[index] as number,
    })),
  };
}

/** undefined: weighted rotation without an experiment, or no plan yet. */
function plannedRotationOf({ booking }: Candidate, { state }: EvaluationContext): PlannedRotation | undefined {
  // Most deployments have no booking with optimized rotation or an experiment.
  return state === null || state.rotations.size === 0 ? undefined : state.rotations.get(booking.id);
}

/** The viewer determines the ticket in an A/B test, otherwise a draw. */
function ticketOf(
  { booking }: Candidate,
  { seed, slotIndex, request }: EvaluationContext,
  planned: PlannedRotation | undefined,
): number {
  const experiment = planned?.experiment;
  const bucket = experiment?.isSplit === true ? bucketOf(request.context, booking.id) : null;
  if (experiment === undefined || bucket === null) return drawTicket(seed, slotIndex, 'creative');
  return creativeTicketOf(bucket, experiment, drawSpace);
}

function weightsOfAds(ads: readonly SnapshotAd[], planned: PlannedRotation | undefined): readonly number[] {
  return planned === undefined || planned.weights.size === 0
    ? ads.map(({ weight }) => weight)
    : ads.map(({ id }) => plannedWeight(planned, id, ads.length));
}
