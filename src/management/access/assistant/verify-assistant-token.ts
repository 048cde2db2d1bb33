import type { Kysely } from 'kysely';
import { failWhenSilent } from '../../../platform/db/fail-when-silent.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Caller } from '../caller.ts';
import { type TokenRules, verifiedPayload } from '../token/verify-access-token.ts';
import { readUserCaller } from '../user/user-caller.ts';
import { readLiveConnection } from './assistant-connections.ts';
import { type AssistantRight, isAssistantRight } from './assistant-rights.ts';

/** Claim with the key of the grant of a person. */
export const grantClaim = 'grant_key';

/** The person for whom an assistant calls, with all rights of the person, and the rights granted to the assistant. */
export type AssistantCaller = {
  readonly caller: Caller;
  readonly clientName: string;
  readonly connectionId: number;
  readonly rights: ReadonlySet<AssistantRight>;
};

/**
 * Verifies the access token of an assistant. Its connection and its person are read for each call, so that a revocation,
 * a deactivated user and a changed role apply to the next call. null: the token is invalid.
 */
export async function verifyAssistantToken(
  token: string,
  { rules, database }: { readonly rules: TokenRules; readonly database: Kysely<Database> },
): Promise<AssistantCaller | null> {
  const payload = await verifiedPayload(token, rules).catch(() => null);
  const grantKey = payload?.[grantClaim];
  if (payload === null || typeof grantKey !== 'string') return null;
  return failWhenSilent(callerOfGrant(database, grantKey, payload));
}

async function callerOfGrant(
  database: Kysely<Database>,
  grantKey: string,
  { sub, scope, jti }: Readonly<Record<string, unknown>>,
): Promise<AssistantCaller | null> {
  const connection = await readLiveConnection(database, { grantKey, tokenId: String(jti) });
  if (connection === null || sub !== `user:${connection.userId}`) return null;
  const caller = await readUserCaller(database, connection.userId);
  if (caller === null) return null;
  const granted = typeof scope === 'string' ? scope.split(' ').filter(isAssistantRight) : [];
  return {
    caller,
    clientName: connection.clientName,
    connectionId: connection.id,
    rights: new Set(granted.filter((right) => connection.rights.includes(right))),
  };
}
