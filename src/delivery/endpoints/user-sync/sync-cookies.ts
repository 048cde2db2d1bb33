import { isIdentifier } from '../../../core/targeting/viewer-identifier.ts';

/** User sync data of a browser: its identifiers at partners, and its events. Each is in a cookie that expires. */
export type SyncCookies = {
  /** Identifier by partner. */
  readonly users: ReadonlyMap<string, string>;
  /** Names of unexpired events. */
  readonly events: readonly string[];
};

const userPrefix = 'placard-user-';
const eventPrefix = 'placard-event-';
/** Most sync cookies in one browser. With all of them, the head of a request remains far below its limit. */
export const maxSyncCookies = 50;
export const syncName = /^[a-z0-9][\w-]{0,39}$/i;
/** Characters of an identifier that a cookie value can contain unencoded. */
const plainValue = /^[\w.~!*+|:@=-]+$/;
/** Longest cookie value, in characters. */
const maxValueLength = 256;
const nothing: SyncCookies = { users: new Map(), events: [] };

/** Reads the header `cookie` and ignores other cookies. */
export function readSyncCookies(header: string | undefined): SyncCookies {
  if (header === undefined || !header.includes('placard-')) return nothing;
  const users = new Map<string, string>();
  const events: string[] = [];
  for (const part of header.split(';')) {
    const [name, value] = splitOnce(part.trim());
    if (users.size + events.length >= maxSyncCookies) break;
    if (name.startsWith(userPrefix)) {
      const identifier = decodeIdentifier(value);
      if (identifier !== null) users.set(name.slice(userPrefix.length), identifier);
    } else if (name.startsWith(eventPrefix)) events.push(name.slice(eventPrefix.length));
  }
  return { users, events };
}

/**
 * Returns the cookie that stores the identifier of a partner. Returns null if the identifier is invalid or its encoded
 * form is longer than 256 characters.
 */
export function userCookie(network: string, identifier: string, seconds: number): string | null {
  if (!isIdentifier(identifier)) return null;
  const exact = identifier.trim();
  const value = plainValue.test(exact) ? exact : encodeURIComponent(exact);
  return value.length > maxValueLength ? null : `${userPrefix}${network}=${value}; Max-Age=${seconds}`;
}

/** Returns the cookie that deletes the identifier of a partner. */
export function forgetUserCookie(network: string): string {
  return `${userPrefix}${network}=; Max-Age=0`;
}

/** @param seconds lifetime. 0: expires immediately */
export function eventCookie(event: string, seconds: number): string {
  return `${eventPrefix}${event}=1; Max-Age=${seconds}`;
}

/**
 * Returns the attributes of a cookie: read only by delivery, and also sent from pages of other sites, which browsers do
 * only over TLS. Source: wire-protocol 4.
 */
export function cookieRules(deliveryUrl: string): string {
  const isSecure = deliveryUrl.startsWith('https:');
  return `; Path=/; HttpOnly; ${isSecure ? 'SameSite=None; Secure' : 'SameSite=Lax'}`;
}

function decodeIdentifier(value: string): string | null {
  if (value.length > maxValueLength) return null;
  try {
    const identifier = decodeURIComponent(value);
    return isIdentifier(identifier) ? identifier : null;
  } catch {
    return null;
  }
}

function splitOnce(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
