import { hashSubject, type SubjectKey } from '../../pacing/cap-table.ts';
import { type CapCount, contextOfSubjects } from '../../pacing/frequency-cap.ts';
import type { PlannedRotations } from '../../rotation/planned-rotation.ts';
import type { RecordedFacts } from '../../targeting/recorded-facts.ts';
import type { RequestContext } from '../../targeting/targeting.ts';
import type { CapSubject } from '../../vocabulary/cap-subjects.ts';
import type { WayOfWinning } from '../decision.ts';
import type { Seed } from '../draw/random.ts';

/**
 * Recorded data of a decided request: enough to replay it on the snapshot of its revision, without personal data.
 * Source: docs/decisions/0085-recorded-decisions.md.
 */
export type RecordedRequest = {
  /** Epoch ms. */
  readonly atMs: number;
  readonly revision: number;
  /** Decision ID, 32 hexadecimal digits. Its first half is the seed. null: recorded for funnels only. */
  readonly id: string | null;
  readonly facts: RecordedFacts;
  readonly slots: readonly RecordedSlot[];
  readonly viewer: RecordedViewer;
  /** Terms of the request; null: it accepted any ad. */
  readonly terms: RecordedTerms | null;
  /**
   * State of the bookings that claim a part of its positions: debt of shares of voice, claim of goals. Recorded only
   * with an ID.
   */
  readonly claims: readonly RecordedClaim[];
  /** Weights and experiments of all bookings that have them. */
  readonly rotations: PlannedRotations;
  /** Most ads of one brand according to the request; null: not specified. */
  readonly maxPerBrand: number | null;
  /** Bit set of the `missingParts` that were not recorded because it would have taken too long; 0: complete. */
  readonly missing: number;
};

/** Parts that are not recorded for large pools, because recording them would delay the request. Bit values. */
export const missingParts = {
  /** Frequency-cap counts of the viewer. */
  caps: 1,
  /** Ads that the terms rejected. */
  terms: 2,
  /** Parts of the page URL. */
  page: 4,
  geoAreas: 8,
  claims: 16,
} as const;

export type RecordedSlot = {
  /** null: no position has the requested slot name. */
  readonly positionId: number | null;
  /** True: a further ad of the previous slot. */
  readonly isFurther: boolean;
  /** Additional facts from the parameters of the slot; null: none. */
  readonly ownFacts: RecordedFacts | null;
  readonly winner: RecordedWinner | null;
};

export type RecordedWinner = {
  readonly bookingId: number;
  readonly adId: number;
  readonly method: WayOfWinning;
  readonly exclusionLabels: readonly string[];
  /** 0: not recorded. */
  readonly brandId: number;
};

export type RecordedViewer = {
  /** Subjects that frequency caps could identify. Also empty if no booking of the positions has caps. */
  readonly known: readonly CapSubject[];
  /** Counts of these subjects for the caps of bookings of these positions. */
  readonly counts: readonly CapCount[];
  /** Group of the viewer by booking ID, of the bookings of these positions with an experiment; omitted: none. */
  readonly buckets?: ReadonlyMap<number, number>;
};

export type RecordedTerms = {
  readonly inWords: string;
  readonly refusedAdIds: ReadonlySet<number>;
  /** Reasons for rejected ads by ad ID. Empty if the terms give no reasons. */
  readonly refusals: ReadonlyMap<number, string>;
  /** Duration of the ad break, and milliseconds of the accepted ads by ad ID; null: no limit. */
  readonly breakTime: { readonly maxMs: number; readonly durationsMs: ReadonlyMap<number, number> } | null;
};

export type RecordedClaim = { readonly bookingId: number; readonly value: number };

/** Returns the seed of a decision from its ID. @param id hexadecimal, at least 16 digits */
export function seedOfId(id: string): Seed {
  return [Number.parseInt(id.slice(0, 8), 16), Number.parseInt(id.slice(8, 16), 16)];
}

/** Placeholder for the viewer, session and other subjects of a recorded request. */
const keptKey = 'kept';
/** Subject of the counts of a recorded request. */
export const recordedSubject: SubjectKey = hashSubject(keptKey);

/** Returns the request context in which caps can identify the given subjects. */
export function contextOfKnown(known: readonly CapSubject[]): RequestContext {
  return contextOfSubjects(known, keptKey);
}

/** Returns the request context in which caps can identify the recorded subjects, and experiments the viewer. */
export function contextOfViewer({ known, buckets }: Pick<RecordedViewer, 'known' | 'buckets'>): RequestContext {
  return { ...contextOfKnown(known), experimentBuckets: buckets ?? noBuckets };
}

const noBuckets: ReadonlyMap<number, number> = new Map();
