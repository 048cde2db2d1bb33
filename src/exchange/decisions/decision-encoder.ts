import type { RecordedTerms, RecordedViewer } from '../../core/decision/explain/recorded-request.ts';
import type { TargetedValue } from '../../core/targeting/recorded-facts.ts';
import { capSubjects, countedScopes } from '../../core/vocabulary/cap-subjects.ts';
import { ByteWriter, maxNumberBytes } from './byte-writer.ts';
import {
  consents,
  type DecisionNote,
  missingSpace,
  recordKinds,
  requestParts,
  slotParts,
  somethingMore,
  withBrand,
  withBuckets,
} from './decision-format.ts';

/** A request with the numbers of the file. Missing values are null or empty. */
export type NumberedRequest = {
  readonly atMs: number;
  /** 16 bytes. */
  readonly id: Uint8Array | null;
  readonly facts: NumberedFacts;
  readonly slots: readonly NumberedSlot[];
  /** null: no cap was evaluated. */
  readonly viewer: RecordedViewer | null;
  /** 0: none. */
  readonly terms: number;
  /** Booking ID and value, alternating. */
  readonly claims: readonly number[];
};

export type NumberedFacts = {
  readonly things: readonly number[];
  /** Index in `consents`. */
  readonly consent: number;
  /** As in `RecordedRequest`; omitted: complete. */
  readonly missing?: number;
  /** Most ads of one brand; 0: not specified. */
  readonly maxPerBrand?: number;
};

export type NumberedSlot = {
  /** 0: none. */
  readonly position: number;
  readonly isFurther: boolean;
  readonly ownFacts: NumberedFacts | null;
  /** 0: none. */
  readonly winner: number;
};

/** Size at which frames are sealed. The buffer is reused. */
const usualFrameBytes = 64 * 1024;

/**
 * Encodes records into frames and assigns the numbers of one file. New values are defined before the record that uses
 * them. `begin` starts a file with new numbers.
 */
export class DecisionEncoder {
  readonly #bytes = new ByteWriter(2 * usualFrameBytes);
  #positions = 0;
  #winners = 0;
  #things = 0;
  #terms = 0;
  #lastMs = 0;
  #revision = -1;

  /** Starts a file. */
  begin(note: DecisionNote, atMs: number): void {
    this.#positions = 0;
    this.#winners = 0;
    this.#things = 0;
    this.#terms = 0;
    this.#revision = -1;
    this.note(note, atMs);
  }

  get isEmpty(): boolean {
    return this.#bytes.length === 0;
  }

  get isFull(): boolean {
    return this.#bytes.length >= usualFrameBytes;
  }

  /** Returns the frame without its header. */
  take(): Buffer {
    return this.#bytes.take();
  }

  note(note: DecisionNote, atMs: number): void {
    this.#open(atMs);
    this.#bytes.byte(recordKinds.note);
    this.#bytes.text(JSON.stringify(note));
  }

  definePosition(id: number, atMs: number): number {
    this.#open(atMs);
    this.#bytes.byte(recordKinds.position);
    this.#bytes.number(id);
    this.#positions += 1;
    return this.#positions;
  }

  /** @param method index in `winnerMethods` */
  defineWinner(
    {
      adId,
      bookingId,
      method,
      brandId,
      labels,
    }: { adId: number; bookingId: number; method: number; brandId: number; labels: readonly string[] },
    atMs: number,
  ): number {
    this.#open(atMs);
    this.#bytes.byte(recordKinds.winner);
    this.#bytes.number(adId);
    this.#bytes.number(bookingId);
    this.#bytes.byte(method | withBrand);
    this.#bytes.number(brandId);
    this.#bytes.text(labels.length === 0 ? '' : JSON.stringify(labels));
    this.#winners += 1;
    return this.#winners;
  }

  defineThing(thing: TargetedValue, atMs: number): number {
    this.#open(atMs);
    this.#bytes.byte(recordKinds.asked);
    this.#bytes.text(JSON.stringify(thing));
    this.#things += 1;
    return this.#things;
  }

  /** @param sameAs number of terms with the same effect; null: none */
  defineTerms(
    { inWords, refusedAdIds, refusals, breakTime }: RecordedTerms,
    sameAs: number | null,
    atMs: number,
  ): number {
    this.#open(atMs);
    this.#bytes.byte(recordKinds.terms);
    const ofBreak =
      breakTime === null ? {} : { breakTime: { maxMs: breakTime.maxMs, durationsMs: [...breakTime.durationsMs] } };
    const effect =
      sameAs === null ? { refusedAdIds: [...refusedAdIds], refusals: byText(refusals), ...ofBreak } : { sameAs };
    this.#bytes.text(JSON.stringify({ inWords, ...effect }));
    this.#terms += 1;
    return this.#terms;
  }

