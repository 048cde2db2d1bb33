import type { Kysely } from 'kysely';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '../../../platform/db/schema.ts';
import { databaseAwayAsOAuth } from './client-adapter.ts';
import { readStanding } from './token-standing.ts';
import { heldTokenOf, type TokenRules, verifiedPayload } from './verify-access-token.ts';

/**
 * RFC 7662 for our signed tokens, which the library refuses to look into. It refuses only after the caller has
 * authenticated, so that its refusal is the place to answer. An account sees its own tokens, and those of others when
 * it may read service accounts; any other token is simply not active.
 */
export async function answerIntrospection(
  ctx: KoaContextWithOIDC,
  { rules, database }: { readonly rules: TokenRules; readonly database: Kysely<Database> },
): Promise<void> {
  const refused = (ctx.body as { error?: unknown } | undefined)?.error === 'unsupported_token_type';
  const client = ctx.oidc?.client;
  const token = ctx.oidc?.params?.['token'];
  if (!refused || client === undefined || typeof token !== 'string') return;
  ctx.status = 200;
  ctx.body = { active: false };
  const payload = await verifiedPayload(token, rules).catch(() => null);
  if (payload === null) return;
  const mayReadOthers = client.scope?.split(' ').includes('service-accounts:read') ?? false;
  if (payload['client_id'] !== client.clientId && !mayReadOthers) return;
  try {
    if ((await readStanding(database, heldTokenOf(payload))) === null) return;
    ctx.body = { ...payload, active: true, token_type: 'Bearer' };
  } catch (error) {
    const away = databaseAwayAsOAuth(error);
    ctx.status = away.statusCode;
    ctx.body = { error: away.error, error_description: away.error_description };
  }
}
