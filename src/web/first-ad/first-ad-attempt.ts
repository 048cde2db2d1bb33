import { randomKey } from '../api/random-key.ts';

/**
 * One attempt to create the first ad. A retry sends the same idempotency keys, so that the server returns the objects
 * of completed steps instead of creating them again. It survives a reload of the page.
 */
export type FirstAdAttempt = { readonly key: string; readonly startDate: string };

const storageKey = 'placard-first-ad';

/** The stored attempt, or a new one. */
export function currentAttempt(): FirstAdAttempt {
  const stored = window.sessionStorage.getItem(storageKey);
  if (stored !== null) return JSON.parse(stored) as FirstAdAttempt;
  const attempt = { key: randomKey(), startDate: new Date().toISOString() };
  window.sessionStorage.setItem(storageKey, JSON.stringify(attempt));
  return attempt;
}

/** Ends the attempt, after its last step or to create another ad. */
export function endAttempt(): void {
  window.sessionStorage.removeItem(storageKey);
}

/** The idempotency key of a step. Another body is another call, so it has another key. */
export function keyOfStep({ key }: FirstAdAttempt, step: string, body: unknown): string {
  return `${key}-${step}-${hashOf(JSON.stringify(body))}`;
}

/** A 32-bit FNV-1a hash. It separates the bodies of one attempt; the key of the attempt is random. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16);
}
