import type { JWK } from 'jose';
import { type Client, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { scopes } from '../../../contract/access/scopes.ts';
import { accessTokenSeconds } from '../../../core/vocabulary/limits/access-limits.ts';
import { isAssistantClientId } from '../assistant/assistant-clients.ts';
import { assistantRights, requestedRights } from '../assistant/assistant-rights.ts';
import { artifactKey } from '../assistant/oauth-artifacts.ts';
import { grantClaim } from '../assistant/verify-assistant-token.ts';
import { hashClientSecret, matchesAnyHash } from '../service-account/client-secret.ts';
import { assertionAlgorithms, checkAssertion } from './check-assertion.ts';
import { clientAdapter, hashSeparator } from './client-adapter.ts';
import { answerIntrospection, answerRevocation } from './introspect-and-revoke.ts';
import { authorizationPageHeaders, peopleConfiguration } from './people-configuration.ts';
import { signingAlgorithm } from './signing-key.ts';
import {
  metadataPath,
  registrationPath,
  resourcePaths,
  type TokenServiceOptions,
  tokenPaths,
} from './token-service-options.ts';
import { accountIdClaim, accountNameClaim, generationClaim, type TokenRules } from './verify-access-token.ts';

const authenticationMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;
const useNotedMs = 60_000;

type ProviderOptions = TokenServiceOptions & { readonly rules: TokenRules; readonly privateJwk: JWK };

/** Creates oidc-provider with all features disabled that service accounts and assistants of people do not need. */
export function createTokenProvider(options: ProviderOptions): Provider {
  const provider = new Provider(options.rules.issuer, {
    ...peopleConfiguration(options),
    adapter: clientAdapter(options),
    jwks: { keys: [{ ...options.privateJwk }] },
    routes: tokenPaths,
    scopes: [...scopes],
    claims: {},
    clientAuthMethods: [...authenticationMethods, 'none'],
    enabledJWA: { clientAuthSigningAlgValues: [...assertionAlgorithms] },
    assertJwtClientAuthClaimsAndHeader: (_ctx, claims) => checkAssertion(claims, options.rules.issuer),
    clientDefaults: {
      id_token_signed_response_alg: signingAlgorithm,
      response_types: [],
      grant_types: ['client_credentials'],
    },
    extraClientMetadata: { properties: [accountIdClaim, generationClaim] },
    features: {
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => false },
      // Access tokens are signed: `introspect-and-revoke.ts`.
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, client) => `${options.publicUrl}${defaultResourceOf(client)}`,
        getResourceServerInfo: (ctx, resource, client) => resourceServer(ctx, { resource, client }, options),
      },
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
    },
    extraTokenClaims: (ctx, token) =>
      token.kind === 'AccessToken'
        ? { [grantClaim]: artifactKey(token.grantId ?? '', options.secret) }
        : {
            [accountIdClaim]: ctx.oidc.client?.[accountIdClaim],
            [accountNameClaim]: ctx.oidc.client?.clientName,
            [generationClaim]: ctx.oidc.client?.[generationClaim],
          },
    // Browsers send an Origin header with every POST, also from the API docs on our own origin.
    clientBasedCORS: (_ctx, origin) => origin === new URL(options.publicUrl).origin,
  });
  // `token-service.ts` sets the forwarded headers to the public address.
  provider.proxy = true;
  compareByHash(provider, options.secret);
  provider.use((ctx, next) => completeAnswer(ctx as KoaContextWithOIDC, next, options));
  provider.on('server_error', (_ctx, error) => options.log?.error({ err: error }, 'token service'));
  provider.on('grant.success', (ctx) => {
    // The token is issued even if this fails.
    void noteUse(options, ctx.oidc.client?.clientId ?? '');
  });
  return provider;
}

/** Records the last use at most once a minute, so that a busy account does not cause a write per token. */
async function noteUse(options: TokenServiceOptions, clientId: string): Promise<void> {
  try {
    await options.database
      .updateTable('serviceAccount')
      .set({ lastUsedAt: new Date() })
      .where('serviceAccount.clientId', '=', clientId)
      .where((eb) =>
        eb.or([
          eb('serviceAccount.lastUsedAt', 'is', null),
          eb('serviceAccount.lastUsedAt', '<', new Date(Date.now() - useNotedMs)),
        ]),
      )
      .execute();
  } catch (error) {
    options.log?.warn({ err: error }, 'service account: last use not recorded');
  }
}

function defaultResourceOf(client: Client): string {
  return isAssistantClientId(client.clientId) ? resourcePaths.team : resourcePaths.api;
}

