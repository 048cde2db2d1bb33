import { type Configuration, interactionPolicy } from 'oidc-provider';
import {
  accessTokenSeconds,
  assistantConnectionSeconds,
  authorizationCodeSeconds,
  authorizationRequestSeconds,
  refreshTokenSeconds,
} from '../../../core/vocabulary/limits/access-limits.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { htmlPage } from '../../api/html-page.ts';
import { readUserCaller } from '../user/user-caller.ts';
import { consentPath, type TokenServiceOptions } from './token-service-options.ts';

const { Check, Prompt } = interactionPolicy;

/** Headers of the pages of the authorization endpoint. They show only an error and cannot be framed. */
export const authorizationPageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/**
 * Returns the configuration for people: authorization code with PKCE, rotating refresh tokens, and a decision of the
 * person for every request. The library keeps no session; the web session of Placard identifies the person.
 */
export function peopleConfiguration({ database, secret, publicUrl }: TokenServiceOptions): Configuration {
  const secure = publicUrl.startsWith('https://');
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, secure, overwrite: true } as const;
  return {
    responseTypes: ['code'],
    pkce: { required: () => true },
    interactions: {
      policy: [
        new Prompt({ name: 'login', requestable: true }),
        new Prompt(
          { name: 'consent', requestable: true },
          new Check('decision', 'the person must approve the request', 'interaction_required', (ctx) =>
            ctx.oidc.result?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
          ),
        ),
      ],
      url: (_ctx, interaction) => `${consentPath}/${interaction.uid}`,
    },
    findAccount: async (_ctx, accountId) => {
      const [, id] = /^user:(\d{1,15})$/.exec(accountId) ?? [];
      const caller = id === undefined ? null : await readUserCaller(database, Number(id));
      return caller === null ? undefined : { accountId, claims: () => ({ sub: accountId }) };
    },
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    allowOmittingSingleRegisteredRedirectUri: false,
    ttl: {
      AccessToken: accessTokenSeconds,
      ClientCredentials: accessTokenSeconds,
      AuthorizationCode: authorizationCodeSeconds,
      Interaction: authorizationRequestSeconds,
      Session: authorizationRequestSeconds,
      Grant: assistantConnectionSeconds,
      RefreshToken: refreshTokenSeconds,
    },
    cookies: {
      keys: [deriveKey(secret, 'authorization-cookie').toString('base64url')],
      names: { interaction: 'placard-connect', resume: 'placard-connect-resume', session: 'placard-connect-session' },
      long: cookie,
      short: cookie,
    },
    renderError: (ctx, out) => {
      const isPage = ctx.path.startsWith('/oauth2/authorize');
      ctx.type = isPage ? 'html' : 'application/json';
      ctx.body = isPage ? errorPage(out.error_description ?? out.error) : out;
    },
  };
}

function errorPage(detail: string): string {
  return htmlPage(
    'Connection failed',
    `<h1>Connection failed</h1><section><p>${escapeHtml(detail)}</p></section>
<p>Start the connection again in the assistant.</p>`,
  );
}
