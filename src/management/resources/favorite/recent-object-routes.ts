import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { type RecentObjectView, recentObjectBody, recentObjectView } from '../../../contract/collaboration/favorite.ts';
import { maxListedRecentObjects, maxRecentObjects } from '../../../core/vocabulary/limits/collaboration-limits.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Caller } from '../../access/caller.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { type NamedObject, ownObjects } from './named-objects.ts';
import { postOwnObject } from './post-own-object.ts';

const tag = 'Collaboration';

/**
 * Registers `/me/recent-objects`: the objects that the caller opened last. Source:
 * docs/decisions/0189-favorites-and-recent-objects.md.
 */
export function registerRecentObjectRoutes(app: FastifyInstance, services: ManagementServices): void {
  const { database } = services;
  app.get('/me/recent-objects', {
    config: { scope: null },
    schema: operationSchema({
      tag,
      operationId: 'listRecentObjects',
      summary: 'List the objects that you opened last, latest first',
      description: `Omits archived objects and objects that you may no longer read. Returns at most ${maxListedRecentObjects} objects.`,
      scope: null,
      answers: 'list',
      view: recentObjectView,
    }),
    handler: (request) => readRecentObjects(database, callerOf(request)),
  });
  app.post('/me/recent-objects', {
    config: { scope: null },
    schema: operationSchema({
      tag,
      operationId: 'createRecentObject',
      summary: 'Record that you opened an object',
      description: `The last ${maxRecentObjects} objects are stored. Requires the scope to read the object.`,
      scope: null,
      body: recentObjectBody,
      answers: 'posted',
      view: recentObjectView,
    }),
    handler: (request, reply) =>
      postOwnObject(
        { services, request, reply },
        { view: recentObjectView, store: recordOpened, read: readRecentObjects },
      ),
  });
}

/** Stores the time of the opening, and removes the oldest objects above the limit. */
async function recordOpened(database: Kysely<Database>, { actor }: Caller, object: NamedObject): Promise<void> {
  const openedAt = sql<Date>`clock_timestamp()`;
  await database
    .insertInto('recentObject')
    .values({ ...object, owner: actor, openedAt })
    .onConflict((conflict) => conflict.columns(['owner', 'kind', 'objectId']).doUpdateSet({ openedAt }))
    .execute();
  await sql`
    delete from recent_object where owner = ${actor} and (kind, object_id) in (
      select old.kind, old.object_id from recent_object old where old.owner = ${actor}
      order by old.opened_at desc, old.kind, old.object_id offset ${maxRecentObjects}
    )
  `.execute(database);
}

/** @param only returns at most this object */
async function readRecentObjects(
  database: Kysely<Database>,
  caller: Caller,
  only: NamedObject | null = null,
): Promise<readonly RecentObjectView[]> {
  const { rows } = await sql<Omit<RecentObjectView, 'openedAt'> & { readonly openedAt: Date }>`
    select recent_object.kind, recent_object.object_id, object.name, object.detail, recent_object.opened_at
    from ${ownObjects('recent_object', caller, only)}
    order by recent_object.opened_at desc, object.kind, object.id
    limit ${maxListedRecentObjects}
  `.execute(database);
  return rows.map(({ openedAt, ...row }) => ({ ...row, openedAt: openedAt.toISOString() }));
}
