import { createHash } from 'node:crypto';
import { hourMs } from '../../../core/time/durations.ts';

/** What is kept for a while and handed out again as it was. */
export type StoredValue = { readonly type: 'xml' | 'json'; readonly text: string };

export type Entry = { readonly key: string; readonly value: StoredValue; readonly ttlMs: number };

export type FoundVideo =
  | { readonly state: 'there'; readonly value: StoredValue }
  /** It was there; that is remembered for a while. */
  | { readonly state: 'expired' }
  | { readonly state: 'unknown' };

/** Where cached documents lie: files of this machine or Redis (docs/decisions/0023-vast-and-video-cache.md). */
export type VideoStore = {
  /**
   * Stores all or, when it rejects, none. Per entry: false when its key is taken by one that still lives, which stays.
   * Rejects with `StoreAwayError` when the place cannot be reached.
   */
  putAll(entries: readonly Entry[]): Promise<readonly boolean[]>;
  get(key: string): Promise<FoundVideo>;
  close(): Promise<void>;
};

/** The place where documents lie cannot be reached now; the caller may try again. */
export class StoreAwayError extends Error {}

/** How long it is remembered that an entry has expired. */
export const expiredMemoryMs = hourMs;

/** A key as a name that fits into a path and a key of Redis: whoever puts may choose it. */
export function nameOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** An entry as bytes: a line of facts, then the text. */
export function encodeEntry({ type, text }: StoredValue, expiresAtMs: number): string {
  return `${JSON.stringify({ type, expiresAtMs })}\n${text}`;
}

/** Null: no entry of ours, or damaged. */
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
