import { lowerCase, maxHeadBytes, PlainFields, packLine } from './plain-fields.ts';

/** The head of an ordinary request. */
export type PlainHead = {
  /** Bytes from the method to the empty line (inclusive). */
  readonly bytes: number;
  readonly method: string;
  readonly target: string;
  readonly bodyBytes: number;
  readonly origin: string | undefined;
  readonly fields: PlainFields;
};

/**
 * Reads a head: method, absolute path, version 1.1, and at least one field line of visible ASCII with a valid name, as
 * sent by browsers, apps and back ends. The fields that define the end of the request and its host must occur once and
 * in their simplest form. `unusual`: the head is not plain. It may still be valid, and node:http decides. `incomplete`:
 * the bytes may become a plain head. Each byte is read once.
 * @param from offset of the head
 */
export function readPlainHead(bytes: Buffer, from: number): PlainHead | 'incomplete' | 'unusual' {
  const outcome = new HeadReader(bytes, from).read();
  return outcome === 'incomplete' && bytes.length - from >= maxHeadBytes ? 'unusual' : outcome;
}

const methods = ['GET', 'POST', 'HEAD', 'OPTIONS'] as const;
const beginnings = methods.map((method) => Buffer.from(`${method} /`));
const endOfTarget = Buffer.from(' HTTP/1.1\r\n');
const endOfLine = Buffer.from('\r\n');
const codes = { tab: 0x09, carriageReturn: 0x0d, space: 0x20, zero: 0x30, colon: 0x3a } as const;
/** Most fields: several times more than browsers send, and fewer than node:http accepts. */
const maxLines = 200;
/** Most digits of a body length: more than any accepted body requires. */
const maxDigits = 6;

