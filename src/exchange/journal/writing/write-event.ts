import type { DeliveryEvent } from '../delivery-event.ts';

/**
 * Writes an event as JSON at an offset and returns the offset after it, or -1 if one of its texts contains a character
 * that JSON escapes or that is not ASCII. Writing the characters directly takes half the time of `JSON.stringify` and of
 * copying its text. Nothing is written beyond the end of the array.
 */
export function writeEvent(bytes: Uint8Array, start: number, event: DeliveryEvent): number {
  const { eventId, name, sender, filtered, window, shopperKey } = event;
  if (!isPlain(eventId) || !isPlain(name) || !isPlain(shopperKey)) return -1;
  let offset = writeMember(bytes, start, '{"eventId":', eventId);
  offset = writeMember(bytes, offset, ',"kind":', event.kind);
  if (name !== undefined) offset = writeMember(bytes, offset, ',"name":', name);
  if (sender !== undefined) offset = writeNumber(bytes, offset, ',"sender":', sender);
  if (filtered === null) offset = writeText(bytes, offset, ',"filtered":null');
  else offset = writeMember(bytes, offset, ',"filtered":', filtered);
  offset = writeNumber(bytes, offset, ',"atMs":', event.atMs);
  offset = writeNumber(bytes, offset, ',"decidedAtMs":', event.decidedAtMs);
  if (window !== undefined) offset = writeMember(bytes, offset, ',"window":', window);
  offset = writeNumber(bytes, offset, ',"adId":', event.adId);
  offset = writeNumber(bytes, offset, ',"bookingId":', event.bookingId);
  offset = writeNumber(bytes, offset, ',"creativeId":', event.creativeId);
  offset = writeNumber(bytes, offset, ',"positionId":', event.positionId);
  if (shopperKey !== undefined) offset = writeMember(bytes, offset, ',"shopperKey":', shopperKey);
  bytes[offset] = 0x7d;
  return offset + 1;
}

/** Returns true if JSON contains the text unchanged, or if there is none. */
function isPlain(text: string | undefined): boolean {
  if (text === undefined) return true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) return false;
  }
  return true;
}

function writeMember(bytes: Uint8Array, start: number, name: string, value: string): number {
  let offset = writeText(bytes, start, name);
  bytes[offset] = 0x22;
  offset = writeText(bytes, offset + 1, value);
  bytes[offset] = 0x22;
  return offset + 1;
}

/** Writes the characters of an ASCII text. */
function writeText(bytes: Uint8Array, offset: number, text: string): number {
  for (let at = 0; at < text.length; at += 1) bytes[offset + at] = text.charCodeAt(at);
  return offset + text.length;
}

/** Greatest number whose digits are computed with 32-bit integers, and the factor of the digits above it. */
const maxSmall = 999_999_999;
const small = 1_000_000_000;
const smallDigits = 9;

function writeNumber(bytes: Uint8Array, start: number, name: string, value: number): number {
  const offset = writeText(bytes, start, name);
  if (!Number.isSafeInteger(value) || value < 0) return writeText(bytes, offset, JSON.stringify(value));
  if (value <= maxSmall) return writeDigits(bytes, offset, value, digitsOf(value));
  const high = Math.floor(value / small);
  return writeDigits(bytes, writeDigits(bytes, offset, high, digitsOf(high)), value - high * small, smallDigits);
}

function writeDigits(bytes: Uint8Array, offset: number, value: number, digits: number): number {
  let rest = value | 0;
  for (let at = offset + digits - 1; at >= offset; at -= 1) {
    const tens = (rest / 10) | 0;
    bytes[at] = 0x30 + rest - tens * 10;
    rest = tens;
  }
  return offset + digits;
}

function digitsOf(value: number): number {
  let digits = 1;
  for (let rest = value; rest >= 10; rest = (rest / 10) | 0) digits += 1;
  return digits;
}
