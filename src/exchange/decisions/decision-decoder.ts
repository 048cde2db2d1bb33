import type {
  RecordedClaim,
  RecordedRequest,
  RecordedSlot,
  RecordedTerms,
  RecordedWinner,
} from '../../core/decision/explain/recorded-request.ts';
import type { CapCount } from '../../core/pacing/frequency-cap.ts';
import { noRotations, type PlannedRotations, unpackRotation } from '../../core/rotation/planned-rotation.ts';
import type { RecordedFacts, TargetedValue } from '../../core/targeting/recorded-facts.ts';
import { type CapSubject, type CountedScope, capSubjects, countedScopes } from '../../core/vocabulary/cap-subjects.ts';
import { ByteReader } from './byte-reader.ts';
import {
  consents,
  type DecisionNote,
  missingSpace,
  recordKinds,
  requestParts,
  slotParts,
  somethingMore,
  winnerMethods,
  withBrand,
  withBuckets,
} from './decision-format.ts';

/** Receives the records of a file in order. */
export type DecisionVisitor = {
  /**
   * @param stopped bookings that were stopped, with their index in `stops`; modified by the next record
   * @returns false: stop reading
   */
  request?(request: RecordedRequest, stopped: ReadonlyMap<number, number>): boolean | undefined;
  note?(note: DecisionNote): void;
};

const idBytes = 16;

/** For terms that refer to equal terms in the file, only the reference. */
type WrittenTerms = {
  readonly inWords: string;
  readonly refusedAdIds?: number[];
  /** IDs of ads by the reason of their rejection. Missing in older files. */
  readonly refusals?: Readonly<Record<string, readonly number[]>>;
  /** Milliseconds of ads by ID. */
  readonly breakTime?: { readonly maxMs: number; readonly durationsMs: readonly (readonly [number, number])[] };
  readonly sameAs?: number;
};

/** Decodes the frames of one file in order. */
export class DecisionDecoder {
  readonly #positions: number[] = [];
  readonly #winners: RecordedWinner[] = [];
  readonly #things: TargetedValue[] = [];
  readonly #terms: RecordedTerms[] = [];
  #revision = 0;
  /** Stopped bookings, with their index in `stops`. */
  readonly stopped = new Map<number, number>();
  /** Replaced by each change, because requests refer to it. */
  #rotations: PlannedRotations = noRotations;
  /** Time of the last request. */
  lastMs = 0;

  /** @returns false: the visitor has stopped reading */
  read(frame: Buffer, visitor: DecisionVisitor): boolean {
    const bytes = new ByteReader(frame);
    this.lastMs = bytes.double();
    while (!bytes.isAtEnd()) {
      const head = bytes.byte();
      if ((head & 7) !== recordKinds.request) {
        this.#define(head & 7, bytes, visitor);
        continue;
      }
      const request = this.#request(head, bytes);
      if (visitor.request?.(request, this.stopped) === false) return false;
    }
    return true;
  }