/** Parts that a byte may belong to, one bit each. */
const parts = { name: 1, value: 2, target: 4 } as const;
const partsOf = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  return (
    (/[\w!#$%&'*+.^`|~-]/.test(character) ? parts.name : 0) |
    (/[\t -~]/.test(character) ? parts.value : 0) |
    (/[!"$-~]/.test(character) ? parts.target : 0)
  );
});

/** Fields that are read. Most others are skipped by the length of their names. */
const wanted = ['host', 'origin', 'content-length', 'connection', 'cookie'];
/** Fields that make a head unusual. */
const unwanted = ['te', 'expect', 'upgrade', 'trailer', 'http2-settings', 'proxy-connection', 'transfer-encoding'];
const fieldsOfLength = Array.from({ length: 32 }, (_, length) =>
  [...wanted, ...unwanted].filter((name) => name.length === length),
);

/** Special offsets: reasons to stop reading. */
const stops = { unusual: -1, incomplete: -2 } as const;
const nothing: readonly string[] = [];

class HeadReader {
  readonly #bytes: Buffer;
  readonly #from: number;
  /** End of the bytes that are read. */
  readonly #to: number;
  readonly #lines: number[] = [];
  #hosts = 0;
  /** Length of the body. -1: not stated. */
  #length = -1;
  #origin: string | undefined;

  constructor(bytes: Buffer, from: number) {
    this.#bytes = bytes;
    this.#from = from;
    this.#to = Math.min(bytes.length, from + maxHeadBytes);
  }

  read(): PlainHead | 'incomplete' | 'unusual' {
    const bytes = this.#bytes;
    const from = this.#from;
    const method = this.#method();
    if (method < 0) return outcomeOf(method);
    const name = methods[method] as string;
    const targetFrom = from + name.length + 1;
    const targetTo = this.#endOf(parts.target, targetFrom);
    let at = this.#expect(endOfTarget, targetTo);
    while (at >= 0 && !(bytes[at] === codes.carriageReturn && this.#lines.length > 0)) at = this.#line(at);
    const end = at < 0 ? at : this.#expect(endOfLine, at);
    if (end < 0) return outcomeOf(end);
    const hasBody = name === 'POST';
    if (this.#hosts !== 1 || hasBody !== (this.#length !== -1)) return 'unusual';
    this.#lines.push(packLine(at - from, 0));
    const text = bytes.toString('latin1', from, at);
    return {
      bytes: end - from,
      method: name,
      target: text.slice(targetFrom - from, targetTo - from),
      bodyBytes: hasBody ? this.#length : 0,
      origin: this.#origin,
      fields: new PlainFields(text, this.#lines),
    };
  }

  /** Returns the index of the method in `methods`. */
  #method(): number {
    for (let method = 0; method < beginnings.length; method += 1) {
      const at = this.#expect(beginnings[method] as Buffer, this.#from);
      if (at !== stops.unusual) return at === stops.incomplete ? at : method;
    }
    return stops.unusual;
  }

  /** Reads a field line and returns the offset of the next one. */
  #line(from: number): number {
    if (this.#lines.length === maxLines) return stops.unusual;
    const bytes = this.#bytes;
    const colon = this.#endOf(parts.name, from);
    if (colon >= this.#to) return stops.incomplete;
    if (colon === from || bytes[colon] !== codes.colon) return stops.unusual;
    const end = this.#endOf(parts.value, colon + 1);
    const next = this.#expect(endOfLine, end);
    if (next < 0) return next;
    this.#lines.push(packLine(from - this.#from, colon - from));
    return this.#take(from, colon, end) ? next : stops.unusual;
  }

  /** Reads a field. Returns false if it makes the head unusual. */
  #take(from: number, colon: number, end: number): boolean {
    switch (this.#nameAt(from, colon)) {
      case 'host':
        this.#hosts += 1;
        return true;
      case 'origin':
        this.#origin ??= this.#valueOf(colon, end);
        return true;
      case 'content-length':
        if (this.#length !== -1) return false;
        this.#length = this.#wholeNumber(colon, end);
        return this.#length !== -1;
      case 'connection':
        return this.#isValue(colon, end, 'keep-alive');
      case 'cookie':
        // Requests with a debug cookie need traces, not speed.
        return !this.#valueOf(colon, end).includes('debugKey=');
      case null:
        return true;
      default:
        return false;
    }
  }

  /** Returns the lowercase name if it is a known field. */
  #nameAt(from: number, colon: number): string | null {
    for (const name of fieldsOfLength[colon - from] ?? nothing) {
      if (this.#isAt(from, name)) return name;
    }
    return null;
  }

  #valueOf(colon: number, end: number): string {
    return this.#bytes.toString('latin1', colon + 1, end).trim();
  }

  /** Returns true if the value equals the text, case-insensitively. */
  #isValue(colon: number, end: number, text: string): boolean {
    const from = this.#withoutSpace(colon + 1, end);
    return this.#isAt(from, text) && this.#withoutSpace(from + text.length, end) === end;
  }

  /** Returns the number of a text of digits without a leading zero, or -1. */
  #wholeNumber(colon: number, end: number): number {
    const from = this.#withoutSpace(colon + 1, end);
    let number = 0;
    let at = from;
    for (; at < end && at < from + maxDigits; at += 1) {
      const digit = (this.#bytes[at] as number) - codes.zero;
      if (digit < 0 || digit > 9 || (number === 0 && at > from)) break;
      number = number * 10 + digit;
    }
    return at > from && this.#withoutSpace(at, end) === end ? number : -1;
  }

  /** Returns the first offset from `from` that is neither a space nor a tab. */
  #withoutSpace(from: number, end: number): number {
    let at = from;
    while (at < end && (this.#bytes[at] === codes.space || this.#bytes[at] === codes.tab)) at += 1;
    return at;
  }

  /** Returns true if the lowercase text is at this offset, case-insensitively. */
  #isAt(from: number, text: string): boolean {
    for (let at = 0; at < text.length; at += 1) {
      if (lowerCase(this.#bytes[from + at] as number) !== text.charCodeAt(at)) return false;
    }
    return true;
  }

  /** Returns the first offset from `from` with a byte that does not belong to these parts. */
  #endOf(part: number, from: number): number {
    const bytes = this.#bytes;
    const to = this.#to;
    let at = from;
    while (at < to && ((partsOf[bytes[at] as number] as number) & part) !== 0) at += 1;
    return at;
  }

  /** Returns the offset after these bytes if they are at `from`. */
  #expect(expected: Buffer, from: number): number {
    for (let at = 0; at < expected.length; at += 1) {
      if (from + at >= this.#to) return stops.incomplete;
      if (this.#bytes[from + at] !== expected[at]) return stops.unusual;
    }
    return from + expected.length;
  }
}

function outcomeOf(stop: number): 'incomplete' | 'unusual' {
  return stop === stops.incomplete ? 'incomplete' : 'unusual';
}
