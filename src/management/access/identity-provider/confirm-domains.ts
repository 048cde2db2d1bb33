import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { identityProviderBody, identityProviderView } from '../../../contract/access/identity-provider.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { changeObject } from '../../api/resource/change-object.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { archivedError } from '../../records/common-changes.ts';
import type { Resource } from '../../records/resource.ts';
import { confirmDomains } from './domain-claims.ts';

type IdentityProviderResource = Resource<
  'identityProvider',
  typeof identityProviderBody,
  z.output<typeof identityProviderView>
>;

/**
 * Registers `POST /identity-providers/{id}/actions/confirm-domains`: an administrator allows sign-in for the domains of
 * the provider.
 */
export function registerConfirmDomains(
  app: FastifyInstance,
  services: ManagementServices,
  resource: IdentityProviderResource,
): void {
  app.post('/identity-providers/:id/actions/confirm-domains', {
    config: { scope: 'users:write' },
    schema: operationSchema({
      tag: resource.tag,
      operationId: 'confirmIdentityProviderDomains',
      summary: 'Confirm the domains of an identity provider',
      description:
        'Confirms that the provider may vouch for the email addresses of all its domains. If the caller has the scope `user-mapping:write`, user mappings created before the first sign-in of a user apply to that user.',
      scope: 'users:write',
      params: idParams(resource.one),
      answers: 'acted',
      view: resource.view,
    }),
    handler(request, reply) {
      const id = idOfPath(request.params);
      return changeObject({ services, request, reply }, resource, {
        id,
        action: 'confirm-domains',
        version: 'optional',
        async change(write) {
          if (write.current.archivedAt !== null) throw archivedError(resource, id);
          return { columns: {}, after: () => confirmDomains(write, id) };
        },
      });
    },
  });
}
