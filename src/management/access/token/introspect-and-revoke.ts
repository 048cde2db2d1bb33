import type { Kysely } from 'kysely';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '../../../platform/db/schema.ts';
import { databaseAwayAsOAuth } from './client-adapter.ts';
import { resourcePaths } from './token-service-options.ts';
import { readStanding, revokeToken } from './token-standing.ts';
import { heldTokenOf, type TokenRules, verifiedPayload } from './verify-access-token.ts';

type TokenQuestions = { readonly rules: TokenRules; readonly database: Kysely<Database> };

/**
 * RFC 7662 for signed tokens, which the library does not support. An account sees its own tokens, and those of others if
 * it has `service-accounts:read`; any other token is reported as not active.
 */
export async function answerIntrospection(ctx: KoaContextWithOIDC, questions: TokenQuestions): Promise<void> {
  const asked = await readQuestion(ctx, questions, { scope: 'service-accounts:read', body: { active: false } });
  if (asked === null || !asked.isAllowed) return;
  const { payload } = asked;
  await answerFromDatabase(ctx, async () => {
    if ((await readStanding(questions.database, heldTokenOf(payload), questions.rules)) === null) return;
    ctx.body = { ...payload, active: true, token_type: 'Bearer' };
  });
}

/**
 * RFC 7009 for signed tokens, which the library does not support. An account revokes its own tokens, and those of
 * others if it has `service-accounts:write`. A text that is not a valid token of this server is answered with 200.
 */
export async function answerRevocation(ctx: KoaContextWithOIDC, questions: TokenQuestions): Promise<void> {
  const { issuer, audiences } = questions.rules;
  const rules = { ...questions.rules, audiences: [...audiences, `${issuer}${resourcePaths.team}`] };
  const asked = await readQuestion(ctx, { ...questions, rules }, { scope: 'service-accounts:write', body: '' });
  if (asked === null) return;
  if (!asked.isAllowed) {
    ctx.status = 400;
    ctx.body = { error: 'invalid_grant', error_description: 'the token was issued to another client' };
    return;
  }
  const { jti, exp } = asked.payload;
  await answerFromDatabase(ctx, () =>
    revokeToken(questions.database, { tokenId: String(jti), expiresAt: new Date(Number(exp) * 1000) }),
  );
}

/**
 * Returns the token of a call after the library has authenticated the client and rejected the token type. Sets the
 * response for an invalid token and returns null for it and for calls that the library refused for another reason.
 */
async function readQuestion(
  ctx: KoaContextWithOIDC,
  { rules }: TokenQuestions,
  { scope, body }: { readonly scope: string; readonly body: unknown },
) {
  const refused = (ctx.body as { error?: unknown } | undefined)?.error === 'unsupported_token_type';
  const client = ctx.oidc?.client;
  const token = ctx.oidc?.params?.['token'];
  if (!refused || client === undefined || typeof token !== 'string') return null;
  ctx.status = 200;
  ctx.body = body;
  const payload = await verifiedPayload(token, rules).catch(() => null);
  if (payload === null) return null;
  const mayAskForOthers = client.scope?.split(' ').includes(scope) ?? false;
  return { payload, isAllowed: payload['client_id'] === client.clientId || mayAskForOthers };
}

async function answerFromDatabase(ctx: KoaContextWithOIDC, answer: () => Promise<unknown>): Promise<void> {
  try {
    await answer();
  } catch (error) {
    const away = databaseAwayAsOAuth(error);
    ctx.status = away.statusCode;
    ctx.body = { error: away.error, error_description: away.error_description };
  }
}
