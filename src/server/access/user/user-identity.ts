import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { userIdentityBody } from '../../../contract/identity-provider.ts';
import type { Role } from '../../../contract/scopes.ts';
import type { userBody, userView } from '../../../contract/user.ts';
import { archivedProblem, changeObject } from '../../http/change-resource.ts';
import type { ManagementServices } from '../../http/management-services.ts';
import { operationSchema } from '../../http/operation-schema.ts';
import { invalidField, Problem } from '../../http/problem.ts';
import { idOfPath, idParams } from '../../http/register-resource.ts';
import type { Resource, WriteContext } from '../../http/resource.ts';
import { connectIdentity } from './federated-user.ts';

type UserResource = Resource<'userAccount', typeof userBody, z.output<typeof userView>>;
type RequireWithinOwn = (write: WriteContext<'userAccount'>, role: Role) => void;

/** `POST /users/{id}/identities`: says who a user is at an identity provider, so that they sign in there as themselves. */
export function registerUserIdentity(
  app: FastifyInstance,
  services: ManagementServices,
  resource: UserResource,
  requireWithinOwn: RequireWithinOwn,
): void {
  app.post('/users/:id/identities', {
    config: { scope: 'users:write' },
    schema: operationSchema({
      tag: 'Access',
      operationId: 'connectUserIdentity',
      summary: 'Connect a user with an identity provider',
      description:
        'For a user who was there before they first signed in at the provider; afterwards they are that person.',
      scope: 'users:write',
      params: idParams('user'),
      body: userIdentityBody,
      answers: 'acted',
      view: resource.view,
    }),
    handler(request, reply) {
      const id = idOfPath(request.params);
      const { identityProviderId, subject } = request.body as z.output<typeof userIdentityBody>;
      return changeObject({ services, request, reply }, resource, {
        id,
        action: 'connect-identity',
        ifMatch: 'optional',
        async change(write) {
          if (write.current.archivedAt !== null) throw archivedProblem(resource, id);
          requireWithinOwn(write, write.current.role as Role);
          const issuer = await issuerOf(write, identityProviderId);
          if (!(await connectIdentity(write.transaction, { issuer, subject, userId: id }))) {
            throw new Problem('already_exists', { detail: 'This person is another user already' });
          }
          return { columns: {} };
        },
      });
    },
  });
}

async function issuerOf({ transaction }: WriteContext<'userAccount'>, id: number): Promise<string> {
  const provider = await transaction
    .selectFrom('identityProvider')
    .select('identityProvider.issuer')
    .where('identityProvider.id', '=', id)
    .where('identityProvider.archivedAt', 'is', null)
    .executeTakeFirst();
  if (provider !== undefined) return provider.issuer;
  throw invalidField('/identityProviderId', 'reference_not_found', `names no identity provider: there is none ${id}`);
}
