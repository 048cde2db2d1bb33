import { randomBytes } from 'node:crypto';
import { createSipHash, tagBytes } from './sip-hash.ts';

/**
 * Decision IDs, from which the roll-up reads a sequence number.
 *
 *   bytes 0 to 7:   random; the seed of the draws
 *   bytes 8 to 12:  run: random, one per delivery process and 16.7 million decisions
 *   bytes 13 to 15: sequence number of the decision in its run
 *
 * Bytes 8 to 15 are encrypted by XOR with a keyed hash of bytes 0 to 7, so that an ID does not reveal the number of
 * requests. Counted events of a run are consecutive numbers, which a bitmap stores in a few bits each. Source:
 * docs/decisions/0197-counted-ranges.md.
 */
export const decisionIdBytes = 16;
/** The first bytes of a decision ID, which seed its draws. */
export const drawSeedBytes = 8;
/** Last byte of the run. The token of a slot above 255 changes it, so that each group of 256 slots has its own run. */
export const slotGroupByte = 12;
const runStart = drawSeedBytes;
const runBytes = 5;
const sequenceStart = runStart + runBytes;
const sequencesPerRun = 2 ** 24;
const sipHashKeyBytes = 16;
/** IDs prepared at once, because generating 16 random bytes costs as much as 4,096. */
const poolIds = 256;

export type DecisionIds = {
  /**
   * Returns a new ID of 16 bytes.
   * @param seed its first 8 bytes; omitted: random
   */
  next(seed?: Uint8Array): Buffer;
  /**
   * Returns the ID of a planned decision, which is the same in every process.
   * @param name at least 8 bytes of a hash of the decision, which seed its draws
   * @param run at least 5 bytes of a hash of what the planned decisions have in common
   * @param sequence number of the decision among those with the same run, modulo 2^24
   */
  planned(name: Uint8Array, run: Uint8Array, sequence: number): Buffer;
};

/** @param key 32 bytes that are used for no other purpose, the same for all processes of a deployment */
export function createDecisionIds(key: Buffer): DecisionIds {
  const cover = createSequenceCover(key);
  let run = randomBytes(runBytes);
  let sequence = 0;
  let pool = Buffer.alloc(0);
  let used = 0;
  return {
    next(seed) {
      if (used >= pool.length) {
        pool = randomBytes(poolIds * decisionIdBytes);
        used = 0;
      }
      if (sequence === sequencesPerRun) {
        run = randomBytes(runBytes);
        sequence = 0;
      }
      const id = pool.subarray(used, used + decisionIdBytes);
      used += decisionIdBytes;
      if (seed !== undefined) for (let at = 0; at < drawSeedBytes; at += 1) id[at] = seed[at] as number;
      writeSequence(id, run, sequence);
      sequence += 1;
      cover(id);
      return id;
    },
    planned(name, plannedRun, plannedSequence) {
      const id = Buffer.alloc(decisionIdBytes);
      id.set(name.subarray(0, drawSeedBytes));
      writeSequence(id, plannedRun, plannedSequence % sequencesPerRun);
      cover(id);
      return id;
    },
  };
}

function writeSequence(id: Uint8Array, run: Uint8Array, sequence: number): void {
  for (let at = 0; at < runBytes; at += 1) id[runStart + at] = run[at] as number;
  id[sequenceStart] = sequence >>> 16;
  id[sequenceStart + 1] = sequence >>> 8;
  id[sequenceStart + 2] = sequence;
}

/** Number of consecutive decisions whose counted events are stored together. */
export const decisionsPerRange = 4_096;

/** Place of a decision in the sequence of its process. */
export type SequencePosition = {
  /** Run and upper half of the sequence number: an integer below 2^52. */
  rangeId: number;
  /** Number in the range, 0 to 4,095. */
  member: number;
};

/**
 * Reads the position of a decision from the 32 hexadecimal digits at the start of a text into `position`. Returns false if
 * there are no such digits.
 */
export type SequenceReader = (text: string, position: SequencePosition) => boolean;

/** @param key that of `createDecisionIds` */
export function createSequenceReader(key: Buffer): SequenceReader {
  const cover = createSequenceCover(key);
  const id = new Uint8Array(decisionIdBytes);
  return (text, position) => {
    if (!readHex(text, id)) return false;
    cover(id);
    const [high, low] = [wordAt(id, runStart), wordAt(id, runStart + 4)];
    position.rangeId = high * 2 ** 20 + (low >>> 12);
    position.member = low & (decisionsPerRange - 1);
    return true;
  };
}

/** Encrypts or decrypts the run and sequence number of an ID in position. */
function createSequenceCover(key: Buffer): (id: Uint8Array) => void {
  const sipHash = createSipHash(key.subarray(0, sipHashKeyBytes));
  const scratch = new Uint8Array(drawSeedBytes + tagBytes);
  return (id) => {
    for (let at = 0; at < drawSeedBytes; at += 1) scratch[at] = id[at] as number;
    sipHash.appendTag(scratch, drawSeedBytes);
    for (let at = drawSeedBytes; at < decisionIdBytes; at += 1) id[at] = (id[at] as number) ^ (scratch[at] as number);
  };
}

/** Value of each hexadecimal digit by character code; 255 for other characters. */
const digits = new Uint8Array(128).fill(255);
for (let value = 0; value < 16; value += 1) digits[value.toString(16).charCodeAt(0)] = value;

function readHex(text: string, bytes: Uint8Array): boolean {
  if (text.length < bytes.length * 2) return false;
  let invalid = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const high = digits[text.charCodeAt(at * 2)] ?? 255;
    const low = digits[text.charCodeAt(at * 2 + 1)] ?? 255;
    invalid |= high | low;
    bytes[at] = (high << 4) | low;
  }
  return invalid < 16;
}

/** Reads four bytes, highest first. */
function wordAt(bytes: Uint8Array, offset: number): number {
  return (
    (((bytes[offset] as number) << 24) |
      ((bytes[offset + 1] as number) << 16) |
      ((bytes[offset + 2] as number) << 8) |
      (bytes[offset + 3] as number)) >>>
    0
  );
}
