import type { BookingId } from '../vocabulary/ids.ts';
import type { CandidateSource } from './candidate-list.ts';
import type { Candidate } from './snapshot.ts';

/** The candidates of a snapshot. */
export type CandidateStore = CandidateSource & {
  /** Adds a candidate and assigns its number. */
  readonly add: (candidate: Candidate) => void;
  /** Releases a candidate. Its number is not reused. */
  readonly remove: (number: number) => void;
};

/** Creates an empty store. */
export function createCandidateStore(): CandidateStore {
  const added: (Candidate | null)[] = [];
  const ids: BookingId[] = [];
  return {
    at: (number) => added[number] as Candidate,
    bookingIdOf: (number) => ids[number] as BookingId,
    add(candidate) {
      (candidate as { candidateNumber: number }).candidateNumber = added.length;
      added.push(candidate);
      ids.push(candidate.booking.id);
    },
    remove(number) {
      added[number] = null;
    },
  };
}
