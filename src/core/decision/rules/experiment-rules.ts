import type { Rule } from './rule.ts';

/** Viewers in the holdout of an experiment do not see the booking. Source: docs/decisions/0224-experiments.md. */
export const holdoutRule: Rule = {
  reason: 'HOLDOUT',
  concerns: () => true,
  allows: ({ booking }, { heldOut }) => heldOut === null || !heldOut.has(booking.id),
  expected: () => 'a viewer outside the holdout of the experiment',
  actual: () => 'a viewer in the holdout',
};
