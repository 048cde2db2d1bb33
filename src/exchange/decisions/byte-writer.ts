/** Writes bytes into a reused buffer that grows on demand. */
export class ByteWriter {
  #bytes: Buffer;
  length = 0;

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity);
  }

  /** Reserves space. Subsequent writes must not exceed it. */
  reserve(bytes: number): void {
    if (this.length + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.length + bytes));
    this.#bytes.copy(larger, 0, 0, this.length);
    this.#bytes = larger;
  }

  /** @param value 0 to 255 */
  byte(value: number): void {
    this.#bytes[this.length] = value;
    this.length += 1;
  }

  /** Writes a variable-length integer: 7 bits per byte, lowest first. @param value an integer, 0 to 2^53 - 1 */
  number(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.length] = (rest % 0x80) + 0x80;
      this.length += 1;
      rest = rest < 0x8000_0000 ? rest >>> 7 : Math.floor(rest / 0x80);
    }
    this.#bytes[this.length] = rest;
    this.length += 1;
  }

  double(value: number): void {
    this.#bytes.writeDoubleLE(value, this.length);
    this.length += 8;
  }

  raw(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Reserves its own space. */
  text(value: string): void {
    const bytes = Buffer.from(value);
    this.reserve(bytes.length + maxNumberBytes);
    this.number(bytes.length);
    this.raw(bytes);
  }

  /** Returns a copy of the written bytes and resets the writer. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.length));
    this.length = 0;
    return taken;
  }
}

/** Bytes of the longest `number`. */
export const maxNumberBytes = 8;
