import type { Kysely } from 'kysely';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '../../../platform/db/schema.ts';
import { databaseAwayAsOAuth } from './client-adapter.ts';
import { revokeToken } from './token-standing.ts';
import { type TokenRules, verifiedPayload } from './verify-access-token.ts';

/**
 * RFC 7009 for our signed tokens, which the library refuses to take back. It refuses only after the caller has
 * authenticated, so that its refusal is the place to answer. An account takes back its own tokens, and those of others
 * when it may change service accounts; what is no token of ours, or one no more, is done with already: 200.
 */
export async function answerRevocation(
  ctx: KoaContextWithOIDC,
  { rules, database }: { readonly rules: TokenRules; readonly database: Kysely<Database> },
): Promise<void> {
  const refused = (ctx.body as { error?: unknown } | undefined)?.error === 'unsupported_token_type';
  const client = ctx.oidc?.client;
  const token = ctx.oidc?.params?.['token'];
  if (!refused || client === undefined || typeof token !== 'string') return;
  ctx.status = 200;
  ctx.body = '';
  const payload = await verifiedPayload(token, rules).catch(() => null);
  if (payload === null) return;
  const mayRevokeOthers = client.scope?.split(' ').includes('service-accounts:write') ?? false;
  if (payload['client_id'] !== client.clientId && !mayRevokeOthers) {
    ctx.status = 400;
    ctx.body = { error: 'invalid_grant', error_description: 'the token was issued to another client' };
    return;
  }
  try {
    const expiresAt = new Date(Number(payload['exp']) * 1000);
    await revokeToken(database, { tokenId: String(payload['jti']), expiresAt });
  } catch (error) {
    const away = databaseAwayAsOAuth(error);
    ctx.status = away.statusCode;
    ctx.body = { error: away.error, error_description: away.error_description };
  }
}
