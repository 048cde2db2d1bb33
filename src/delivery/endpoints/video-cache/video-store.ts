import { createHash } from 'node:crypto';
import { hourMs } from '../../../core/time/durations.ts';

/** A document that is stored for some time and returned unchanged. */
export type StoredValue = { readonly type: 'xml' | 'json'; readonly text: string };

export type Entry = { readonly key: string; readonly value: StoredValue; readonly ttlMs: number };

export type FoundVideo =
  | { readonly state: 'there'; readonly value: StoredValue }
  /** The entry existed, which is remembered for some time. */
  | { readonly state: 'expired' }
  | { readonly state: 'unknown' };

/** Store of cached documents: files of this machine, or Redis (docs/decisions/0023-vast-and-video-cache.md). */
export type VideoStore = {
  /**
   * Stores all entries, or none if it rejects. Returns for each entry false if an unexpired entry has its key. That
   * entry is unchanged. Rejects with `StoreAwayError` if the store is unreachable.
   */
  putAll(entries: readonly Entry[]): Promise<readonly boolean[]>;
  get(key: string): Promise<FoundVideo>;
  close(): Promise<void>;
};

/** The store of documents is unreachable. The caller may retry. */
export class StoreAwayError extends Error {}

/** Milliseconds for which the expiry of an entry is remembered. */
export const expiredMemoryMs = hourMs;

/** Returns a name for a key that is valid in a path and as a Redis key. Clients choose keys freely. */
export function nameOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Encodes an entry: a line of metadata, then the text. */
export function encodeEntry({ type, text }: StoredValue, expiresAtMs: number): string {
  return `${JSON.stringify({ type, expiresAtMs })}\n${text}`;
}

/** Returns null if the bytes are not a valid entry. */
export function decodeEntry(bytes: string): { readonly value: StoredValue; readonly expiresAtMs: number } | null {
  const end = bytes.indexOf('\n');
  if (end === -1) return null;
  try {
    const { type, expiresAtMs } = JSON.parse(bytes.slice(0, end)) as Record<string, unknown>;
    if ((type !== 'xml' && type !== 'json') || typeof expiresAtMs !== 'number') return null;
    return { value: { type, text: bytes.slice(end + 1) }, expiresAtMs };
  } catch {
    return null;
  }
}
