import type { RequestedSlot, RequestParameters } from '../../core/decision/ad-request.ts';
import { maxSlotsPerRequest } from '../../core/vocabulary/limits/delivery-limits.ts';
import { readVideoOptions } from '../answer/player-support.ts';
import { findCode, findKey, keyCode, PlainParameters } from './plain-parameters.ts';
import { noParameters } from './request-parameters.ts';
import type { ReadRequest } from './viewer-key.ts';

/**
 * Reads the body of `POST /json` in the format of nearly all clients: JSON without white space, in visible ASCII
 * without escapes, with every parameter as a text or a list of texts. Returns null for any other body, valid or not.
 * The result equals that of `JSON.parse`, without the intermediate objects, whose names would each be looked up in the
 * table of all names of the process. Source: docs/decisions/0128-plain-bodies.md.
 * @param from start offset of the body
 * @param to end offset of the body (exclusive)
 */
export function readPlainBody(bytes: Buffer, from: number, to: number): ReadRequest | null {
  return new BodyReader(bytes, from, to).body();
}

const codes = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  zero: 0x30,
  nine: 0x39,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;
/** Most keys of one object. Bodies with more are passed to the slower reader. */
const maxKeys = 64;

/** Its methods return null or -1 if the input is not a plain body. */
class BodyReader {
  readonly #bytes: Buffer;
  readonly #text: string;
  /** Difference between text and byte offsets. */
  readonly #from: number;
  readonly #to: number;
  #at: number;

  constructor(bytes: Buffer, from: number, to: number) {
    this.#bytes = bytes;
    this.#text = bytes.toString('latin1', from, to);
    this.#from = from;
    this.#to = to;
    this.#at = from;
  }

