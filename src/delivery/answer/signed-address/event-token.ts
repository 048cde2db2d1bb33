import { hash } from 'node:crypto';
import { type EventWindow, eventWindows } from '../../../core/vocabulary/event-windows.ts';
import { decodeBase64Url } from '../../../platform/keys/base64url.ts';
import { decisionIdBytes, slotGroupByte } from '../../../platform/keys/decision-ids.ts';
import { createSipHash, tagBytes } from '../../../platform/keys/sip-hash.ts';

/** Facts that are the same in every event of an ad at a position. */
export type AdFacts = {
  readonly adId: number;
  readonly bookingId: number;
  readonly creativeId: number;
  readonly positionId: number;
  /**
   * Hash of the creative's click target at the time of the decision, so that a click remains valid after its booking
   * ends.
   */
  readonly targetHash: Uint8Array;
  /** Event window of the ad. */
  readonly window: EventWindow;
  /**
   * Key of the shopper, `shopperKeyBytes` bytes. Present only if conversions are attributed to the ad, and the shopper
   * agreed.
   */
  readonly shopperKey?: Uint8Array;
};

/** Contents of a tracking or click URL about its decision. */
export type EventToken = AdFacts & {
  /** 16 bytes as hexadecimal (`platform/keys/decision-ids.ts`). */
  readonly decisionId: string;
  /** Index of the slot in its request, 0 to 255. */
  readonly slotIndex: number;
  /** Epoch ms. */
  readonly decidedAtMs: number;
};

/** A decision whose tokens are signed slot by slot. */
export type SigningDecision = {
  /** 16 bytes. */
  readonly id: Uint8Array;
  readonly decidedAtMs: number;
};

export type EventTokens = {
  /** Returns the token of a slot as base64url text. No two slots of a decision have the same ID and slot index. */
  sign(decision: SigningDecision, slotIndex: number, facts: AdFacts): string;
  /** Verifies a token. Returns null if Placard did not sign it. */
  verify(text: string): EventToken | null;
};

/** Ad ID of a preview, whose events are not counted. */
export const previewAdId = 0;

/** Returns true for the token of a preview. Its events are not counted. */
export function isPreview({ adId }: Pick<EventToken, 'adId'>): boolean {
  return adId === previewAdId;
}

const formatVersion = 2;
const timeStart = 1 + decisionIdBytes;
const slotStart = timeStart + 6;
const factsStart = slotStart + 1;
/** 96 bits, so that finding a second target with the same hash is infeasible. */
export const targetHashBytes = 12;
/** Bytes that distinguish shoppers within a month. Source: docs/decisions/0131-attribution.md. */
export const shopperKeyBytes = 8;
const maxIdBytes = 8;
const idCount = 4;
const longestFacts = targetHashBytes + idCount * maxIdBytes + 1 + shopperKeyBytes;
const longestToken = factsStart + longestFacts + tagBytes;
const shortestToken = factsStart + targetHashBytes + idCount + tagBytes;
const longestTokenText = Math.ceil((longestToken * 4) / 3);
const sipHashKeyBytes = 16;

/**
 * Signs and verifies event tokens. A token contains: version, decision ID, time, slot, target hash and four IDs of
 * variable length; a byte for the event window if the ad is not a display ad or a shopper key follows; the shopper key,
 * which is encrypted so that others can neither read nor compare it; and a SipHash-2-4 tag over all of it. A token has
 * about 75 characters and is sufficient to count an event. Source: docs/decisions/0020-tokens-by-siphash.md,
 * 0131-attribution.md.
 * @param key 32 bytes that are used for no other purpose
 */
export function createEventTokens(key: Buffer): EventTokens {
  const sipHash = createSipHash(key.subarray(0, sipHashKeyBytes));
  const cover = createCover(key.subarray(sipHashKeyBytes));
  const scratch = Buffer.alloc(longestToken + 3);
  return {
    sign(decision, slotIndex, facts) {
      scratch[0] = formatVersion;
      copyInto(scratch, decision.id, 1);
      // The high bits of a slot index above 255 are stored in the ID, which gives each 256 slots their own sequence.
      scratch[1 + slotGroupByte] = (decision.id[slotGroupByte] as number) ^ (slotIndex >>> 8);
      scratch.writeUIntBE(decision.decidedAtMs, timeStart, 6);
      scratch[slotStart] = slotIndex & 0xff;
      const length = writeFacts(scratch, facts, factsStart);
      if (facts.shopperKey !== undefined) cover(scratch, length - shopperKeyBytes);
      sipHash.appendTag(scratch, length);
      return scratch.toString('base64url', 0, length + tagBytes);
    },
    verify(text) {
      if (text.length > longestTokenText) return null;
      // A token has one spelling. Other spellings of the same bytes are rejected.
      const length = decodeBase64Url(text, scratch);
      if (length < shortestToken || length > longestToken) return null;
      if (!sipHash.hasTag(scratch, length - tagBytes)) return null;
      return scratch[0] === formatVersion ? decodeToken(scratch, length, cover) : null;
    },
  };
}

