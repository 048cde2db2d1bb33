import { dayMs } from '../../time/durations.ts';

/** Orders per call, which fit in its body with about five lines each, and lines per order: a monthly basket. */
export const maxConversions = 1_000;
export const maxConversionLines = 100;
/** Characters of an order ID. */
export const maxOrderIdLength = 100;
/** Units per line, and its value in micro-units. Sums of a thousand such lines are exact integers. */
export const maxUnitsPerLine = 100_000;
export const maxLineMicros = 1_000_000 * 1_000_000;
/** Maximum age of a reported order. Allows a shop to catch up after a week of holidays. */
export const conversionLateMs = 14 * dayMs;
/** Maximum lead of the clock of a shop. */
export const conversionAheadMs = 5 * 60 * 1000;
/** Time in which the attribution of an order may change: while its whole window is in the archive of the journal. */
export const conversionOpenMs = 20 * dayMs;
/**
 * Longest attribution window in days. Together with the age of an open order it lies within the archive of the journal.
 */
export const maxAttributionDays = 14;
/** Retention of touches: as long as the archive of the journal. */
export const touchTtlMs = 35 * dayMs;
/** Longest retention of open data in days, which may contain shopper keys: a year and a month. */
export const maxOpenDataDays = 400;
/** Retention of an erased shopper key: until no record of any journal contains it, plus a margin. */
export const erasedShopperTtlMs = 45 * dayMs;
/** Latest touches of each kind (view or click, product or brand) that are compared with an order line. */
export const maxTouchesPerSort = 20;
/** Orders attributed per transaction, which blocks the roll-up. */
export const conversionsAtOnce = 100;
