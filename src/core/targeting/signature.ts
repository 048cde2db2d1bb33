import { nodeOperations, type TargetingIndex } from './targeting-index.ts';

/** Lower bits of a signature: one bit per value ID modulo `maskBits`. The upper bits contain the field. */
const maskBits = 24;
const wholeMask = 2 ** maskBits - 1;
/** Fields are numbered from 1. Number 0 is a pseudo-field of which every request has all bits. */
const ofEveryRequest = wholeMask;
const lastField = 254;

/** Meaning of the words of signatures. */
export const signatureLayout = { maskBits, ofEveryRequest, lastField };

/** Number of words of the signatures of a tree. Few trees require more than three fields. */
export const signatureWords = 3;

/**
 * Writes the signatures of a tree to words next to the other data of a trial. Each signature belongs to a leaf that
 * must be met: the request must have a value of its field whose bit is among the bits of the leaf. They reject nearly
 * all non-matching requests without reading the tree.
 * @param at offset of the tree in the program; -1: all requests match
 * @param from offset of the first of `signatureWords` words
 */
export function writeSignatures(index: TargetingIndex, at: number, words: Uint32Array, from: number): void {
  const leaves = at === -1 ? [] : neededLeaves(index, at);
  for (let wordIndex = 0; wordIndex < signatureWords; wordIndex += 1) {
    const leaf = leaves[wordIndex];
    words[from + wordIndex] = leaf === undefined ? ofEveryRequest : signatureOfLeaf(index.program, leaf);
  }
}

/** Returns the offsets of the leaves that must be met in any case, the most selective first. */
function neededLeaves({ program, segmentField }: TargetingIndex, at: number): number[] {
  if (program[at] === nodeOperations.value) return [at];
  if (program[at] !== nodeOperations.all) return [];
  const end = at + (program[at + 1] as number);
  const leaves: number[] = [];
  for (let child = at + 2; child < end; child += program[child + 1] as number) {
    if (program[child] === nodeOperations.value) leaves.push(child);
  }
  // A viewer is in many segments, so nearly all their bits are set.
  const weightOf = (leaf: number) =>
    (program[leaf + 1] as number) + (program[leaf + 2] === segmentField ? maskBits : 0);
  return leaves.length < 2 ? leaves : leaves.sort((one, other) => weightOf(one) - weightOf(other));
}

function signatureOfLeaf(program: Int32Array, at: number): number {
  const field = program[at + 2] as number;
  if (field > lastField) return ofEveryRequest;
  const end = at + (program[at + 1] as number);
  let mask = 0;
  for (let wordIndex = at + 3; wordIndex < end; wordIndex += 1) mask |= maskOf(program[wordIndex] as number);
  return (((field + 1) << maskBits) | mask) >>> 0;
}

/**
 * Returns false if the tree with these signatures is certainly not met.
 * @param from offset of the first of `signatureWords` words
 * @param masks of a request
 */
export function mayHold(words: Uint32Array, from: number, masks: readonly number[]): boolean {
  const first = commonBits(words[from] as number, masks);
  const second = commonBits(words[from + 1] as number, masks);
  const third = commonBits(words[from + 2] as number, masks);
  // One branch for all three: a misprediction costs more than reading all words.
  return ((first - 1) | (second - 1) | (third - 1)) >= 0;
}

function commonBits(signature: number, masks: readonly number[]): number {
  return (masks[signature >>> maskBits] ?? 0) & signature & wholeMask;
}

/** Returns the masks of a request without values, for the given number of fields. */
export function noMasks(fields: number): number[] {
  const masks = [ofEveryRequest];
  for (let field = 0; field < fields && field <= lastField; field += 1) masks.push(0);
  return masks;
}

/**
 * Adds the bit of a value to the mask of its field. Does nothing for fields beyond the last that a signature supports.
 */
export function addMask(masks: number[], field: number, valueId: number): void {
  if (field <= lastField) masks[field + 1] = (masks[field + 1] ?? 0) | maskOf(valueId);
}

/** Removes all values of a field from its mask. */
export function clearMask(masks: number[], field: number): void {
  if (field <= lastField) masks[field + 1] = 0;
}

/**
 * Returns true if the request has no value for a field. False is inconclusive for fields beyond the last that a
 * signature supports.
 */
export function lacksField(masks: readonly number[], field: number): boolean {
  return masks[field + 1] === 0;
}

function maskOf(valueId: number): number {
  return 1 << (valueId % maskBits);
}