/** Returns the hash of a click target. The hash of a missing target is all zeros. */
export function hashTarget(url: string | null): Uint8Array {
  if (url === null) return new Uint8Array(targetHashBytes);
  // A separate array: V8 stores such small arrays inside the object.
  return Uint8Array.from(hash('sha256', url, 'buffer').subarray(0, targetHashBytes));
}

/** For a few dozen bytes, a call of `set` is slower. */
function copyInto(bytes: Uint8Array, from: Uint8Array, offset: number): void {
  for (let index = 0; index < from.length; index += 1) bytes[offset + index] = from[index] as number;
}

/** Writes facts at an offset and returns the offset after them. This is faster than copying prepared bytes. */
function writeFacts(bytes: Uint8Array, facts: AdFacts, start: number): number {
  copyInto(bytes, facts.targetHash, start);
  let offset = writeId(bytes, facts.adId, start + targetHashBytes);
  offset = writeId(bytes, facts.bookingId, offset);
  offset = writeId(bytes, facts.creativeId, offset);
  offset = writeId(bytes, facts.positionId, offset);
  const { window, shopperKey } = facts;
  if (window === 'display' && shopperKey === undefined) return offset;
  bytes[offset] = eventWindows.indexOf(window);
  if (shopperKey === undefined) return offset + 1;
  copyInto(bytes, shopperKey, offset + 1);
  return offset + 1 + shopperKeyBytes;
}

/** Encrypts or decrypts the shopper key at an offset of a token with bytes that are unique to the token. */
type Cover = (token: Uint8Array, offset: number) => void;

/** Creates a cover that makes the tokens of one shopper unlinkable. @param key 16 bytes */
function createCover(key: Uint8Array): Cover {
  const sipHash = createSipHash(key);
  const covering = new Uint8Array(factsStart + tagBytes);
  return (token, offset) => {
    for (let index = 0; index < factsStart; index += 1) covering[index] = token[index] as number;
    sipHash.appendTag(covering, factsStart);
    for (let index = 0; index < shopperKeyBytes; index += 1) {
      token[offset + index] = (token[offset + index] as number) ^ (covering[factsStart + index] as number);
    }
  };
}

/** The token was verified, so it is well-formed. Its parts are copied, because the bytes are used again. */
function decodeToken(bytes: Buffer, length: number, uncover: Cover): EventToken {
  const cursor = { offset: factsStart + targetHashBytes };
  const token: Writable<EventToken> = {
    decisionId: bytes.toString('hex', 1, timeStart),
    decidedAtMs: bytes.readUIntBE(timeStart, 6),
    slotIndex: bytes[slotStart] as number,
    targetHash: copyOf(bytes, factsStart, targetHashBytes),
    adId: readId(bytes, cursor),
    bookingId: readId(bytes, cursor),
    creativeId: readId(bytes, cursor),
    positionId: readId(bytes, cursor),
    window: 'display',
  };
  const end = length - tagBytes;
  if (cursor.offset === end) return token;
  token.window = eventWindows[bytes[cursor.offset] as number] ?? 'display';
  const offset = cursor.offset + 1;
  if (offset + shopperKeyBytes > end) return token;
  uncover(bytes, offset);
  token.shopperKey = copyOf(bytes, offset, shopperKeyBytes);
  return token;
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** For a few bytes, a call of `slice` is slower. */
function copyOf(bytes: Uint8Array, start: number, length: number): Uint8Array {
  const copy = new Uint8Array(length);
  for (let index = 0; index < length; index += 1) copy[index] = bytes[start + index] as number;
  return copy;
}

/** Writes seven bits per byte, lowest first. The top bit is set if more bytes follow. */
function writeId(bytes: Uint8Array, id: number, start: number): number {
  let offset = start;
  let rest = id;
  while (rest >= 128) {
    bytes[offset] = (rest % 128) + 128;
    rest = Math.floor(rest / 128);
    offset += 1;
  }
  bytes[offset] = rest;
  return offset + 1;
}

function readId(bytes: Uint8Array, cursor: { offset: number }): number {
  let id = 0;
  for (let factor = 1; ; factor *= 128) {
    const byte = bytes[cursor.offset] as number;
    cursor.offset += 1;
    id += (byte % 128) * factor;
    if (byte < 128) return id;
  }
}
