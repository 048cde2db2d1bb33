import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { identityProviderBody, identityProviderView } from '../../../contract/access/identity-provider.ts';
import { type Role, scopesOfRole } from '../../../contract/access/scopes.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { identityProviderType } from '../../../contract/resource-types/identity-provider.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { sealText } from '../../../platform/keys/sealed-text.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { textFilter } from '../../api/resource/list-filters.ts';
import { registerResource } from '../../api/resource/register-resource.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError, invalidField } from '../../records/domain-error.ts';
import { commonFields, type Resource, type WriteContext } from '../../records/resource.ts';
import { endSessionsOfProvider } from '../session/session.ts';
import { registerConfirmDomains } from './confirm-domains.ts';
import { readDomainClaims, releaseDomains, writeDomainClaims } from './domain-claims.ts';
import { ownRedirectPath } from './redirect-uri.ts';

type IdentityProviderResource = Resource<
  'identityProvider',
  typeof identityProviderBody,
  z.output<typeof identityProviderView>
>;

/** Registers `/identity-providers`: providers for federated sign-in. */
export function registerIdentityProviderRoutes(app: FastifyInstance, services: ManagementServices): void {
  const resource = resourceOf(services.config.publicUrl);
  registerResource(app, services, resource);
  registerConfirmDomains(app, services, resource);
}

function resourceOf(publicUrl: string): IdentityProviderResource {
  return {
    ...identityProviderType,
    table: 'identityProvider',
    body: identityProviderBody,
    view: identityProviderView,
    async present(rows, database) {
      const claims = await readDomainClaims(
        database,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => ({
        ...commonFields(row),
        issuer: row.issuer,
        clientId: row.clientId,
        domains: row.domains,
        domainClaims: (claims.get(row.id) ?? []).map(({ domain, confirmedAt, activatesMappings }) => ({
          domain,
          confirmedAt: confirmedAt?.toISOString() ?? null,
          activatesMappings,
        })),
        scopes: row.scopes,
        groupsClaim: row.groupsClaim,
        groupRoles: row.groupRoles.map(({ group, role }) => ({ group, role: role as Role })),
        assumeEmailVerified: row.assumeEmailVerified,
        hasClientSecret: row.sealedSecret !== null,
        redirectUri: publicUrl + ownRedirectPath(row.id),
        sharedRedirectUri: row.sharedRedirect,
        backChannelLogoutUri: `${publicUrl}/auth/back-channel-logout/${row.id}`,
      }));
    },
    columns(body, write) {
      requireWithinOwn(write, body);
      return {
        name: body.name,
        externalId: body.externalId ?? null,
        issuer: body.issuer,
        clientId: body.clientId,
        sealedSecret: sealedSecretOf(body.clientSecret, write),
        domains: body.domains,
        scopes: body.scopes,
        groupsClaim: body.groupsClaim,
        groupRoles: JSON.stringify(body.groupRoles),
        assumeEmailVerified: body.assumeEmailVerified,
        sharedRedirect: sharedRedirectOf(body, write),
      };
    },
    afterWrite: (row, _body, write) => writeDomainClaims(write, row),
    async afterArchive(id, { transaction }) {
      await releaseDomains(transaction, id);
      await endSessionsOfProvider(transaction, id);
    },
    filters: {
      issuer: textFilter('identityProvider.issuer', 'Issuer, exactly'),
      externalId: textFilter('identityProvider.externalId', 'ID in your own system'),
    },
    searchColumns: ['name', 'issuer'],
  };
}

/** Keeps the shared redirect URI only for registrations created in an earlier version. */
function sharedRedirectOf(
  body: z.output<typeof identityProviderBody>,
  { current }: WriteContext<'identityProvider'>,
): boolean {
  const isKept =
    current?.sharedRedirect === true && current.issuer === body.issuer && current.clientId === body.clientId;
  if (body.sharedRedirectUri === true && current?.sharedRedirect !== true) {
    throw invalidField('/sharedRedirectUri', 'invalid_value', fieldMessage('onlyToFalse'));
  }
  return isKept && body.sharedRedirectUri !== false;
}

function sealedSecretOf(
  clientSecret: string | undefined,
  { current, services }: WriteContext<'identityProvider'>,
): string | null {
  if (clientSecret === undefined) return current?.sealedSecret ?? null;
  return sealText(deriveKey(services.secret, 'identity-provider-secret'), clientSecret);
}

/** Refuses group roles with scopes that the caller does not have. */
function requireWithinOwn(
  { caller, current }: WriteContext<'identityProvider'>,
  { groupRoles }: { readonly groupRoles: readonly { readonly role: string }[] },
): void {
  const named = [...groupRoles, ...(current?.groupRoles ?? [])].flatMap(({ role }) => scopesOfRole[role as Role]);
  const beyond = [...new Set(named)].filter((scope) => !caller.scopes.has(scope));
  if (beyond.length === 0) return;
  throw new DomainError('not_permitted', { detail: detailMessage('callerLacks', { scopes: beyond.join(', ') }) });
}