  /** @param stop index in `stops` */
  stop(bookingId: number, stop: number, atMs: number): void {
    this.#open(atMs);
    this.#bytes.byte(recordKinds.stop);
    this.#bytes.number(bookingId);
    this.#bytes.byte(stop);
  }

  revision(revision: number, atMs: number): void {
    if (revision === this.#revision) return;
    this.#open(atMs);
    this.#revision = revision;
    this.#bytes.byte(recordKinds.revision);
    this.#bytes.number(revision);
  }

  request({ atMs, id, facts, slots, viewer, terms, claims }: NumberedRequest): void {
    this.#open(atMs);
    this.#bytes.reserve(
      roomOf(slots, facts) +
        64 +
        ((viewer?.counts.length ?? 0) + (viewer?.buckets?.size ?? 0)) * 32 +
        claims.length * 16,
    );
    const bytes = this.#bytes;
    bytes.byte(
      recordKinds.request |
        (id === null ? 0 : requestParts.id) |
        (viewer === null ? 0 : requestParts.viewer) |
        (terms === 0 ? 0 : requestParts.terms) |
        (claims.length === 0 ? 0 : requestParts.claims) |
        (slots.length === 1 ? 0 : requestParts.severalSlots),
    );
    const since = atMs - this.#lastMs;
    this.#lastMs = atMs;
    // Signed, because a clock may be set back.
    bytes.number(since >= 0 ? since * 2 : -since * 2 - 1);
    if (id !== null) bytes.raw(id);
    this.#facts(facts);
    if (slots.length !== 1) bytes.number(slots.length);
    for (let index = 0; index < slots.length; index += 1) this.#slot(slots[index] as NumberedSlot);
    if (viewer !== null) this.#viewer(viewer);
    if (terms !== 0) bytes.number(terms);
    if (claims.length > 0) this.#claims(claims);
  }

  #slot({ position, isFurther, ownFacts, winner }: NumberedSlot): void {
    this.#bytes.number(
      position * 4 + (isFurther ? slotParts.further : 0) + (ownFacts === null ? 0 : slotParts.ownFacts),
    );
    if (ownFacts !== null) this.#facts(ownFacts);
    this.#bytes.number(winner);
  }

  #facts({ things, consent, missing = 0, maxPerBrand = 0 }: NumberedFacts): void {
    const more = maxPerBrand * missingSpace + missing;
    this.#bytes.number(things.length * 4 + (more === 0 ? consent : somethingMore));
    if (more !== 0) this.#bytes.number(more * 4 + consent);
    for (let index = 0; index < things.length; index += 1) this.#bytes.number(things[index] as number);
  }

  #viewer({ known, counts, buckets }: RecordedViewer): void {
    const subjects = known.reduce((bits, subject) => bits | (1 << capSubjects.indexOf(subject)), 0);
    this.#bytes.byte(subjects | (buckets === undefined ? 0 : withBuckets));
    this.#bytes.number(counts.length);
    for (const { bookingId, scope, per, window, count } of counts) {
      this.#bytes.number(bookingId);
      this.#bytes.byte(capSubjects.indexOf(per) * countedScopes.length + countedScopes.indexOf(scope));
      this.#bytes.number(window);
      this.#bytes.number(count);
    }
    if (buckets === undefined) return;
    this.#bytes.number(buckets.size);
    for (const [bookingId, bucket] of buckets) {
      this.#bytes.number(bookingId);
      this.#bytes.number(bucket);
    }
  }

  #claims(claims: readonly number[]): void {
    this.#bytes.number(claims.length / 2);
    for (let index = 0; index < claims.length; index += 2) {
      this.#bytes.number(claims[index] as number);
      this.#bytes.double(claims[index + 1] as number);
    }
  }

  /** A frame starts with the time to which its first record is relative. */
  #open(atMs: number): void {
    this.#bytes.reserve(64);
    if (this.#bytes.length > 0) return;
    this.#bytes.double(atMs);
    this.#lastMs = atMs;
  }
}

function roomOf(slots: readonly NumberedSlot[], facts: NumberedFacts): number {
  let numbers = facts.things.length + 4;
  for (const { ownFacts } of slots) numbers += 4 + (ownFacts?.things.length ?? 0);
  return numbers * maxNumberBytes;
}

/** Returns the index of a consent state. */
export function consentCode(consent: (typeof consents)[number]): number {
  return consents.indexOf(consent);
}

/** Returns IDs by text. Many ads are rejected for the same reason. */
function byText(refusals: ReadonlyMap<number, string>): Readonly<Record<string, readonly number[]>> {
  const texts = Map.groupBy(refusals, ([, text]) => text);
  return Object.fromEntries([...texts].map(([text, entries]) => [text, entries.map(([id]) => id)]));
}
