import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import {
  maxAttemptsOfAccount,
  maxAttemptsOfAddress,
  maxAttemptsOfPair,
  signInWindowMs,
} from '../../../core/vocabulary/limits/access-limits.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { networkOf } from '../../../platform/http/client-address.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';

/** One attempt to sign in with a password. */
export type SignInAttempt = {
  readonly database: Kysely<Database>;
  /** The deployment secret. */
  readonly secret: string;
  /** Email address, folded like in the account lookup, so that different spellings share counters. */
  readonly account: string;
  /** IP address of the client. undefined if unknown. */
  readonly address: string | undefined;
  /** Epoch ms. */
  readonly nowMs: number;
};

/** Expired counters deleted per attempt. More than an attempt can add. */
const clearedPerAttempt = 20;

/**
 * Counts an attempt before the password is checked, so that concurrent attempts count as well. Returns the seconds to
 * wait if the limit is exceeded, otherwise null. An attempt that is refused because of its address does not count for
 * the account, so an attacker at one address cannot lock the owner out.
 */
export async function countAttempt(attempt: SignInAttempt): Promise<number | null> {
  await clearEnded(attempt);
  for (const { key, limit } of counters(attempt)) {
    const { attempts, endsAt } = await raise(attempt, key);
    if (attempts > limit) return Math.max(1, Math.ceil((endsAt.getTime() - attempt.nowMs) / 1000));
  }
  return null;
}

/** Reverts the count after a correct password and resets the counter of this address and account. */
export async function forgiveAttempt(attempt: SignInAttempt): Promise<void> {
  const [address, pair, account] = counters(attempt).map(({ key }) => key);
  await attempt.database
    .deleteFrom('signInAttempt')
    .where('signInAttempt.key', '=', pair ?? '')
    .execute();
  await attempt.database
    .updateTable('signInAttempt')
    .set({ attempts: sql<number>`greatest(attempts - 1, 0)` })
    .where('signInAttempt.key', 'in', [address ?? '', account ?? ''])
    .execute();
}

function counters({ secret, account, address }: SignInAttempt) {
  const network = networkOf(address);
  const named = (text: string) =>
    createHmac('sha256', deriveKey(secret, 'sign-in-attempt')).update(text).digest('base64url');
  return [
    { key: named(`address ${network}`), limit: maxAttemptsOfAddress },
    { key: named(`pair ${network} ${account}`), limit: maxAttemptsOfPair },
    { key: named(`account ${account}`), limit: maxAttemptsOfAccount },
  ];
}

async function raise({ database, nowMs }: SignInAttempt, key: string): Promise<{ attempts: number; endsAt: Date }> {
  const now = new Date(nowMs);
  return database
    .insertInto('signInAttempt')
    .values({ key, attempts: 1, endsAt: new Date(nowMs + signInWindowMs) })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        attempts: sql<number>`case when sign_in_attempt.ends_at <= ${now} then 1 else sign_in_attempt.attempts + 1 end`,
        endsAt: sql<Date>`case when sign_in_attempt.ends_at <= ${now} then excluded.ends_at else sign_in_attempt.ends_at end`,
      }),
    )
    .returning(['signInAttempt.attempts', 'signInAttempt.endsAt'])
    .executeTakeFirstOrThrow();
}

async function clearEnded({ database, nowMs }: SignInAttempt): Promise<void> {
  await sql`
    delete from sign_in_attempt where ctid in (
      select old.ctid from sign_in_attempt old
      where old.ends_at <= ${new Date(nowMs)} limit ${clearedPerAttempt} for update skip locked
    )
  `.execute(database);
}
