import { hashSubject, type SubjectKey } from '../../pacing/cap-table.ts';
import { type CapCount, contextOfSubjects } from '../../pacing/frequency-cap.ts';
import type { KeptFacts } from '../../targeting/kept-facts.ts';
import type { RequestContext } from '../../targeting/targeting.ts';
import type { CapSubject } from '../../words/cap-subjects.ts';
import type { Seed } from '../draw/random.ts';

/**
 * What is kept of a decided request: enough to repeat it on the snapshot of its revision, and nothing that names a person.
 * Source: docs/decisions/0085-decisions-kept.md.
 */
export type KeptRequest = {
  /** Epoch ms. */
  readonly atMs: number;
  readonly revision: number;
  /** Hexadecimal, 32 digits; its first half is the seed. Null: only what a funnel needs was kept. */
  readonly id: string | null;
  readonly facts: KeptFacts;
  readonly slots: readonly KeptSlot[];
  readonly viewer: KeptViewer;
  /** What the one who asked would not take; null: it took any ad. */
  readonly terms: KeptTerms | null;
  /** What the bookings that claim a part of its positions had: parts of voice their debt, goals their claim. With an id only. */
  readonly claims: readonly KeptClaim[];
  /** Most ads of one brand, as of the request; null: it said nothing. */
  readonly maxPerBrand: number | null;
  /** The sum of what of `missingParts` was not kept, because it would have taken too long; 0: everything was. */
  readonly missing: number;
};

/** What is left out where a pool is so large that looking at it would have held up the request; bits. */
export const missingParts = {
  /** Counts of the viewer. */
  caps: 1,
  /** Which ads the terms refused. */
  terms: 2,
  /** Parts of the page address. */
  page: 4,
  places: 8,
  claims: 16,
} as const;

export type KeptSlot = {
  /** null: no position had the slot name that was asked for. */
  readonly positionId: number | null;
  /** True: one more ad of the slot before it. */
  readonly isFurther: boolean;
  /** What the slot's own parameters add; null: it has none. */
  readonly ownFacts: KeptFacts | null;
  readonly winner: KeptWinner | null;
};

export type KeptWinner = {
  readonly bookingId: number;
  readonly adId: number;
  readonly method: 'share' | 'claim' | 'fill';
  readonly exclusionLabels: readonly string[];
  /** 0: it was not kept. */
  readonly brandId: number;
};

export type KeptViewer = {
  /** Whom caps could count. Where no booking of the positions has caps nobody asks, and it is empty too. */
  readonly known: readonly CapSubject[];
  /** What was counted of them under caps of bookings of these positions. */
  readonly counts: readonly CapCount[];
};

export type KeptTerms = {
  readonly inWords: string;
  readonly refusedAdIds: ReadonlySet<number>;
  /** Why ads were refused, by their ids; empty where the terms do not say. */
  readonly refusals: ReadonlyMap<number, string>;
};

export type KeptClaim = { readonly bookingId: number; readonly value: number };

/** The seed of a decision by its id. @param id hexadecimal, at least 16 digits */
export function seedOfId(id: string): Seed {
  return [Number.parseInt(id.slice(0, 8), 16), Number.parseInt(id.slice(8, 16), 16)];
}

/** The viewer of a kept request, its session, ...: anybody who is not another one. */
const keptKey = 'kept';
/** Whom the counts of a kept request are of. */
export const keptSubject: SubjectKey = hashSubject(keptKey);

/** The context of a request by one of whom caps can count these. */
export function contextOfKnown(known: readonly CapSubject[]): RequestContext {
  return contextOfSubjects(known, keptKey);
}