  body(): ReadRequest | null {
    let slots: readonly RequestedSlot[] | null = null;
    let parameters: RequestParameters | null = null;
    const others: Record<string, unknown> = {};
    if (!this.#takes(codes.openObject)) return null;
    for (let keys = 0; keys < maxKeys; keys += 1) {
      const key = this.#key();
      if (key === null) return null;
      if (key === 'slots') {
        if (slots !== null) return null;
        slots = this.#slots();
        if (slots === null) return null;
      } else if (key === 'parameters') {
        if (parameters !== null) return null;
        parameters = this.#parameters();
        if (parameters === null) return null;
      } else {
        const value = this.#value();
        if (value === undefined || Object.hasOwn(others, key) || key === '__proto__') return null;
        others[key] = value;
      }
      if (this.#takes(codes.comma)) continue;
      if (!this.#takes(codes.closeObject) || this.#at !== this.#to || slots === null) return null;
      const { user, regs, vastContentAsUrl, vastVersion } = others;
      const video = readVideoOptions(vastContentAsUrl, vastVersion);
      return { slots, parameters: parameters ?? noParameters, user, regs, video };
    }
    return null;
  }

  /** Reads at least one slot. Names are unique, and the first occurrence wins. */
  #slots(): readonly RequestedSlot[] | null {
    if (!this.#takes(codes.openList)) return null;
    const slots: RequestedSlot[] = [];
    for (let count = 0; count < maxSlotsPerRequest; count += 1) {
      const slot = this.#slot();
      if (slot === null) return null;
      if (!slots.some(({ slotName }) => slotName === slot.slotName)) slots.push(slot);
      if (this.#takes(codes.comma)) continue;
      return this.#takes(codes.closeList) ? slots : null;
    }
    return null;
  }

  #slot(): RequestedSlot | null {
    let slotName: string | null = null;
    let parameters: RequestParameters | null = null;
    if (!this.#takes(codes.openObject)) return null;
    for (let keys = 0; keys < maxKeys; keys += 1) {
      const key = this.#key();
      if (key === 'slotname') {
        if (slotName !== null) return null;
        slotName = this.#string();
        if (slotName === null || slotName === '') return null;
      } else if (key === 'parameters') {
        if (parameters !== null) return null;
        parameters = this.#parameters();
        if (parameters === null) return null;
      } else if (key === null || this.#value() === undefined) return null;
      if (this.#takes(codes.comma)) continue;
      if (!this.#takes(codes.closeObject) || slotName === null) return null;
      return { slotName, parameters: parameters ?? noParameters };
    }
    return null;
  }

  #parameters(): RequestParameters | null {
    if (!this.#takes(codes.openObject)) return null;
    if (this.#takes(codes.closeObject)) return noParameters;
    const offsets: number[] = [];
    for (let keys = 1; keys <= maxKeys; keys += 1) {
      if (!this.#parameter(offsets)) return null;
      if (this.#takes(codes.comma)) continue;
      return this.#takes(codes.closeObject) ? new PlainParameters(this.#text, offsets, keys) : null;
    }
    return null;
  }

  /** Appends the offsets of one parameter in the layout of `PlainParameters`. */
  #parameter(offsets: number[]): boolean {
    const begin = offsets.length;
    if (!this.#takes(codes.quote)) return false;
    // Objects enumerate integer keys first, regardless of their order.
    const first = this.#bytes[this.#at] as number;
    if (first >= codes.zero && first <= codes.nine) return false;
    const keyFrom = this.#at - this.#from;
    const keyTo = this.#stringEnd();
    if (keyTo === -1 || !this.#takes(codes.colon)) return false;
    const code = keyCode(this.#text, keyFrom, keyTo);
    const known = code === 0 ? findKey(this.#text, offsets, this.#text.slice(keyFrom, keyTo)) : findCode(offsets, code);
    if (known !== -1) return false;
    offsets.push(code, 0, keyFrom, keyTo);
    if (this.#takes(codes.openList)) {
      do {
        if (!this.#addString(offsets)) return false;
      } while (this.#takes(codes.comma));
      if (!this.#takes(codes.closeList)) return false;
    } else if (!this.#addString(offsets)) return false;
    offsets[begin + 1] = offsets.length;
    return true;
  }

  /** Appends the start and end of a non-empty text. */
  #addString(offsets: number[]): boolean {
    if (!this.#takes(codes.quote)) return false;
    const from = this.#at - this.#from;
    const to = this.#stringEnd();
    if (to <= from) return false;
    offsets.push(from, to);
    return true;
  }

  /** Reads a key and the following colon. */
  #key(): string | null {
    const key = this.#string();
    return key !== null && this.#takes(codes.colon) ? key : null;
  }

  #string(): string | null {
    if (!this.#takes(codes.quote)) return null;
    const from = this.#at - this.#from;
    const to = this.#stringEnd();
    return to === -1 ? null : this.#text.slice(from, to);
  }

  /** Moves past a string whose opening quote has been read, and returns the offset of its end. */
  #stringEnd(): number {
    const bytes = this.#bytes;
    const to = this.#to;
    for (let at = this.#at; at < to; at += 1) {
      const code = bytes[at] as number;
      if (code === codes.quote) {
        this.#at = at + 1;
        return at - this.#from;
      }
      if (code < 0x20 || code > 0x7e || code === codes.backslash) return -1;
    }
    return -1;
  }

  /**
   * Reads any value, with `JSON.parse` unless it is `true`. Returns undefined if it is invalid or its text is not
   * plain.
   */
  #value(): unknown {
    const from = this.#at - this.#from;
    if (this.#text.startsWith('true', from)) {
      this.#at += 4;
      return true;
    }
    if (!this.#skipValue()) return undefined;
    try {
      return JSON.parse(this.#text.slice(from, this.#at - this.#from)) as unknown;
    } catch {
      // The complete reader reports the error to the client.
      return undefined;
    }
  }

  /** Moves to the comma or bracket after a value without validating its parts. */
  #skipValue(): boolean {
    let depth = 0;
    while (this.#at < this.#to) {
      const code = this.#bytes[this.#at] as number;
      if (depth === 0 && (code === codes.comma || code === codes.closeObject || code === codes.closeList)) return true;
      this.#at += 1;
      if (code < 0x20 || code > 0x7e) return false;
      if (code === codes.quote && this.#stringEnd() === -1) return false;
      if (code === codes.openObject || code === codes.openList) depth += 1;
      else if (code === codes.closeObject || code === codes.closeList) depth -= 1;
    }
    return false;
  }

  #takes(code: number): boolean {
    if (this.#at >= this.#to || this.#bytes[this.#at] !== code) return false;
    this.#at += 1;
    return true;
  }
}
