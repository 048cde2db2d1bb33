import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { type FavoriteView, favoriteBody, favoriteView } from '../../../contract/collaboration/favorite.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { maxFavorites } from '../../../core/vocabulary/limits/collaboration-limits.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Caller } from '../../access/caller.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError, invalidField } from '../../records/domain-error.ts';
import { type NamedObject, ownObjects } from './named-objects.ts';
import { postOwnObject } from './post-own-object.ts';

const tag = 'Collaboration';

/**
 * Registers `/me/favorites`: the favorites of the caller. Adding one requires the scope to read the object. Source:
 * docs/decisions/0189-favorites-and-recent-objects.md.
 */
export function registerFavoriteRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerFavoriteList(app, services);
  registerFavoriteAdd(app, services);
  registerFavoriteRemove(app, services);
}

function registerFavoriteList(app: FastifyInstance, { database }: ManagementServices): void {
  app.get('/me/favorites', {
    config: { scope: null },
    schema: operationSchema({
      tag,
      operationId: 'listFavorites',
      summary: 'List your own favorites, newest first',
      description: `Omits archived objects and objects that you may no longer read. Returns at most ${maxFavorites} favorites.`,
      scope: null,
      answers: 'list',
      view: favoriteView,
    }),
    handler: (request) => readFavorites(database, callerOf(request)),
  });
}

function registerFavoriteAdd(app: FastifyInstance, services: ManagementServices): void {
  app.post('/me/favorites', {
    config: { scope: null },
    schema: operationSchema({
      tag,
      operationId: 'createFavorite',
      summary: 'Add an object to your favorites',
      description: `Returns the existing favorite if the object is already one. A user has at most ${maxFavorites} favorites. Requires the scope to read the object.`,
      scope: null,
      body: favoriteBody,
      answers: 'posted',
      view: favoriteView,
    }),
    handler: (request, reply) =>
      postOwnObject({ services, request, reply }, { view: favoriteView, store: addFavorite, read: readFavorites }),
  });
}

function registerFavoriteRemove(app: FastifyInstance, { database }: ManagementServices): void {
  app.delete('/me/favorites/:id', {
    config: { scope: null },
    schema: operationSchema({
      tag,
      operationId: 'deleteFavorite',
      summary: 'Remove an object from your favorites',
      scope: null,
      params: idParams('favorite'),
      answers: 'removed',
      view: z.array(favoriteView),
    }),
    async handler(request) {
      const caller = callerOf(request);
      const id = idOfPath(request.params);
      const { numDeletedRows } = await database
        .deleteFrom('favorite')
        .where('favorite.id', '=', id)
        .where('favorite.owner', '=', caller.actor)
        .executeTakeFirst();
      if (numDeletedRows === 0n) {
        const object = { message: 'labels.otherKind.favorites' } as const;
        throw new DomainError('not_found', { detail: detailMessage('notFound', { object, id }) });
      }
      return readFavorites(database, caller);
    },
  });
}

/** Adds a favorite unless it exists. Throws 400 if the caller has the most favorites already. */
async function addFavorite(database: Kysely<Database>, { actor }: Caller, object: NamedObject): Promise<void> {
  const added = await database
    .insertInto('favorite')
    .values({ ...object, owner: actor })
    .onConflict((conflict) => conflict.columns(['owner', 'kind', 'objectId']).doNothing())
    .returning('favorite.id')
    .executeTakeFirst();
  if (added === undefined) return;
  const { total } = await database
    .selectFrom('favorite')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('favorite.owner', '=', actor)
    .executeTakeFirstOrThrow();
  if (total > maxFavorites) {
    throw invalidField('/objectId', 'too_many', fieldMessage('maxEntries', { count: maxFavorites }));
  }
}

/** @param only returns at most the favorite of this object */
async function readFavorites(
  database: Kysely<Database>,
  caller: Caller,
  only: NamedObject | null = null,
): Promise<readonly FavoriteView[]> {
  const { rows } = await sql<Omit<FavoriteView, 'createdAt'> & { readonly createdAt: Date }>`
    select favorite.id, favorite.kind, favorite.object_id, object.name, object.detail, favorite.created_at
    from ${ownObjects('favorite', caller, only)}
    order by favorite.id desc
  `.execute(database);
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}