  #define(kind: number, bytes: ByteReader, visitor: DecisionVisitor): void {
    switch (kind) {
      case recordKinds.position:
        this.#positions.push(bytes.number());
        return;
      case recordKinds.winner: {
        const adId = bytes.number();
        const bookingId = bytes.number();
        const chosen = bytes.byte();
        const method = winnerMethods[chosen % withBrand] ?? 'share';
        const brandId = chosen < withBrand ? 0 : bytes.number();
        const labels = bytes.text();
        this.#winners.push({
          adId,
          bookingId,
          method,
          brandId,
          exclusionLabels: labels === '' ? [] : (JSON.parse(labels) as string[]),
        });
        return;
      }
      case recordKinds.asked:
        this.#things.push(targetedValueOf(JSON.parse(bytes.text())));
        return;
      case recordKinds.revision:
        this.#revision = bytes.number();
        return;
      case recordKinds.stop: {
        const bookingId = bytes.number();
        const stop = bytes.byte();
        if (stop === 0) this.stopped.delete(bookingId);
        else this.stopped.set(bookingId, stop);
        return;
      }
      case recordKinds.terms: {
        const { inWords, refusedAdIds, refusals = {}, breakTime, sameAs } = JSON.parse(bytes.text()) as WrittenTerms;
        const same = sameAs === undefined ? undefined : this.#terms[sameAs - 1];
        const named = Object.entries(refusals).flatMap(([text, ids]) => ids.map((id) => [id, text] as const));
        this.#terms.push({
          inWords,
          refusedAdIds: same?.refusedAdIds ?? new Set(refusedAdIds),
          refusals: same?.refusals ?? new Map(named),
          breakTime: same?.breakTime ?? breakTimeOf(breakTime),
        });
        return;
      }
      default: {
        const note = JSON.parse(bytes.text()) as DecisionNote;
        if (note.note === 'rotations') this.#rotations = changedRotations(this.#rotations, note);
        visitor.note?.(note);
      }
    }
  }

  #request(head: number, bytes: ByteReader): RecordedRequest {
    const since = bytes.number();
    this.lastMs += since % 2 === 0 ? since / 2 : -(since + 1) / 2;
    const id = (head & requestParts.id) === 0 ? null : bytes.raw(idBytes).toString('hex');
    const { missing, maxPerBrand, ...facts } = this.#facts(bytes);
    const count = (head & requestParts.severalSlots) === 0 ? 1 : bytes.number();
    const slots: RecordedSlot[] = [];
    for (let index = 0; index < count; index += 1) slots.push(this.#slot(bytes));
    const viewer = (head & requestParts.viewer) === 0 ? noViewer : readViewer(bytes);
    const terms = (head & requestParts.terms) === 0 ? null : (this.#terms[bytes.number() - 1] ?? null);
    const claims = (head & requestParts.claims) === 0 ? noClaims : readClaims(bytes);
    const { lastMs: atMs } = this;
    const state = { claims, rotations: this.#rotations };
    return { atMs, revision: this.#revision, id, facts, slots, viewer, terms, ...state, maxPerBrand, missing };
  }

  #slot(bytes: ByteReader): RecordedSlot {
    const head = bytes.number();
    const parts = head % 4;
    const ownFacts = (parts & slotParts.ownFacts) === 0 ? null : this.#ownFacts(bytes);
    const winner = bytes.number();
    return {
      positionId: this.#positions[Math.floor(head / 4) - 1] ?? null,
      isFurther: (parts & slotParts.further) !== 0,
      ownFacts,
      winner: winner === 0 ? null : (this.#winners[winner - 1] ?? null),
    };
  }

  #ownFacts(bytes: ByteReader): RecordedFacts {
    const { asked, consent } = this.#facts(bytes);
    return { asked, consent };
  }

  #facts(bytes: ByteReader): RecordedFacts & Pick<RecordedRequest, 'missing' | 'maxPerBrand'> {
    const head = bytes.number();
    const rest = head % 4 === somethingMore ? bytes.number() : head % 4;
    const more = Math.floor(rest / 4);
    const asked: TargetedValue[] = [];
    for (let left = Math.floor(head / 4); left > 0; left -= 1) {
      asked.push(this.#things[bytes.number() - 1] as TargetedValue);
    }
    const maxPerBrand = Math.floor(more / missingSpace);
    return {
      asked,
      consent: consents[rest % 4],
      missing: more % missingSpace,
      maxPerBrand: maxPerBrand === 0 ? null : maxPerBrand,
    };
  }
}

const noViewer: RecordedRequest['viewer'] = { known: [], counts: [] };
const noClaims: readonly RecordedClaim[] = [];

function readViewer(bytes: ByteReader): RecordedRequest['viewer'] {
  const knownBits = bytes.byte();
  const counts: CapCount[] = [];
  for (let left = bytes.number(); left > 0; left -= 1) {
    const bookingId = bytes.number();
    const cap = bytes.byte();
    const scope = countedScopes[cap % countedScopes.length] as CountedScope;
    const per = capSubjects[Math.floor(cap / countedScopes.length)] as CapSubject;
    counts.push({ bookingId, scope, per, window: bytes.number(), count: bytes.number() });
  }
  const known = capSubjects.filter((_, bit) => (knownBits & (1 << bit)) !== 0);
  if ((knownBits & withBuckets) === 0) return { known, counts };
  const buckets = new Map<number, number>();
  for (let left = bytes.number(); left > 0; left -= 1) {
    const bookingId = bytes.number();
    buckets.set(bookingId, bytes.number());
  }
  return { known, counts, buckets };
}

function readClaims(bytes: ByteReader): readonly RecordedClaim[] {
  const claims: RecordedClaim[] = [];
  for (let left = bytes.number(); left > 0; left -= 1) {
    const bookingId = bytes.number();
    claims.push({ bookingId, value: bytes.double() });
  }
  return claims;
}

function breakTimeOf(written: WrittenTerms['breakTime']): RecordedTerms['breakTime'] {
  return written === undefined ? null : { maxMs: written.maxMs, durationsMs: new Map(written.durationsMs) };
}

function changedRotations(
  before: PlannedRotations,
  { planned, ended }: Extract<DecisionNote, { note: 'rotations' }>,
): PlannedRotations {
  const after = new Map(before);
  for (const bookingId of ended) after.delete(bookingId);
  for (const rotation of planned.map(unpackRotation)) after.set(rotation.bookingId, rotation);
  return after;
}

/** Returns a targeted value of a file. Files of earlier versions store a location as `place`. */
function targetedValueOf(stored: TargetedValue | { readonly ['place']: string }): TargetedValue {
  return 'place' in stored ? { geoArea: stored['place'] } : stored;
}
