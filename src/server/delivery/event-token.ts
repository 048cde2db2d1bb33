import { createHash, createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a tracking or click address says about the decision that made it. */
export type EventToken = {
  /** 16 random bytes as hexadecimal; its first 8 bytes are the seed of the decision's draws. */
  readonly decisionId: string;
  /** Index of the slot in its request, 0 to 255. */
  readonly slotIndex: number;
  /** Epoch ms. */
  readonly decidedAtMs: number;
  readonly adId: number;
  readonly bookingId: number;
  readonly creativeId: number;
  readonly positionId: number;
  /** Of the creative's click target at the time of the decision, so that a click outlives its booking. */
  readonly targetHash: Buffer;
};

export type EventTokens = {
  /** The token as base64url text. */
  sign(token: EventToken): string;
  /** null: not one of ours. */
  verify(text: string): EventToken | null;
};

const formatVersion = 1;
const decisionIdBytes = 16;
const timeBytes = 6;
/** 96 bits: nobody finds a second target with the same hash. */
export const targetHashBytes = 12;
const fixedBytes = 1 + decisionIdBytes + 1 + timeBytes + targetHashBytes;
const maxIdBytes = 8;
const idCount = 4;
/** HMAC-SHA-256 truncated to 128 bits (RFC 2104, section 5). */
const macBytes = 16;
const longestTokenText = Math.ceil(((fixedBytes + idCount * maxIdBytes + macBytes) * 4) / 3);

/**
 * Signs and checks event tokens: version, decision id, slot, time, target hash, four ids of variable length, and a
 * MAC over all of it. Some 80 characters; an event needs nothing but its token to be counted.
 */
export function createEventTokens(key: Buffer): EventTokens {
  // Made once: to make a key of bytes costs more than the MAC itself.
  const secretKey = createSecretKey(key);
  const mac = (payload: Buffer): Buffer =>
    createHmac('sha256', secretKey).update(payload).digest().subarray(0, macBytes);
  return {
    sign(token) {
      const payload = encodePayload(token);
      return Buffer.concat([payload, mac(payload)]).toString('base64url');
    },
    verify(text) {
      if (text.length > longestTokenText || !/^[\w-]+$/.test(text)) return null;
      const bytes = Buffer.from(text, 'base64url');
      const payload = bytes.subarray(0, -macBytes);
      if (payload.length < fixedBytes + idCount || bytes.toString('base64url') !== text) return null;
      if (!timingSafeEqual(mac(payload), bytes.subarray(-macBytes))) return null;
      return payload[0] === formatVersion ? decodePayload(payload) : null;
    },
  };
}

/** Hash of a click target; of no target, zeros. */
export function hashTarget(url: string | null): Buffer {
  if (url === null) return Buffer.alloc(targetHashBytes);
  return createHash('sha256').update(url).digest().subarray(0, targetHashBytes);
}

const randomPoolBytes = 4_096;
let randomPool = Buffer.alloc(0);

/** A fresh decision id; drawn from a pool, because asking for 16 random bytes costs as much as for 4,096. */
export function createDecisionId(): Buffer {
  if (randomPool.length < decisionIdBytes) randomPool = randomBytes(randomPoolBytes);
  const id = randomPool.subarray(0, decisionIdBytes);
  randomPool = randomPool.subarray(decisionIdBytes);
  return id;
}

function encodePayload(token: EventToken): Buffer {
  const payload = Buffer.alloc(fixedBytes + idCount * maxIdBytes);
  payload[0] = formatVersion;
  payload.write(token.decisionId, 1, 'hex');
  payload[1 + decisionIdBytes] = token.slotIndex;
  payload.writeUIntBE(token.decidedAtMs, 2 + decisionIdBytes, timeBytes);
  token.targetHash.copy(payload, 2 + decisionIdBytes + timeBytes);
  let offset = fixedBytes;
  for (const id of [token.adId, token.bookingId, token.creativeId, token.positionId]) {
    offset = writeId(payload, id, offset);
  }
  return payload.subarray(0, offset);
}

/** The payload is genuine, so it is well-formed. */
function decodePayload(payload: Buffer): EventToken {
  const cursor = { offset: fixedBytes };
  const timeStart = 2 + decisionIdBytes;
  return {
    decisionId: payload.toString('hex', 1, 1 + decisionIdBytes),
    slotIndex: payload[1 + decisionIdBytes] as number,
    decidedAtMs: payload.readUIntBE(timeStart, timeBytes),
    targetHash: payload.subarray(timeStart + timeBytes, fixedBytes),
    adId: readId(payload, cursor),
    bookingId: readId(payload, cursor),
    creativeId: readId(payload, cursor),
    positionId: readId(payload, cursor),
  };
}

/** Seven bits per byte, lowest first, the top bit says that more follow. */
function writeId(payload: Buffer, id: number, start: number): number {
  let offset = start;
  let rest = id;
  while (rest >= 128) {
    payload[offset] = (rest % 128) + 128;
    rest = Math.floor(rest / 128);
    offset += 1;
  }
  payload[offset] = rest;
  return offset + 1;
}

function readId(payload: Buffer, cursor: { offset: number }): number {
  let id = 0;
  for (let factor = 1; ; factor *= 128) {
    const byte = payload[cursor.offset] as number;
    cursor.offset += 1;
    id += (byte % 128) * factor;
    if (byte < 128) return id;
  }
}
