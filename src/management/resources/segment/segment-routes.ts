import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import {
  type SegmentDeliveriesQuery,
  segmentDeliveriesQuery,
  segmentDeliveryReportView,
  segmentDeliveryView,
} from '../../../contract/audience/segment.ts';
import { idText } from '../../../contract/common/common.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { registerResource } from '../../api/resource/register-resource.ts';
import { missingObject } from '../../records/domain-error.ts';
import { destinationConnectionResource } from './destination-connection.ts';
import { addErasure } from './erasure-routes.ts';
import { segmentResource } from './segment.ts';

const scope = 'segments:read';
const reportParams = z.strictObject({ deliveryId: idText('delivery') });

/** Registers segments, their connections, and the results of deliveries. */
export function registerSegmentRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerDeliveryReads(app, services);
  registerResource(app, services, segmentResource);
  registerResource(app, services, destinationConnectionResource);
  addErasure(app, services);
}

function registerDeliveryReads(app: FastifyInstance, { database }: ManagementServices): void {
  app.get('/segments/deliveries', {
    config: { scope },
    schema: operationSchema({
      tag: 'Audiences',
      operationId: 'listSegmentDeliveries',
      summary: 'List deliveries of audience segments, newest first',
      description: 'Deliveries are stored for a year.',
      scope,
      querystring: segmentDeliveriesQuery,
      answers: 'list',
      view: segmentDeliveryView,
    }),
    async handler(request, reply) {
      const { limit, offset = 0, connectionId, status } = request.query as SegmentDeliveriesQuery;
      let matching = database.selectFrom('segmentDelivery');
      if (connectionId !== undefined) matching = matching.where('segmentDelivery.connectionId', '=', connectionId);
      if (status !== undefined) matching = matching.where('segmentDelivery.status', '=', status);
      const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
      reply.header('Record-Count', String(total));
      const rows = await matching
        .selectAll()
        .orderBy('segmentDelivery.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map(presentDelivery);
    },
  });
  app.get('/segments/deliveries/:deliveryId', {
    config: { scope },
    schema: operationSchema({
      tag: 'Audiences',
      operationId: 'getSegmentDelivery',
      summary: 'Retrieve a delivery with its wrong rows',
      scope,
      params: reportParams,
      answers: 'reading',
      view: segmentDeliveryReportView,
    }),
    async handler(request) {
      const { deliveryId } = request.params as z.output<typeof reportParams>;
      const row = await database
        .selectFrom('segmentDelivery')
        .selectAll()
        .where('segmentDelivery.id', '=', deliveryId)
        .executeTakeFirst();
      if (row === undefined) throw missingObject('segment-deliveries', deliveryId);
      return { ...presentDelivery(row), badRowList: row.namedRows };
    },
  });
}

type DeliveryRow = {
  readonly id: number;
  readonly connectionId: number;
  readonly folder: string;
  readonly kind: string | null;
  readonly status: string;
  readonly problem: string | null;
  readonly detail: string | null;
  readonly rows: number;
  readonly badRows: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly memberships: number | null;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
};

function presentDelivery(row: DeliveryRow) {
  const { id, connectionId, folder, kind, status, problem, detail, rows, badRows, faults, memberships } = row;
  return segmentDeliveryView.parse({
    id,
    connectionId,
    folder,
    kind,
    status,
    problem,
    detail,
    rows,
    badRows,
    faults,
    memberships,
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  });
}
