/** Reads the output of `ByteWriter`. Throws a `RangeError` at the end of the bytes. */
export class ByteReader {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes[this.at];
    if (value === undefined) throw new RangeError('Unexpected end of data');
    this.at += 1;
    return value;
  }

  number(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
  }

  double(): number {
    const value = this.#bytes.readDoubleLE(this.at);
    this.at += 8;
    return value;
  }

  raw(length: number): Buffer {
    if (this.at + length > this.#bytes.length) throw new RangeError('Unexpected end of data');
    const raw = this.#bytes.subarray(this.at, this.at + length);
    this.at += length;
    return raw;
  }

  text(): string {
    return this.raw(this.number()).toString('utf8');
  }
}
