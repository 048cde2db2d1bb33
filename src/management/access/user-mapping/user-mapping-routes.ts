import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import {
  entriesOf,
  type MappedUsersQuery,
  mappedUserCount,
  mappedUserSchema,
  mappedUsersQuery,
  mappedUserView,
  type UserMappingBody,
  type UserMappingEntry,
  type UserMappingsQuery,
  userMappingBody,
  userMappingsQuery,
  userMappingView,
} from '../../../contract/access/user-mapping.ts';
import { appendAudit } from '../../../platform/audit/append-audit.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { answerOnce, type Call, type KeyedAnswer } from '../../api/call/answer-once.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { readAllMappings, readMappedUsers, readMappings } from './read-mappings.ts';
import { addMappings, removeMappings } from './store-mappings.ts';

const tag = 'Access';
const path = '/user-mapping';
const pathOfUser = `${path}/:user`;
const userParams = z.strictObject({ user: mappedUserSchema });

/**
 * Registers `/user-mapping`: access of users to company/brand combinations. Source: service specification, user
 * mappings.
 */
export function registerUserMappingRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerAdd(app, services);
  registerLists(app, services);
  registerRemove(app, services);
}

function registerAdd(app: FastifyInstance, services: ManagementServices): void {
  app.post(path, {
    config: { scope: 'user-mapping:write' },
    schema: operationSchema({
      tag,
      operationId: 'createUserMapping',
      summary: 'Map a user to company/brand combinations',
      description:
        "Accepts one combination, or several in `mappings`. Repeating the request changes nothing, except that it activates inactive mappings: those created before the user's first sign-in through a provider that may not activate them. Returns all mappings of the user.",
      scope: 'user-mapping:write',
      body: userMappingBody,
      answers: 'added',
      view: mappedUserView,
    }),
    handler(request, reply) {
      const body = request.body as UserMappingBody;
      const pointerOf = (index: number) => (body.mappings === undefined ? '' : `/mappings/${index}`);
      return answerOnce({ services, request, reply }, (transaction) =>
        changeMappings(request, transaction, { user: body.user, action: 'create', status: 201 }, () =>
          addMappings({ transaction, caller: callerOf(request) }, body.user, entriesOf(body), pointerOf),
        ),
      );
    },
  });
}

function registerRemove(app: FastifyInstance, services: ManagementServices): void {
  app.delete(path, {
    config: { scope: 'user-mapping:write' },
    schema: operationSchema({
      tag,
      operationId: 'deleteUserMapping',
      summary: 'Remove mappings of a user',
      description: 'Ignores mappings that do not exist.',
      scope: 'user-mapping:write',
      body: userMappingBody,
      answers: 'removed',
      view: mappedUserView,
    }),
    handler(request, reply) {
      const body = request.body as UserMappingBody;
      return removed({ services, request, reply }, body.user, entriesOf(body));
    },
  });
  app.delete(pathOfUser, {
    config: { scope: 'user-mapping:write' },
    schema: operationSchema({
      tag,
      operationId: 'deleteMappedUser',
      summary: 'Remove all mappings of a user',
      scope: 'user-mapping:write',
      params: userParams,
      answers: 'removed',
      view: mappedUserView,
    }),
    handler(request, reply) {
      const { user } = request.params as z.output<typeof userParams>;
      return removed({ services, request, reply }, user, null);
    },
  });
}

/** @param entries null: all mappings */
function removed(call: Call, user: string, entries: readonly UserMappingEntry[] | null) {
  return answerOnce(call, (transaction) =>
    changeMappings(call.request, transaction, { user, action: 'delete', status: 200 }, () =>
      removeMappings(transaction, user, entries),
    ),
  );
}

function registerLists(app: FastifyInstance, services: ManagementServices): void {
  app.get(path, {
    config: { scope: 'user-mapping:read' },
    schema: operationSchema({
      tag,
      operationId: 'listMappedUsers',
      summary: 'List mapped users with the number of their mappings',
      scope: 'user-mapping:read',
      querystring: mappedUsersQuery,
      answers: 'list',
      view: mappedUserCount,
    }),
    async handler(request, reply) {
      const { rows, total } = await readMappedUsers(services.database, request.query as MappedUsersQuery);
      reply.header('Record-Count', String(total));
      return rows;
    },
  });
  app.get(pathOfUser, {
    config: { scope: 'user-mapping:read' },
    schema: operationSchema({
      tag,
      operationId: 'listUserMappings',
      summary: 'List the mappings of a user',
      description: 'Returns an empty list for a user without mappings.',
      scope: 'user-mapping:read',
      params: userParams,
      querystring: userMappingsQuery,
      answers: 'list',
      view: userMappingView,
    }),
    async handler(request, reply) {
      const { user } = request.params as z.output<typeof userParams>;
      const { rows, total } = await readMappings(services.database, user, request.query as UserMappingsQuery);
      reply.header('Record-Count', String(total));
      return rows;
    },
  });
}

/** Changes mappings and writes the audit entry. The response contains all current mappings of the user. */
async function changeMappings(
  request: FastifyRequest,
  transaction: Transaction<Database>,
  { user, action, status }: { readonly user: string; readonly action: string; readonly status: number },
  change: () => Promise<unknown>,
): Promise<KeyedAnswer> {
  const before = { user, mappings: await readAllMappings(transaction, user) };
  await change();
  const after = mappedUserView.parse({ user, mappings: await readAllMappings(transaction, user) });
  const { actor } = callerOf(request);
  await appendAudit(transaction, {
    actor,
    action,
    kind: 'user-mapping',
    objectId: null,
    before,
    after,
    requestId: request.id,
  });
  const headers = status === 201 ? { Location: `/api/v1${path}/${encodeURIComponent(user)}` } : {};
  return { status, headers, body: JSON.stringify(after) };
}
