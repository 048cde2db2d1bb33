import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import {
  changedUsersView,
  type GivenMapping,
  type MappedUsersQuery,
  type MappedUserView,
  mappedUserCount,
  mappedUserSchema,
  mappedUsersQuery,
  mappedUserView,
  mappingsOf,
  type UserMappingBody,
  type UserMappingChangeQuery,
  type UserMappingsQuery,
  userMappingBody,
  userMappingChangeQuery,
  userMappingsQuery,
  userMappingView,
} from '../../../contract/access/user-mapping.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { appendAudit } from '../../../platform/audit/append-audit.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { answerOnce, type Call } from '../../api/call/answer-once.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { invalidRequest } from '../../records/domain-error.ts';
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
        "Accepts one combination, several in `mappings`, or a list of combinations that each have a `user`. Repeating the request changes nothing, except that it activates inactive mappings: those created before the user's first sign-in through a provider that may not activate them. Returns all mappings of the user. For a list, returns a list of the users with all their mappings.",
      scope: 'user-mapping:write',
      querystring: userMappingChangeQuery,
      body: userMappingBody,
      answers: 'added',
      view: changedUsersView,
    }),
    handler(request, reply) {
      return changed({ services, request, reply }, { action: 'create', status: 201 }, (transaction, user, given) => {
        const pointerOf = (index: number) => given[index]?.pointer ?? '';
        const entries = given.map(({ entry }) => entry);
        return addMappings({ transaction, caller: callerOf(request) }, user, entries, pointerOf);
      });
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
      description: 'Accepts the same bodies as the creation. Ignores mappings that do not exist.',
      scope: 'user-mapping:write',
      querystring: userMappingChangeQuery,
      body: userMappingBody,
      answers: 'removed',
      view: changedUsersView,
    }),
    handler(request, reply) {
      return changed({ services, request, reply }, { action: 'delete', status: 200 }, (transaction, user, given) =>
        removeMappings(
          transaction,
          user,
          given.map(({ entry }) => entry),
        ),
      );
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
      return answerOnce({ services, request, reply }, async (transaction) => {
        const view = await changeMappings(request, transaction, { user, action: 'delete' }, () =>
          removeMappings(transaction, user, null),
        );
        return { status: 200, headers: {}, body: JSON.stringify(view) };
      });
    },
  });
}

type Change = { readonly action: string; readonly status: number };

/** Changes the mappings of all users of the body in one transaction, or of none. */
function changed(
  call: Call,
  { action, status }: Change,
  change: (transaction: Transaction<Database>, user: string, given: readonly GivenMapping[]) => Promise<unknown>,
) {
  const { request } = call;
  const body = request.body as UserMappingBody;
  const users = byUser(mappingsOf(body, request.query as UserMappingChangeQuery));
  return answerOnce(
    call,
    async (transaction) => {
      const views: MappedUserView[] = [];
      for (const { user, given } of users) {
        const work = () => change(transaction, user, given);
        views.push(await changeMappings(request, transaction, { user, action }, work));
      }
      const [only] = users;
      const isCreated = status === 201 && users.length === 1 && only !== undefined;
      return {
        status,
        headers: isCreated ? { Location: `/api/v1${path}/${encodeURIComponent(only.user)}` } : {},
        body: JSON.stringify(Array.isArray(body) ? views : views[0]),
      };
    },
    { fingerprint: [users, Array.isArray(body)] },
  );
}

type UserMappings = { readonly user: string; readonly given: GivenMapping[] };

/** Returns the combinations of each user, in the order of the body. */
function byUser(mappings: readonly GivenMapping[]): readonly UserMappings[] {
  const users = new Map<string, UserMappings>();
  const nameless: string[] = [];
  for (const one of mappings) {
    if (one.user === undefined) {
      nameless.push(one.userPointer);
      continue;
    }
    const key = one.user.toLowerCase();
    const known = users.get(key);
    if (known === undefined) users.set(key, { user: one.user, given: [one] });
    else known.given.push(one);
  }
  if (nameless.length === 0) return [...users.values()];
  const message = fieldMessage('required');
  throw invalidRequest(
    [...new Set(nameless)].map((pointer) => ({ pointer, in: 'body' as const, code: 'required', message })),
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

/** Changes mappings and writes the audit entry. Returns all mappings of the user. */
async function changeMappings(
  request: FastifyRequest,
  transaction: Transaction<Database>,
  { user, action }: { readonly user: string; readonly action: string },
  change: () => Promise<unknown>,
): Promise<MappedUserView> {
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
  return after;
}
