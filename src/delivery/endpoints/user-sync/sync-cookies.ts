import { isIdentifier } from '../../../core/targeting/viewer-identifier.ts';

/** What a browser keeps of its syncs: who it is for a partner, and what it took part in. Each in a cookie that ends by itself. */
export type SyncCookies = {
  /** Identifier by partner. */
  readonly users: ReadonlyMap<string, string>;
  /** Names of events that have not ended. */
  readonly events: readonly string[];
};

const userPrefix = 'placard-user-';
const eventPrefix = 'placard-event-';
/** Cookies of ours in one browser: with all of them a request's head stays far below its limit. */
export const maxSyncCookies = 50;
export const syncName = /^[a-z0-9][\w-]{0,39}$/i;
/** Characters of an identifier that a cookie value can contain unencoded. */
const plainValue = /^[\w.~!*+|:@=-]+$/;
/** Longest cookie value, in characters. */
const maxValueLength = 256;
const nothing: SyncCookies = { users: new Map(), events: [] };

/** Reads the header `cookie`; what is not ours is passed over. */
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
 * The cookie that stores the identifier of a partner. Returns null when the identifier is invalid or its encoded form is
 * longer than 256 characters.
 */
export function userCookie(network: string, identifier: string, seconds: number): string | null {
  if (!isIdentifier(identifier)) return null;
  const exact = identifier.trim();
  const value = plainValue.test(exact) ? exact : encodeURIComponent(exact);
  return value.length > maxValueLength ? null : `${userPrefix}${network}=${value}; Max-Age=${seconds}`;
}

/** The cookie that deletes the identifier of a partner. */
export function forgetUserCookie(network: string): string {
  return `${userPrefix}${network}=; Max-Age=0`;
}

/** @param seconds until it ends; 0: now */
export function eventCookie(event: string, seconds: number): string {
  return `${eventPrefix}${event}=1; Max-Age=${seconds}`;
}

/**
 * The rest of a cookie: read by us alone, and sent from pages of other sites too, which browsers do by TLS only.
 * Source: wire-protocol 4.
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
