import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { userIdentityBody, userIdentityView } from '../../../contract/access/identity-provider.ts';
import type { Role } from '../../../contract/access/scopes.ts';
import type { userBody, userView } from '../../../contract/access/user.ts';
import { idText, pageQuery } from '../../../contract/common/common.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { changeObject } from '../../api/resource/change-object.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { requireObject } from '../../api/resource/require-object.ts';
import { archivedError } from '../../records/common-changes.ts';
import { detailMessage, nounOf } from '../../records/detail-message.ts';
import { DomainError, invalidField, missingObject } from '../../records/domain-error.ts';
import type { Resource, WriteContext } from '../../records/resource.ts';
import { endSessionsAtProvider } from '../session/session.ts';
import { connectIdentity } from './federated-user.ts';
import { disconnectIdentity, readIdentities } from './store-identities.ts';

type UserResource = Resource<'userAccount', typeof userBody, z.output<typeof userView>>;
type RequireWithinOwn = (write: WriteContext<'userAccount'>, role: Role) => void;

const tag = 'Access';
const pathOfAll = '/users/:id/identities';
const pathOfOne = `${pathOfAll}/:identityId`;
const oneParams = z.strictObject({ id: idText('user'), identityId: idText('identity') });
const listQuery = z.strictObject(pageQuery());

/** Registers `/users/{id}/identities`: identities of a user at identity providers. */
export function registerUserIdentity(
  app: FastifyInstance,
  services: ManagementServices,
  resource: UserResource,
  requireWithinOwn: RequireWithinOwn,
): void {
  registerConnect(app, services, resource, requireWithinOwn);
  registerList(app, services);
  registerDisconnect(app, services, resource, requireWithinOwn);
}

const registerConnect: typeof registerUserIdentity = (app, services, resource, requireWithinOwn) => {
  app.post(pathOfAll, {
    config: { scope: 'users:write' },
    schema: operationSchema({
      tag,
      operationId: 'connectUserIdentity',
      summary: 'Connect a user with an identity provider',
      description:
        'For a user who exists before the first sign-in at the provider. The identity then signs in as this user.',
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
        version: 'optional',
        async change(write) {
          if (write.current.archivedAt !== null) throw archivedError(resource, id);
          requireWithinOwn(write, write.current.role as Role);
          const issuer = await issuerOf(write, identityProviderId);
          if (!(await connectIdentity(write.transaction, { issuer, subject, userId: id }))) {
            throw new DomainError('already_exists', { detail: detailMessage('identityTaken') });
          }
          return { columns: {} };
        },
      });
    },
  });
};

function registerList(app: FastifyInstance, services: ManagementServices): void {
  app.get(pathOfAll, {
    config: { scope: 'users:read' },
    schema: operationSchema({
      tag,
      operationId: 'listUserIdentities',
      summary: 'List identities of a user',
      scope: 'users:read',
      params: idParams('user'),
      querystring: listQuery,
      answers: 'list',
      view: userIdentityView,
    }),
    async handler(request, reply) {
      const { id } = await requireObject(
        { services, request },
        { table: 'userAccount', id: idOfPath(request.params), noun: 'users' },
      );
      const { identities, total } = await readIdentities(
        services.database,
        id,
        request.query as z.output<typeof listQuery>,
      );
      reply.header('Record-Count', String(total));
      return identities;
    },
  });
}

const registerDisconnect: typeof registerUserIdentity = (app, services, resource, requireWithinOwn) => {
  app.delete(pathOfOne, {
    config: { scope: 'users:write' },
    schema: operationSchema({
      tag,
      operationId: 'disconnectUserIdentity',
      summary: 'Disconnect a user from an identity provider',
      description:
        'The identity no longer signs in as this user, and sessions that it started end. The next sign-in with it creates a new user, unless a user with its email address exists.',
      scope: 'users:write',
      params: oneParams,
      answers: 'parted',
      view: resource.view,
    }),
    handler(request, reply) {
      const { id, identityId } = request.params as z.output<typeof oneParams>;
      return changeObject({ services, request, reply }, resource, {
        id,
        action: 'disconnect-identity',
        version: 'optional',
        async change(write) {
          if (write.current.archivedAt !== null) throw archivedError(resource, id);
          requireWithinOwn(write, write.current.role as Role);
          const { transaction } = write;
          const identity = await disconnectIdentity(transaction, { id: identityId, userId: id });
          if (identity === null) throw missingObject('user-identities', identityId);
          for (const identityProviderId of identity.providerIds) {
            const { subject } = identity;
            await endSessionsAtProvider(transaction, { identityProviderId, subject, providerSession: null });
          }
          return { columns: {} };
        },
      });
    },
  });
};

async function issuerOf({ transaction }: WriteContext<'userAccount'>, id: number): Promise<string> {
  const provider = await transaction
    .selectFrom('identityProvider')
    .select('identityProvider.issuer')
    .where('identityProvider.id', '=', id)
    .where('identityProvider.archivedAt', 'is', null)
    .executeTakeFirst();
  if (provider !== undefined) return provider.issuer;
  throw invalidField(
    '/identityProviderId',
    'reference_not_found',
    fieldMessage('objectNotFound', { object: nounOf('identity-providers'), id }),
  );
}
