/** What somebody has to look after a screen for, the worst first. Source: docs/decisions/0134-screens-that-need-somebody.md. */
export const screenConditions = ['wrong_clock', 'records_changed', 'files_missing', 'not_seen'] as const;
/** One of `screenConditions`. */
export type ScreenCondition = (typeof screenConditions)[number];
