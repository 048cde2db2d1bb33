import { randomBytes } from 'node:crypto';
import { sessionMs } from '../../../core/vocabulary/limits/delivery-limits.ts';
import { createSipHash, tagBytes } from '../../../platform/keys/sip-hash.ts';

/** Viewer session of a request, for caps and the response. */
export type Session = {
  /** Key of the session. undefined if unknown. */
  readonly key: string | undefined;
  /** Token that the client must send from now on. null if it keeps its token. */
  readonly token: string | null;
};

export type SessionTokens = {
  /**
   * Reads the session of a client that can receive a token: `new` starts a session, and so does a token that is forged,
   * expired or foreign, without revealing anything about the previous one. @returns null if the request states no
   * session
   */
  read(said: string | undefined): Session | null;
  /** Returns the session of a token. undefined if it is invalid or expired. */
  keyOf(said: string | undefined): string | undefined;
};

const formatVersion = 1;
const idBytes = 12;
const expiryStart = 1 + idBytes;
const expiryBytes = 6;
const signedBytes = expiryStart + expiryBytes;
const sipHashKeyBytes = 16;
/** Only lowercase letters and digits, because clients fold values. */
const tokenForm = new RegExp(`^[0-9a-f]{${(signedBytes + tagBytes) * 2}}$`);
const beginning = 'new';

/** Returns true if the text has the format of a token. Tokens are disclosed only to their client. */
export function isSessionToken(text: string): boolean {
  return tokenForm.test(text);
}

/**
 * Creates session tokens, which only clients store: version, random ID, expiry, and a SipHash-2-4 tag, always 54
 * characters. Source: docs/decisions/0125-cap-subjects.md.
 * @param key 32 bytes that are used for no other purpose
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
