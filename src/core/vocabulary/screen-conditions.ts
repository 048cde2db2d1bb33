/**
 * Conditions of a screen that require attention, worst first. Source:
 * docs/decisions/0134-screens-needing-attention.md.
 */
export const screenConditions = ['wrong_clock', 'records_changed', 'files_missing', 'not_seen'] as const;
export type ScreenCondition = (typeof screenConditions)[number];
