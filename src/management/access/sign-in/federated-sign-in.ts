import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type IDToken,
} from 'openid-client';
import { type Role, roles } from '../../../contract/access/scopes.ts';
import { maxNameLength } from '../../../core/vocabulary/limits/api-limits.ts';
import { appendAudit } from '../../../platform/audit/append-audit.ts';
import { sessionRules } from '../../api/call/session-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { domainOf, type StoredProvider } from '../identity-provider/read-providers.ts';
import { redirectPathOf } from '../identity-provider/redirect-uri.ts';
import { startSession } from '../session/session.ts';
import { type FederatedPerson, findFederatedUser } from '../user/federated-user.ts';
import { requirePlausible, userEmail } from './claims.ts';
import type { Flow } from './flow-cookie.ts';
import type { ProviderClients } from './provider-client.ts';
import { SignInFailure } from './sign-in-failure.ts';

/** Returns the authorization URL for the browser and the cookie that stores the flow until it returns. */
export async function beginFederatedSignIn(
  services: ManagementServices,
  clients: ProviderClients,
  asked: { readonly provider: StoredProvider; readonly returnTo: string },
): Promise<{ readonly url: string; readonly flow: Flow }> {
  const { provider, returnTo } = asked;
  const client = await clients.of(provider).catch((cause: unknown) => {
    throw new SignInFailure('provider-away', provider.name, { cause });
  });
  const [state, nonce, codeVerifier] = [random(), random(), random()];
  const url = buildAuthorizationUrl(client, {
    redirect_uri: services.config.publicUrl + redirectPathOf(provider),
    scope: provider.scopes.join(' '),
    response_type: 'code',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
  const beganAtMs = services.nowMs?.() ?? Date.now();
  return { url: url.href, flow: { providerId: provider.id, state, nonce, codeVerifier, returnTo, beganAtMs } };
}

/**
 * Completes a sign-in after the browser returns from the identity provider. Returns the session token; throws
 * `SignInFailure`.
 */
export async function finishFederatedSignIn(
  request: FastifyRequest,
  services: ManagementServices,
  clients: ProviderClients,
  { flow, provider }: { readonly flow: Flow; readonly provider: StoredProvider },
): Promise<string> {
  const claims = await claimsOf(request, services, clients, { flow, provider });
  const person = personOf(claims, provider);
  return services.database.transaction().execute(async (transaction) => {
    const found = await findFederatedUser(transaction, person, request.id);
    if (found.outcome !== 'known') throw new SignInFailure(found.outcome, provider.name, { subject: person.subject });
    await appendAudit(transaction, {
      actor: `user:${found.userId}`,
      action: 'sign-in',
      kind: 'users',
      objectId: found.userId,
      before: null,
      after: { identityProviderId: provider.id, issuer: person.issuer, subject: person.subject },
      requestId: request.id,
    });
    const providerSession = typeof claims['sid'] === 'string' ? claims['sid'] : null;
    const origin = { identityProviderId: provider.id, subject: person.subject, providerSession };
    return startSession({ ...sessionRules(services), database: transaction }, found.userId, origin);
  });
}

async function claimsOf(
  request: FastifyRequest,
  { config }: ManagementServices,
  clients: ProviderClients,
  { flow, provider }: { readonly flow: Flow; readonly provider: StoredProvider },
): Promise<IDToken> {
  try {
    const client = await clients.of(provider);
    const tokens = await authorizationCodeGrant(client, new URL(request.url, config.publicUrl), {
      pkceCodeVerifier: flow.codeVerifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('The provider returned no ID token');
    requirePlausible(claims);
    return claims;
  } catch (cause) {
    const said = cause instanceof AuthorizationResponseError ? cause.error : undefined;
    throw new SignInFailure(said === undefined ? 'not-proven' : 'refused', provider.name, { cause, said });
  }
}

function personOf(claims: IDToken, provider: StoredProvider): FederatedPerson {
  const email = vouchedEmail(claims, provider);
  const named = typeof claims['name'] === 'string' ? plainLine(claims['name']) : '';
  return {
    issuer: claims.iss,
    subject: claims.sub,
    name: named === '' ? (email ?? claims.sub) : named,
    email,
    activatesMappings: email !== null && provider.mappingDomains.includes(domainOf(email)),
    role: roleOf(claims[provider.groupsClaim], provider),
  };
}

/**
 * Returns the email address if the provider has verified it and an administrator has confirmed its domain for this
 * provider.
 */
function vouchedEmail(claims: IDToken, provider: StoredProvider): string | null {
  const email = userEmail(claims['email']);
  if (email === null) return null;
  const verified = claims['email_verified'];
  const isVerified = verified === true || (verified === undefined && provider.assumeEmailVerified);
  return isVerified && provider.confirmedDomains.includes(domainOf(email)) ? email : null;
}

/** Roles are ordered by their rights, highest first. */
function roleOf(groups: unknown, { groupRoles }: StoredProvider): Role | null {
  if (groupRoles.length === 0) return null;
  const theirs = new Set(Array.isArray(groups) ? groups : [groups]);
  const given = new Set(groupRoles.filter(({ group }) => theirs.has(group)).map(({ role }) => role));
  return roles.find((role) => given.has(role)) ?? 'advertiser';
}

function plainLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, maxNameLength);
}

function random(): string {
  return randomBytes(32).toString('base64url');
}
