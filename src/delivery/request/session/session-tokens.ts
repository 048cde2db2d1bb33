import { randomBytes } from 'node:crypto';
import { sessionMs } from '../../../core/vocabulary/limits.ts';
import { createSipHash, tagBytes } from '../../../platform/keys/sip-hash.ts';

/** What a client says of its session, as caps and its answer need it. */
export type Session = {
  /** Tells it from others; undefined: nobody knows. */
  readonly key: string | undefined;
  /** The token that the client is to send from now on; null: the one that it has. */
  readonly token: string | null;
};

export type SessionTokens = {
  /**
   * What a client that may be answered says: `new` begins a session, and so does a token that is forged, expired or somebody
   * else's, which says nothing of the one before. @returns null: it says nothing of a session
   */
  read(said: string | undefined): Session | null;
  /** The session of a token; undefined: it is none of ours, or its time is over. */
  keyOf(said: string | undefined): string | undefined;
};

const formatVersion = 1;
const idBytes = 12;
const expiryStart = 1 + idBytes;
const expiryBytes = 6;
const signedBytes = expiryStart + expiryBytes;
const sipHashKeyBytes = 16;
/** Small letters and digits only: clients fold what they send. */
const tokenForm = new RegExp(`^[0-9a-f]{${(signedBytes + tagBytes) * 2}}$`);
const beginning = 'new';

/** True for what has the form of a token, which nobody but its client is told. */
export function isSessionToken(text: string): boolean {
  return tokenForm.test(text);
}

/**
 * Tokens of sessions, which clients hold and nobody keeps: version, random id, end, and a SipHash-2-4 tag, always 54
 * characters. Source: docs/decisions/0125-whom-caps-count.md.
 * @param key 32 bytes that are used for nothing else
 */
export function createSessionTokens(key: Buffer, now: () => number): SessionTokens {
  const sipHash = createSipHash(key.subarray(0, sipHashKeyBytes));

  function begin(): Session {
    const bytes = Buffer.alloc(signedBytes + tagBytes);
    bytes[0] = formatVersion;
    randomBytes(idBytes).copy(bytes, 1);
    bytes.writeUIntBE(now() + sessionMs, expiryStart, expiryBytes);
    sipHash.appendTag(bytes, signedBytes);
    return { key: keyIn(bytes), token: bytes.toString('hex') };
  }

  function keyOf(said: string | undefined): string | undefined {
    if (said === undefined || !isSessionToken(said)) return undefined;
    const bytes = Buffer.from(said, 'hex');
    if (!sipHash.hasTag(bytes, signedBytes) || bytes[0] !== formatVersion) return undefined;
    return bytes.readUIntBE(expiryStart, expiryBytes) > now() ? keyIn(bytes) : undefined;
  }

  return {
    keyOf,
    read(said) {
      if (said === beginning) return begin();
      if (said === undefined || !isSessionToken(said)) return null;
      const known = keyOf(said);
      return known === undefined ? { key: undefined, token: begin().token } : { key: known, token: null };
    },
  };
}

function keyIn(bytes: Buffer): string {
  return `session:${bytes.toString('hex', 1, expiryStart)}`;
}
