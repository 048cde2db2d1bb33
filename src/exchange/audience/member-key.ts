import { createSipHash, tagBytes } from '../../platform/keys/sip-hash.ts';

/**
 * Computes keys of members: 64 bits of SipHash-2-4 with a key of the deployment, so that a file does not reveal its
 * members. The probability that another identifier has the key of one of ten million members is 10^7 / 2^64, about 5 in
 * 10^13.
 */
export type MemberKeys = {
  /**
   * Computes the key of an identifier. `low` and `high` return it until the next call. @param identifier such as
   * `ui:4711`
   */
  compute(identifier: string): void;
  readonly low: () => number;
  readonly high: () => number;
};

/** Bytes of the longest identifier: 256 characters and the name of its kind. */
const maxBytes = 1_536;
const sipKeyBytes = 16;

/** @param key 32 bytes, of which the first half is used */
export function createMemberKeys(key: Uint8Array): MemberKeys {
  const hash = createSipHash(key.subarray(0, sipKeyBytes));
  const bytes = Buffer.alloc(maxBytes + tagBytes);
  let length = 0;
  return {
    compute(identifier) {
      length = bytes.write(identifier, 0, maxBytes, 'utf8');
      hash.appendTag(bytes, length);
    },
    low: () => bytes.readUInt32LE(length),
    high: () => bytes.readUInt32LE(length + 4),
  };
}
