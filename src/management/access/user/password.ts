import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { maxPasswordsAtOnce, maxPasswordsWaiting } from '../../../core/vocabulary/limits/access-limits.ts';

/** Argon2id parameters recommended by OWASP: 19 MiB, two passes, one lane. */
const passwordHashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The queue of password checks is full. */
export class TooManyPasswords extends Error {}

/** Returns the stored form of a password: algorithm, costs, salt and hash. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, passwordHashing));
}

/**
 * Returns whether the password matches the stored hash. `null` (unknown account or no password) never matches and takes
 * the same time, so that the response time reveals nothing. Throws `TooManyPasswords`.
 */
export function isPassword(password: string, stored: string | null): Promise<boolean> {
  return inTurn(async () => {
    const matches = await verify(stored ?? (await placeholderHash()), password);
    return matches && stored !== null;
  });
}

let cachedPlaceholder: Promise<string> | null = null;

function placeholderHash(): Promise<string> {
  cachedPlaceholder ??= hash(randomBytes(32), passwordHashing);
  return cachedPlaceholder;
}

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Limits concurrent hashing. It uses the thread pool that file access and DNS lookups share, and a flood must not
 * occupy all threads.
 */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= maxPasswordsAtOnce) {
    if (waiting.length >= maxPasswordsWaiting)
      throw new TooManyPasswords('Too many passwords are queued. Try again later');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // The next in the queue takes over the slot, so the number of running checks stays the same.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
