/*
 * The files of recorded decisions.
 *
 * - `decision-format.ts`: records and their numbers. `decision-encoder.ts`, `decision-decoder.ts`: bytes.
 * - `decision-writer.ts`, `decision-folder.ts`: a ring of files per process, and finding a record.
 * - `other-hosts.ts`: files that were copied from other hosts.
 *
 * Written by `delivery/decide/decision-log`, read by `management/insight`.
 */

/**
 * A file of decisions is frames: length and CRC-32 of what follows, four bytes each, then a time (epoch ms, eight bytes) and
 * records. A record is a byte, its kind in the lower three bits, and what the kind needs; what comes again and again stands
 * once in a file and then as a number. A frame is whole or not there.
 * Source: docs/decisions/0085-decisions-kept.md.
 */
export const recordKinds = {
  /** A decided request. */
  request: 0,
  /** Gives the next number to a position: its id. */
  position: 1,
  /** Gives the next number to an ad that won: its id, its booking, how it is chosen, its brand, labels. */
  winner: 2,
  /** Gives the next number to something that bookings ask for, as JSON. */
  asked: 3,
  /** The requests that follow were decided on this revision. */
  revision: 4,
  /** A booking is stopped, or runs again: id, place in `stops`. */
  stop: 5,
  /** Gives the next number to terms of requests, as JSON. */
  terms: 6,
  /** A `DecisionNote`, as JSON. */
  note: 7,
} as const;

/** What a request has besides its time, its facts and its slots: bits above the kind. */
export const requestParts = { id: 8, viewer: 16, terms: 32, claims: 64, severalSlots: 128 } as const;

/** Of a slot: its position's number times four, and these. */
export const slotParts = { further: 1, ownFacts: 2 } as const;

/** Facts: how many things times four, this, then the number of each thing. */
export const consents = [undefined, 'granted', 'denied'] as const;

/** In the place of the consent: the limit of brands times 32 and what is missing, times four, and the consent stand behind it. */
export const somethingMore = 3;
/** Above every sum of `missingParts`. */
export const missingSpace = 32;

export const winnerMethods = ['share', 'claim', 'fill'] as const;
/** Beside the method of a winner: its brand stands behind it. */
export const withBrand = 4;

/** What a process says about what it keeps. */
export type DecisionNote =
  /** The first record of each file. */
  | {
      readonly note: 'file';
      readonly processId: string;
      /** One run of the process. */
      readonly run: string;
      /** Epoch ms: the process began this run. */
      readonly runStartMs: number;
      /** False: nothing was ever kept before it here. */
      readonly continues: boolean;
    }
  /** Requests from (included) to (excluded) were decided and not kept. */
  | { readonly note: 'gap'; readonly fromMs: number; readonly toMs: number }
  /** The process ended in good order: nothing came after it. */
  | { readonly note: 'end'; readonly atMs: number };

export const frameHeadBytes = 8;
/** A frame that says it is longer is damaged. */
export const maxFrameBytes = 64 * 1024 * 1024;

const namePattern = /^(\d{13,16})-(\d{6,})\.decisions$/;

/** @param startMs epoch ms of what may be in it at the earliest */
export function decisionFileName({ startMs, number }: { readonly startMs: number; readonly number: number }): string {
  return `${String(startMs).padStart(13, '0')}-${String(number).padStart(6, '0')}.decisions`;
}

/** null: no file of decisions. */
export function parseDecisionFileName(name: string): { readonly startMs: number; readonly number: number } | null {
  const found = namePattern.exec(name);
  return found === null ? null : { startMs: Number(found[1]), number: Number(found[2]) };
}
