import { maxConsentStringLength } from '../words/limits.ts';

/** What a TCF string says, as far as it matters here. */
export type TcfConsent = {
  /** Bit n - 1: purpose n has consent; 24 bits. */
  readonly purposes: number;
  /** Bit n - 1: special feature n is opted in to; 12 bits. */
  readonly specialFeatures: number;
  /** True when no vendor was asked about, or the one that was has consent. */
  readonly hasVendor: boolean;
};

/** Where the fields stand, in bits from the beginning. Source: IAB TCF, Consent string and vendor list formats v2. */
const specialFeaturesAt = 140;
const purposesAt = 152;
const maxVendorAt = 213;
const isRangeAt = 229;
const vendorsAt = 230;
const version = 2;
const base64url = /^[A-Za-z0-9_-]+$/;

/**
 * Reads the core segment of a TC string of TCF 2.0 to 2.3; further segments say nothing about consent. Null: it is none,
 * or it was cut off or mangled on its way (folded to lower case, its version is another). Nothing is kept and nothing is
 * decoded but these fields: the strings of a day are nearly as many as its viewers.
 * Source: IAB TCF, Consent string and vendor list formats v2.
 * @param vendorId of the IAB's list, whose consent is needed as well; null: nobody's
 */
export function readTcfString(text: string, vendorId: number | null): TcfConsent | null {
  const end = text.indexOf('.');
  const core = end === -1 ? text : text.slice(0, end);
  if (text.length > maxConsentStringLength || core.length * 6 < vendorsAt || !base64url.test(core)) return null;
  if (readBits(core, 0, 6) !== version) return null;
  return {
    purposes: readFlags(core, purposesAt, 24),
    specialFeatures: readFlags(core, specialFeaturesAt, 12),
    hasVendor: vendorId === null || hasVendorConsent(core, vendorId),
  };
}

/** The vendors are a bit each, or ranges of their ids. */
function hasVendorConsent(core: string, vendorId: number): boolean {
  if (vendorId > readBits(core, maxVendorAt, 16)) return false;
  if (readBits(core, isRangeAt, 1) === 0) return readBits(core, vendorsAt + vendorId - 1, 1) === 1;
  const entries = readBits(core, vendorsAt, 12);
  let at = vendorsAt + 12;
  for (let entry = 0; entry < entries && at < core.length * 6; entry += 1) {
    const isRange = readBits(core, at, 1) === 1;
    const first = readBits(core, at + 1, 16);
    const last = isRange ? readBits(core, at + 17, 16) : first;
    if (vendorId >= first && vendorId <= last) return true;
    at += isRange ? 33 : 17;
  }
  return false;
}

/** Flags from a place on, the first as the lowest bit. */
function readFlags(core: string, from: number, count: number): number {
  let flags = 0;
  for (let index = 0; index < count; index += 1) flags |= bitAt(core, from + index) << index;
  return flags;
}

/** An unsigned number, its highest bit first; bits behind the end are 0. */
function readBits(core: string, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at += 1) value = value * 2 + bitAt(core, at);
  return value;
}

function bitAt(core: string, at: number): number {
  const place = Math.floor(at / 6);
  return place < core.length ? (sixBits(core.charCodeAt(place)) >> (5 - (at % 6))) & 1 : 0;
}

/** The six bits of a character of base64url, which is all that comes here. */
function sixBits(code: number): number {
  if (code >= 97) return code - 71;
  if (code === 95) return 63;
  if (code >= 65) return code - 65;
  return code === 45 ? 62 : code + 4;
}
