/** Bytes of a tag, and of its key. */
export const tagBytes = 8;
const keyBytes = 16;

/** SipHash-2-4 with one key. Tags cannot be created without the key. */
export type SipHash = {
  /** Writes the tag of the first `length` bytes after them. The array must have space for `tagBytes`. */
  appendTag(bytes: Uint8Array, length: number): void;
  /** Verifies the tag after the first `length` bytes in constant time. */
  hasTag(bytes: Uint8Array, length: number): boolean;
};

/**
 * Creates a keyed hash of short messages with a 64-bit tag. Computes on 32-bit halves, which JavaScript does without
 * allocations: a call takes well under a microsecond, one to node:crypto several. Source: Aumasson and Bernstein,
 * "SipHash: a fast short-input PRF" (2012).
 * @param key 16 bytes
 */
export function createSipHash(key: Uint8Array): SipHash {
  if (key.length !== keyBytes) throw new RangeError(`A SipHash key must have ${keyBytes} bytes, not ${key.length}`);
  const [k0l, k0h, k1l, k1h] = [wordAt(key, 0), wordAt(key, 4), wordAt(key, 8), wordAt(key, 12)];
  /** Initial state of this key, then state of the current message. Each word as low and high half. */
  const initial = new Int32Array([
    k0l ^ 0x70736575,
    k0h ^ 0x736f6d65,
    k1l ^ 0x6e646f6d,
    k1h ^ 0x646f7261,
    k0l ^ 0x6e657261,
    k0h ^ 0x6c796765,
    k1l ^ 0x79746573,
    k1h ^ 0x74656462,
  ]);
  const state = new Int32Array(8);

  function hash(bytes: Uint8Array, length: number): void {
    for (let word = 0; word < initial.length; word += 1) state[word] = initial[word] as number;
    const whole = length & ~7;
    for (let offset = 0; offset < whole; offset += 8) {
      absorb(state, wordAt(bytes, offset), wordAt(bytes, offset + 4));
    }
    let low = 0;
    let high = length << 24;
    for (let offset = whole; offset < length; offset += 1) {
      const byte = bytes[offset] as number;
      if (offset - whole < 4) low |= byte << ((offset & 3) * 8);
      else high |= byte << ((offset & 3) * 8);
    }
    absorb(state, low, high);
    state[4] = (state[4] as number) ^ 0xff;
    rounds(state, 4);
  }

  const tagLow = () => (state[0] as number) ^ (state[2] as number) ^ (state[4] as number) ^ (state[6] as number);
  const tagHigh = () => (state[1] as number) ^ (state[3] as number) ^ (state[5] as number) ^ (state[7] as number);

  return {
    appendTag(bytes, length) {
      hash(bytes, length);
      putWord(bytes, length, tagLow());
      putWord(bytes, length + 4, tagHigh());
    },
    hasTag(bytes, length) {
      if (bytes.length < length + tagBytes) return false;
      hash(bytes, length);
      const differences = (tagLow() ^ wordAt(bytes, length)) | (tagHigh() ^ wordAt(bytes, length + 4));
      return differences === 0;
    },
  };
}

function absorb(state: Int32Array, low: number, high: number): void {
  state[6] = (state[6] as number) ^ low;
  state[7] = (state[7] as number) ^ high;
  rounds(state, 2);
  state[0] = (state[0] as number) ^ low;
  state[1] = (state[1] as number) ^ high;
}

/**
 * Adding two words determines the carry from their high bits and that of the sum, without a comparison: the processor
 * cannot predict its result, and the message is different each time. A rotation by n takes n bits from the other half.
 */
function rounds(state: Int32Array, count: number): void {
  let [al, ah, bl, bh] = [state[0] as number, state[1] as number, state[2] as number, state[3] as number];
  let [cl, ch, dl, dh] = [state[4] as number, state[5] as number, state[6] as number, state[7] as number];
  let old = 0;
  for (let round = 0; round < count; round += 1) {
    old = al;
    al = (al + bl) | 0;
    ah = (ah + bh + carryOf(old, bl, al)) | 0;
    old = cl;
    cl = (cl + dl) | 0;
    ch = (ch + dh + carryOf(old, dl, cl)) | 0;
    old = bl;
    bl = ((bl << 13) | (bh >>> 19)) ^ al;
    bh = ((bh << 13) | (old >>> 19)) ^ ah;
    old = dl;
    dl = ((dl << 16) | (dh >>> 16)) ^ cl;
    dh = ((dh << 16) | (old >>> 16)) ^ ch;
    old = al;
    al = ah;
    ah = old;
    old = cl;
    cl = (cl + bl) | 0;
    ch = (ch + bh + carryOf(old, bl, cl)) | 0;
    old = al;
    al = (al + dl) | 0;
    ah = (ah + dh + carryOf(old, dl, al)) | 0;
    old = bl;
    bl = ((bl << 17) | (bh >>> 15)) ^ cl;
    bh = ((bh << 17) | (old >>> 15)) ^ ch;
    old = dl;
    dl = ((dl << 21) | (dh >>> 11)) ^ al;
    dh = ((dh << 21) | (old >>> 11)) ^ ah;
    old = cl;
    cl = ch;
    ch = old;
  }
  state[0] = al;
  state[1] = ah;
  state[2] = bl;
  state[3] = bh;
  state[4] = cl;
  state[5] = ch;
  state[6] = dl;
  state[7] = dh;
}

/** Returns the carry of adding two 32-bit words with this sum. */
function carryOf(one: number, other: number, sum: number): number {
  return ((one & other) | ((one | other) & ~sum)) >>> 31;
}

/** Reads four bytes, lowest first, as a 32-bit word. */
function wordAt(bytes: Uint8Array, offset: number): number {
  return (
    (bytes[offset] as number) |
    ((bytes[offset + 1] as number) << 8) |
    ((bytes[offset + 2] as number) << 16) |
    ((bytes[offset + 3] as number) << 24)
  );
}

function putWord(bytes: Uint8Array, offset: number, word: number): void {
  bytes[offset] = word;
  bytes[offset + 1] = word >>> 8;
  bytes[offset + 2] = word >>> 16;
  bytes[offset + 3] = word >>> 24;
}
