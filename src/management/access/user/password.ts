import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { maxPasswordsAtOnce, maxPasswordsWaiting } from '../../../core/vocabulary/limits.ts';

/** Argon2id as OWASP recommends it: 19 MiB, two passes, one lane. */
const passwordHashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** More passwords are waiting to be checked than can be checked soon. */
export class TooManyPasswords extends Error {}

/** The text to be stored of a password: algorithm, costs, salt and hash. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, passwordHashing));
}

/**
 * Whether the password is the one of the stored hash. `null` stands for an account that is not there or has no password:
 * never, after the same work, so that the time of an answer tells nothing. Throws `TooManyPasswords`.
 */
export function isPassword(password: string, stored: string | null): Promise<boolean> {
  return inTurn(async () => {
    const matches = await verify(stored ?? (await placeholderHash()), password);
    return matches && stored !== null;
  });
}

let nobody: Promise<string> | null = null;

function placeholderHash(): Promise<string> {
  nobody ??= hash(randomBytes(32), passwordHashing);
  return nobody;
}

let running = 0;
const waiting: (() => void)[] = [];

/** Hashing has threads of its own, which it shares with files and names of hosts: a flood must not take them all. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= maxPasswordsAtOnce) {
    if (waiting.length >= maxPasswordsWaiting) throw new TooManyPasswords('Too many passwords are being checked');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // Whoever waits takes over the turn, so the number of running ones stays.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