/**
 * Accepts the resources of the kind of client: assistants of people the team server, service accounts the API and the
 * seller agent. A request without scopes gets all that the client may have (RFC 6749 3.3).
 */
function resourceServer(
  ctx: KoaContextWithOIDC,
  { resource, client }: { readonly resource: string; readonly client: Client },
  { publicUrl }: ProviderOptions,
) {
  const isAssistant = isAssistantClientId(client.clientId);
  const allowed = isAssistant ? [resourcePaths.team] : [resourcePaths.api, resourcePaths.sellerAgent];
  if (!allowed.some((path) => resource === `${publicUrl}${path}`)) throw new errors.InvalidTarget();
  const params = ctx.oidc.params as { scope?: string };
  const granted = isAssistant ? assistantRights.join(' ') : (client.scope ?? '');
  if (isAssistant) params.scope = requestedRights(params.scope).join(' ');
  params.scope ??= granted;
  for (const scope of params.scope.split(' ')) {
    if (!granted.split(' ').includes(scope)) {
      throw new errors.InvalidScope('requested scope is not allowed', scope);
    }
  }
  return {
    scope: granted,
    audience: resource,
    accessTokenFormat: 'jwt' as const,
    accessTokenTTL: accessTokenSeconds,
    jwt: { sign: { alg: signingAlgorithm } as const },
  };
}

/**
 * Compares secrets by hash. The stored client "secret" is the list of hashes; a hash itself is never accepted as a
 * secret.
 */
function compareByHash(provider: Provider, deploymentSecret: string): void {
  provider.Client.prototype.compareClientSecret = function compare(actual: string): boolean {
    return matchesAnyHash(hashClientSecret(deploymentSecret, actual), this.clientSecret?.split(hashSeparator) ?? []);
  };
}

/**
 * Adds the parts that the library lacks: our metadata, introspection and revocation of signed tokens, headers and
 * bodies of errors.
 */
async function completeAnswer(
  ctx: KoaContextWithOIDC,
  next: () => Promise<void>,
  options: Pick<ProviderOptions, 'rules' | 'database'>,
): Promise<void> {
  const { rules } = options;
  await next();
  if (ctx.path === metadataPath && ctx.method === 'GET') ctx.body = metadata(rules.issuer);
  if (ctx.path === tokenPaths.introspection) await answerIntrospection(ctx, options);
  if (ctx.path === tokenPaths.revocation) await answerRevocation(ctx, options);
  if (ctx.status === 503) ctx.set('Retry-After', '2');
  if (ctx.status === 404 && !ctx.body) {
    ctx.status = 405;
    ctx.body = { error: 'invalid_request', error_description: `${ctx.method} is not supported here` };
    ctx.set('Allow', methodsOf(ctx.path));
  }
  if (ctx.path.startsWith(tokenPaths.authorization)) ctx.set(authorizationPageHeaders);
  if (ctx.path !== metadataPath && ctx.path !== tokenPaths.jwks) ctx.set('Cache-Control', 'no-store');
}

function methodsOf(path: string): string {
  if (path.startsWith(tokenPaths.authorization)) return 'GET';
  return path === metadataPath || path === tokenPaths.jwks ? 'GET, OPTIONS' : 'POST, OPTIONS';
}

/** Metadata of RFC 8414 for our own address. The library would trust the Host header of the request. */
function metadata(issuer: string) {
  const authentication = [...authenticationMethods];
  const algorithms = [...assertionAlgorithms];
  return {
    issuer,
    authorization_endpoint: `${issuer}${tokenPaths.authorization}`,
    token_endpoint: `${issuer}${tokenPaths.token}`,
    registration_endpoint: `${issuer}${registrationPath}`,
    jwks_uri: `${issuer}${tokenPaths.jwks}`,
    introspection_endpoint: `${issuer}${tokenPaths.introspection}`,
    revocation_endpoint: `${issuer}${tokenPaths.revocation}`,
    grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    scopes_supported: [...assistantRights, ...scopes],
    token_endpoint_auth_methods_supported: [...authentication, 'none'],
    token_endpoint_auth_signing_alg_values_supported: algorithms,
    introspection_endpoint_auth_methods_supported: authentication,
    introspection_endpoint_auth_signing_alg_values_supported: algorithms,
    revocation_endpoint_auth_methods_supported: [...authentication, 'none'],
    revocation_endpoint_auth_signing_alg_values_supported: algorithms,
    service_documentation: `${issuer}/api/docs`,
  };
}
