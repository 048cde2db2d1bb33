import type { LocalHour } from '../sums/calendar.ts';

/** Result of recording events as counted. Events are indices in the given list. */
export type Noted = {
  /** Not counted before. */
  readonly fresh: number[];
  /** Counted before under a later local hour. Journals are read in no particular order. */
  readonly moved: { readonly index: number; readonly counted: LocalHour }[];
  /** Counted before. */
  readonly repeated: number[];
};
