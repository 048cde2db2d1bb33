import type { FastifyInstance } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { erasureBody, erasuresQuery, erasureView } from '../../../contract/audience/segment.ts';
import { appendAudit } from '../../../platform/audit/append-audit.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { createShopperKeys } from '../../../platform/keys/shopper-keys.ts';
import { answerOnce, type KeyedAnswer } from '../../api/call/answer-once.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { missingObject } from '../../records/domain-error.ts';
import { erasedShopperKeys, nameErasedShopper } from './erased-shopper.ts';
import { createMemberHash } from './member-hash.ts';
import { viewerKeysOf } from './viewer-keys.ts';

/** Registers `/erasures`: erases all data of a user. Source: docs/decisions/0112-erasure.md. */
export function addErasure(app: FastifyInstance, services: ManagementServices): void {
  const memberHash = createMemberHash(services.secret, 'segment-member');
  const erasedHash = createMemberHash(services.secret, 'erased-member');
  const shoppers = createShopperKeys(services.secret);
  const { nowMs = Date.now } = services;
  registerReads(app, services);
  app.post('/erasures', {
    config: { scope: 'erasures:write' },
    schema: operationSchema({
      tag: 'Audiences',
      operationId: 'createErasure',
      summary: 'Erase a user',
      description:
        'Removes the user within seconds from all segments, attributes and files of all hosts, from frequency cap counts, and from attribution data. The identity is not recorded. Deliveries cannot add the user again for 30 days. Also notify the platform that delivers the data.',
      scope: 'erasures:write',
      body: erasureBody,
      answers: 'accepted',
      view: erasureView,
    }),
    handler(request, reply) {
      const { identifier } = request.body as z.output<typeof erasureBody>;
      const { actor } = callerOf(request);
      const member = memberHash(identifier.name, identifier.value);
      const erased = erasedHash(identifier.name, identifier.value);
      return answerOnce(
        { services, request, reply },
        async (transaction: Transaction<Database>): Promise<KeyedAnswer> => {
          const row = await transaction
            .insertInto('erasure')
            .values({
              ...member,
              viewerKeys: JSON.stringify(viewerKeysOf(identifier.name, identifier.value)),
              erasedKey: `${erased.high}-${erased.low}`,
              requestedBy: actor,
              finishedAt: null,
            })
            .returning(['erasure.id', 'erasure.requestedAt', 'erasure.finishedAt'])
            .executeTakeFirstOrThrow();
          await nameErasedShopper(transaction, erasedShopperKeys(shoppers, identifier, nowMs()), nowMs());
          const after = present(row);
          const entry = { actor, action: 'create', kind: 'erasures', objectId: row.id, before: null, after };
          await appendAudit(transaction, { ...entry, requestId: request.id });
          return { status: 202, headers: {}, body: JSON.stringify(after) };
        },
      );
    },
  });
}

function registerReads(app: FastifyInstance, { database }: ManagementServices): void {
  const scope = 'erasures:read';
  app.get('/erasures', {
    config: { scope },
    schema: operationSchema({
      tag: 'Audiences',
      operationId: 'listErasures',
      summary: 'List erasures, newest first',
      scope,
      querystring: erasuresQuery,
      answers: 'list',
      view: erasureView,
    }),
    async handler(request, reply) {
      const { limit, offset = 0 } = request.query as z.output<typeof erasuresQuery>;
      const { total } = await database
        .selectFrom('erasure')
        .select(sql<number>`count(*)`.as('total'))
        .executeTakeFirstOrThrow();
      reply.header('Record-Count', String(total));
      const rows = await readErasures(database).orderBy('erasure.id', 'desc').limit(limit).offset(offset).execute();
      return rows.map(present);
    },
  });
  app.get('/erasures/:id', {
    config: { scope },
    schema: operationSchema({
      tag: 'Audiences',
      operationId: 'getErasure',
      summary: 'Retrieve an erasure',
      scope,
      params: idParams('erasure'),
      answers: 'reading',
      view: erasureView,
    }),
    async handler(request) {
      const id = idOfPath(request.params);
      const row = await readErasures(database).where('erasure.id', '=', id).executeTakeFirst();
      if (row === undefined) throw missingObject('erasures', id);
      return present(row);
    },
  });
}

function readErasures(database: Kysely<Database>) {
  return database.selectFrom('erasure').select(['erasure.id', 'erasure.requestedAt', 'erasure.finishedAt']);
}

function present(row: { readonly id: number; readonly requestedAt: Date; readonly finishedAt: Date | null }) {
  return erasureView.parse({
    id: row.id,
    requestedAt: row.requestedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  });
}
