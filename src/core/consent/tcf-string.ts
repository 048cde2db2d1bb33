import { maxConsentStringLength } from '../vocabulary/limits/delivery-limits.ts';

/** Relevant fields of a TCF string. */
export type TcfConsent = {
  /** Bit n - 1: purpose n has consent; 24 bits. */
  readonly purposes: number;
  /** Bit n - 1: special feature n is opted in to; 12 bits. */
  readonly specialFeatures: number;
  /** True if no vendor was requested, or the requested vendor has consent. */
  readonly hasVendor: boolean;
};

/** Bit offsets of the fields. Source: IAB TCF, Consent string and vendor list formats v2. */
const specialFeaturesAt = 140;
const purposesAt = 152;
const maxVendorAt = 213;
const isRangeAt = 229;
const vendorsAt = 230;
const version = 2;
const base64url = /^[A-Za-z0-9_-]+$/;

/**
 * Reads the core segment of a TC string of TCF 2.0 to 2.3. Other segments do not contain consent. Returns null if the
 * string is not a TC string, is truncated, or was altered in transit (folded to lower case, so its version differs).
 * Only these fields are decoded and nothing is cached, because there are almost as many strings per day as viewers.
 * Source: IAB TCF, Consent string and vendor list formats v2.
 * @param vendorId ID in the IAB vendor list of the vendor that must have consent; null: none
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

/** Vendors are encoded as one bit each, or as ranges of IDs. */
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

/** Reads flags from a bit offset. The first flag is the lowest bit of the result. */
function readFlags(core: string, from: number, count: number): number {
  let flags = 0;
  for (let index = 0; index < count; index += 1) flags |= bitAt(core, from + index) << index;
  return flags;
}

/** Reads an unsigned number, most significant bit first. Bits beyond the end are 0. */
function readBits(core: string, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at += 1) value = value * 2 + bitAt(core, at);
  return value;
}

function bitAt(core: string, at: number): number {
  const byteIndex = Math.floor(at / 6);
  return byteIndex < core.length ? (sixBits(core.charCodeAt(byteIndex)) >> (5 - (at % 6))) & 1 : 0;
}

/** Returns the 6 bits of a base64url character. Other characters do not occur here. */
function sixBits(code: number): number {
  if (code >= 97) return code - 71;
  if (code === 95) return 63;
  if (code >= 65) return code - 65;
  return code === 45 ? 62 : code + 4;
}
