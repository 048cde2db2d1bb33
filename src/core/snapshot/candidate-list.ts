import type { BookingId } from '../vocabulary/ids.ts';
import type { Candidate, CandidateList, CandidateSource } from './snapshot.ts';

/** A fixed selection of candidates. */
export class SelectedCandidates implements CandidateList {
  readonly isOfImage = false;
  readonly numbers: Uint32Array;
  readonly source: CandidateSource;

  constructor(numbers: Uint32Array, source: CandidateSource) {
    this.numbers = numbers;
    this.source = source;
  }

  get length(): number {
    return this.numbers.length;
  }

  at(index: number): Candidate {
    return this.source.at(this.numbers[index] as number);
  }

  *[Symbol.iterator](): Generator<Candidate> {
    for (let index = 0; index < this.length; index += 1) yield this.at(index);
  }
}

/** A writable list in ascending order of booking ID. Its first numbers may be those of a shared image. */
export class OpenCandidateList implements CandidateList {
  readonly source: CandidateSource;
  numbers: Uint32Array;
  length: number;
  /** True: the numbers belong to an image and are copied before a change. */
  #isShared = false;

  constructor(source: CandidateSource) {
    this.source = source;
    this.numbers = none;
    this.length = 0;
  }

  get isOfImage(): boolean {
    return this.#isShared;
  }

  at(index: number): Candidate {
    return this.source.at(this.numbers[index] as number);
  }

  *[Symbol.iterator](): Generator<Candidate> {
    for (let index = 0; index < this.length; index += 1) yield this.at(index);
  }

  /** Uses the numbers of an image as the initial content. */
  adopt(shared: Uint32Array): void {
    this.numbers = shared;
    this.length = shared.length;
    this.#isShared = true;
  }

  /** Adds a candidate whose booking has the highest ID. */
  append(number: number): void {
    this.#own(this.length + 1);
    this.numbers[this.length] = number;
    this.length += 1;
  }

  insert(number: number): void {
    const index = this.#indexOf(this.source.bookingIdOf(number));
    this.#own(this.length + 1);
    this.numbers.copyWithin(index + 1, index, this.length);
    this.numbers[index] = number;
    this.length += 1;
  }

  /** Removes the candidate of a booking. Does nothing if there is none. */
  remove(id: BookingId): void {
    const index = this.#indexOf(id);
    if (!this.#holds(index, id)) return;
    this.#own(this.length);
    this.numbers.copyWithin(index, index + 1, this.length);
    this.length -= 1;
  }

  /** Replaces the candidate of the same booking, which must be in the list. */
  replace(number: number): void {
    const index = this.#indexOf(this.source.bookingIdOf(number));
    this.#own(this.length);
    this.numbers[index] = number;
  }

  #holds(index: number, id: BookingId): boolean {
    return index < this.length && this.source.bookingIdOf(this.numbers[index] as number) === id;
  }

  /** Returns the index of the first booking whose ID is not lower. */
  #indexOf(id: BookingId): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.source.bookingIdOf(this.numbers[middle] as number) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #own(length: number): void {
    if (!this.#isShared && length <= this.numbers.length) return;
    const spare = length <= this.numbers.length ? 0 : 1 + (length >> 2);
    const own = new Uint32Array(Math.max(length, this.numbers.length) + spare);
    own.set(this.numbers);
    this.numbers = own;
    this.#isShared = false;
  }
}

const none = new Uint32Array(0);
