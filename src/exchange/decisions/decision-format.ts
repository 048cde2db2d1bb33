/*
 * Files of recorded decisions.
 *
 * - `decision-format.ts`: records and their numbers. `decision-encoder.ts`, `decision-decoder.ts`: bytes.
 * - `decision-writer.ts`, `decision-folder.ts`, `read-frames.ts`: a ring of files per process, and lookup of a record.
 * - `request-facts-folder.ts`: a second ring with the facts of requests, for open data.
 * - `other-hosts.ts`: files that were copied from other hosts.
 *
 * Written by `delivery/decide/decision-log`, read by `management/insight`.
 */

/**
 * A file of decisions consists of frames: length and CRC-32 of the rest, 4 bytes each, then a time (epoch ms, 8 bytes)
 * and records. A record is a byte with its kind in the lower 3 bits, and the data of the kind. Repeated values are
 * defined once per file and then referred to by number. A frame is complete or ignored. Source:
 * docs/decisions/0085-recorded-decisions.md.
 */
export const recordKinds = {
  /** A decided request. */
  request: 0,
  /** Defines the next number of a position: its ID. */
  position: 1,
  /** Defines the next number of a winning ad: its ID, booking, selection method, brand and labels. */
  winner: 2,
  /** Defines the next number of a targeted property, as JSON. */
  asked: 3,
  /** Revision of the following requests. */
  revision: 4,
  /** A booking is stopped or resumed: ID, index in `stops`. */
  stop: 5,
  /** Defines the next number of terms of requests, as JSON. */
  terms: 6,
  /** A `DecisionNote`, as JSON. */
  note: 7,
} as const;

/** Optional parts of a request: bits above the kind. */
export const requestParts = { id: 8, viewer: 16, terms: 32, claims: 64, severalSlots: 128 } as const;

/** Slot: the number of its position times 4, plus these bits. */
export const slotParts = { further: 1, ownFacts: 2 } as const;

/** Facts: the number of properties times 4, plus the consent, then the number of each property. */
export const consents = [undefined, 'granted', 'denied'] as const;

/** Instead of the consent: an extended value follows, (brand limit times 32 + missing parts) times 4 + consent. */
export const somethingMore = 3;
/** Greater than every sum of `missingParts`. */
export const missingSpace = 32;

/** At most four: their index has two bits. */
export const winnerMethods = ['share', 'claim', 'fill', 'roadblock'] as const;
/** Bit next to the method of a winner: its brand follows. */
export const withBrand = 4;

/** Bit above the subjects of a viewer: its groups in experiments follow the counts. */
export const withBuckets = 128;

/** A note of a process about its records. */
export type DecisionNote =
  /** The first record of each file. */
  | {
      readonly note: 'file';
      readonly processId: string;
      /** ID of a run of the process. */
      readonly run: string;
      /** Epoch ms: start of this run. */
      readonly runStartMs: number;
      /** False: there were no earlier records in this folder. */
      readonly continues: boolean;
    }
  /** Requests from (inclusive) to (exclusive) were decided but not recorded. */
  | { readonly note: 'gap'; readonly fromMs: number; readonly toMs: number }
  /** Weights of bookings with optimized rotation for the following requests, as from `packRotation`. */
  | {
      readonly note: 'rotations';
      readonly planned: readonly (readonly number[])[];
      /** Bookings whose rotation is no longer optimized. */
      readonly ended: readonly number[];
    }
  /** The process shut down normally. No requests followed. */
  | { readonly note: 'end'; readonly atMs: number };

export const frameHeadBytes = 8;
/** A frame with a greater length is damaged. */
export const maxFrameBytes = 64 * 1024 * 1024;

const namePattern = /^(\d{13,16})-(\d{6,})\.decisions$/;

/** @param startMs epoch ms of the earliest possible content */
export function decisionFileName({ startMs, number }: { readonly startMs: number; readonly number: number }): string {
  return `${String(startMs).padStart(13, '0')}-${String(number).padStart(6, '0')}.decisions`;
}

/** null: not a file of decisions. */
export function parseDecisionFileName(name: string): { readonly startMs: number; readonly number: number } | null {
  const found = namePattern.exec(name);
  return found === null ? null : { startMs: Number(found[1]), number: Number(found[2]) };
}
