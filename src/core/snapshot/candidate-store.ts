import type { BookingId } from '../vocabulary/ids.ts';
import type { Candidate, CandidateSource, DraftRecords } from './snapshot.ts';

/** The candidates of a snapshot: those of its image, and above them the ones that were added. */
export type CandidateStore = CandidateSource & {
  records: DraftRecords | null;
  /** Uses the candidates of an image, before any is added. They have the numbers below the count of its records. */
  readonly setBase: (base: CandidateSource) => void;
  /** Adds a candidate and assigns its number. */
  readonly add: (candidate: Candidate) => void;
  /** Releases a candidate. Its number is not reused. */
  readonly remove: (number: number) => void;
};

/** Creates an empty store. */
export function createCandidateStore(): CandidateStore {
  const added: (Candidate | null)[] = [];
  const ids: BookingId[] = [];
  let base: CandidateSource | null = null;
  let first = 0;
  const store: CandidateStore = {
    records: null,
    at: (number) => (number < first ? (base as CandidateSource).at(number) : (added[number - first] as Candidate)),
    bookingIdOf: (number) =>
      number < first ? (base as CandidateSource).bookingIdOf(number) : (ids[number - first] as BookingId),
    setBase(below) {
      base = below;
      first = below.records?.count ?? 0;
      store.records = below.records;
    },
    add(candidate) {
      (candidate as { candidateNumber: number }).candidateNumber = first + added.length;
      added.push(candidate);
      ids.push(candidate.booking.id);
    },
    remove(number) {
      if (number >= first) added[number - first] = null;
    },
  };
  return store;
}
