import type { DecisionList } from '../../client/generated/types.gen.ts';

/** Steps of the check, in their order. */
export const tagCheckSteps = ['live', 'request', 'ad', 'impression'] as const;
export type TagCheckStep = (typeof tagCheckSteps)[number];

/** What the server knows about the tag. */
type TagFacts = {
  readonly isLive: boolean;
  /** Decisions of ad requests for the position, newest first. */
  readonly decisions: DecisionList['decisions'];
  readonly bookingId: number;
  readonly impressions: number;
};

/** The completed steps. A later step implies the earlier ones, because facts arrive in different intervals. */
export function completedSteps(facts: TagFacts): ReadonlySet<TagCheckStep> {
  const { decisions, bookingId } = facts;
  const isMet: Readonly<Record<TagCheckStep, boolean>> = {
    live: facts.isLive,
    request: decisions.length > 0,
    ad: decisions.some(({ slots }) => slots.some((slot) => slot.bookingId === bookingId)),
    impression: facts.impressions > 0,
  };
  const last = tagCheckSteps.findLastIndex((step) => isMet[step]);
  return new Set(tagCheckSteps.slice(0, last + 1));
}
