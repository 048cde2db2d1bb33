import { lowerCase, maxHeadBytes, PlainFields, packLine } from './plain-fields.ts';

/** The head of a request that has nothing unusual about it. */
export type PlainHead = {
  /** From the method to the empty line, included. */
  readonly bytes: number;
  readonly method: string;
  readonly target: string;
  readonly bodyBytes: number;
  readonly origin: string | undefined;
  readonly fields: PlainFields;
};

/**
 * Reads a head: method, absolute path, version 1.1, and at least one field line of visible ASCII with a proper name: what
 * browsers, apps and back ends send. What decides where a request ends, and who it is for, must be there once and in its
 * simplest form. `unusual`: it is not plain, and the fast path has no opinion on it; anything else may be right as well,
 * and node:http knows. `incomplete`: what is here may become a plain head. Each byte is looked at once.
 * @param from where the head begins
 */
export function readPlainHead(bytes: Buffer, from: number): PlainHead | 'incomplete' | 'unusual' {
  const outcome = new HeadReader(bytes, from).read();
  return outcome === 'incomplete' && bytes.length - from >= maxHeadBytes ? 'unusual' : outcome;
}

const methods = ['GET', 'POST', 'OPTIONS'] as const;
const beginnings = methods.map((method) => Buffer.from(`${method} /`));
const endOfTarget = Buffer.from(' HTTP/1.1\r\n');
const endOfLine = Buffer.from('\r\n');
const codes = { tab: 0x09, carriageReturn: 0x0d, space: 0x20, zero: 0x30, colon: 0x3a } as const;
/** Of fields: several times what browsers send, and fewer than node:http takes. */
const maxLines = 200;
/** Of the length of a body: more than any that is read. */
const maxDigits = 6;

/** What a byte may be part of, a bit each. */
const parts = { name: 1, value: 2, target: 4 } as const;
const partsOf = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  return (
    (/[\w!#$%&'*+.^`|~-]/.test(character) ? parts.name : 0) |
    (/[\t -~]/.test(character) ? parts.value : 0) |
    (/[!"$-~]/.test(character) ? parts.target : 0)
  );
});

/** Fields that are looked into; most others are passed over by the length of their names. */
const wanted = ['host', 'origin', 'content-length', 'connection', 'cookie'];
/** Fields that make any head unusual. */
const unwanted = ['te', 'expect', 'upgrade', 'trailer', 'http2-settings', 'proxy-connection', 'transfer-encoding'];
const fieldsOfLength = Array.from({ length: 32 }, (_, length) =>
  [...wanted, ...unwanted].filter((name) => name.length === length),
);

/** As a place in a head: why nothing is read any further. */
const stops = { unusual: -1, incomplete: -2 } as const;
const nothing: readonly string[] = [];

class HeadReader {
  readonly #bytes: Buffer;
  readonly #from: number;
  /** What lies behind is not looked at. */
  readonly #to: number;
  readonly #lines: number[] = [];
  #hosts = 0;
  /** Of the body; -1: no field says it. */
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

  /** Which one it is, of `methods`. */
  #method(): number {
    for (let method = 0; method < beginnings.length; method += 1) {
      const at = this.#expect(beginnings[method] as Buffer, this.#from);
      if (at !== stops.unusual) return at === stops.incomplete ? at : method;
    }
    return stops.unusual;
  }

  /** Reads the line of a field; answers where the next one begins. */
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

  /** Takes what is wanted of a field; false: it makes the head unusual. */
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
        // Who debugs wants traces and not speed.
        return !this.#valueOf(colon, end).includes('debugKey=');
      case null:
        return true;
      default:
        return false;
    }
  }

  /** The name in lower case if it is one of the known fields. */
  #nameAt(from: number, colon: number): string | null {
    for (const name of fieldsOfLength[colon - from] ?? nothing) {
      if (this.#isAt(from, name)) return name;
    }
    return null;
  }

  #valueOf(colon: number, end: number): string {
    return this.#bytes.toString('latin1', colon + 1, end).trim();
  }

  /** True for a value that is this text, in any case. */
  #isValue(colon: number, end: number, text: string): boolean {
    const from = this.#withoutSpace(colon + 1, end);
    return this.#isAt(from, text) && this.#withoutSpace(from + text.length, end) === end;
  }

  /** Digits without a zero before them; -1: something else. */
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

  /** The first place from one on that is neither a space nor a tab. */
  #withoutSpace(from: number, end: number): number {
    let at = from;
    while (at < end && (this.#bytes[at] === codes.space || this.#bytes[at] === codes.tab)) at += 1;
    return at;
  }

  /** True where a text in lower case stands, in any case. */
  #isAt(from: number, text: string): boolean {
    for (let at = 0; at < text.length; at += 1) {
      if (lowerCase(this.#bytes[from + at] as number) !== text.charCodeAt(at)) return false;
    }
    return true;
  }

  /** The first place from one on where something else stands than a byte of these parts. */
  #endOf(part: number, from: number): number {
    const bytes = this.#bytes;
    const to = this.#to;
    let at = from;
    while (at < to && ((partsOf[bytes[at] as number] as number) & part) !== 0) at += 1;
    return at;
  }

  /** The place behind these bytes, if they stand here. */
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
