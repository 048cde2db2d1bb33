import type { ShareSimulation, SimulatedCompetitor } from '../../client/generated/types.gen.ts';

/** Why another booking would get less. */
export const lossWords: Readonly<Record<NonNullable<SimulatedCompetitor['reason']>, string>> = {
  LOST_BY_SHARE: 'shares with it',
  CLAIM_COMES_FIRST: 'comes after its goal or part of voice',
  FILL_NOT_NEEDED: 'has less left to fill',
  EXCLUSION_LABEL: 'has the same exclusion label',
};

/** What was taken to be so. */
export const assumptionWords: Readonly<Record<ShareSimulation['assumed'][number], string>> = {
  APPROVED: 'It is approved, and its campaign delivers.',
  CREATIVES_FIT: 'It has a creative for each position.',
  CAPS_LEFT_OUT: 'Its frequency caps refuse nobody: nobody has seen it yet.',
  TARGETING_NOT_RECORDED: 'What no booking asked for yet counts as not met',
  NO_REQUESTS_RECORDED: 'Where nobody asked for a position lately, shares go by priority alone.',
};
