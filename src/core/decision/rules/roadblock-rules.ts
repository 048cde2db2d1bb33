import type { Candidate } from '../../snapshot/snapshot.ts';
import type { EvaluationContext, RoadblockState, Rule } from './rule.ts';

/** Rules of bookings that take several slots of one request together. Source: docs/decisions/0215-roadblocks.md. */
export const roadblockRules: readonly Rule[] = [
  {
    reason: 'ROADBLOCK_DECIDED',
    concerns: ({ booking }) => isRoadblock(booking),
    allows: (candidate, moment) => stateOfRoadblock(candidate, moment)?.decidedIn == null,
    expected: () => 'one draw per request',
    actual: (candidate, moment) => `drawn in the slot ${stateOfRoadblock(candidate, moment)?.decidedIn}`,
  },
  {
    reason: 'ROADBLOCK_INCOMPLETE',
    concerns: ({ booking }) => isRoadblock(booking) && booking.roadblock === 'all',
    allows: (candidate, moment) => (stateOfRoadblock(candidate, moment)?.missing.length ?? 0) === 0,
    expected: () => 'all slots of the booking available',
    actual: (candidate, moment) => `not available: ${stateOfRoadblock(candidate, moment)?.missing.join(', ')}`,
  },
];

/** Reports whether a booking takes several slots together. A fill booking never does: it only gets what is left. */
export function isRoadblock({ roadblock, delivery }: Pick<Candidate['booking'], 'roadblock' | 'delivery'>): boolean {
  return roadblock !== 'none' && delivery.method !== 'fill';
}

/** null: not a roadblock, or only one slot is evaluated. */
function stateOfRoadblock(candidate: Candidate, moment: EvaluationContext): RoadblockState | null {
  return moment.page === null || !isRoadblock(candidate.booking) ? null : moment.page.stateOf(candidate, moment);
}
