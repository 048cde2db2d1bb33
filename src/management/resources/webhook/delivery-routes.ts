import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import { idText } from '../../../contract/common/common.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import {
  type WebhookDeliveriesQuery,
  webhookDeliveriesQuery,
  webhookDeliveryView,
  webhookReplayBody,
  webhookReplayView,
} from '../../../contract/webhook/webhook.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { testEventType } from '../../../core/vocabulary/event-types.ts';
import { eventTtlMs } from '../../../core/vocabulary/limits/webhook-limits.ts';
import { appendAudit } from '../../../platform/audit/append-audit.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { appendEvents } from '../../../platform/events/append-events.ts';
import { linkOf } from '../../../platform/events/event-of-change.ts';
import { answerOnce, type Call, type KeyedAnswer } from '../../api/call/answer-once.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { requireObject } from '../../api/resource/require-object.ts';
import { detailMessage, nounOf } from '../../records/detail-message.ts';
import { DomainError, invalidRequest, missingObject } from '../../records/domain-error.ts';
import { type Row, readRow } from '../../records/resource.ts';
import { queueTest, replayOne, replaySince } from './queue-deliveries.ts';
import { readDelivery, readDeliveryPage } from './read-deliveries.ts';

const tag = 'Webhooks';
const readScope = 'webhooks:read';
const writeScope = 'webhooks:write';
const deliveryParams = z.strictObject({ id: idText('webhook'), deliveryId: idText('delivery') });
type DeliveryParams = z.output<typeof deliveryParams>;

/** Registers `/webhooks/{id}/deliveries`, their replay, and a test. */
export function addDeliveryLog(app: FastifyInstance, services: ManagementServices): void {
  registerReads(app, services);
  registerReplays(app, services);
  registerTest(app, services);
}

function registerReads(app: FastifyInstance, services: ManagementServices): void {
  app.get('/webhooks/:id/deliveries', {
    config: { scope: readScope },
    schema: operationSchema({
      tag,
      operationId: 'listWebhookDeliveries',
      summary: 'List deliveries of a webhook, newest first',
      description: 'Deliveries are stored for 30 days.',
      scope: readScope,
      params: idParams('webhook'),
      querystring: webhookDeliveriesQuery,
      answers: 'list',
      view: webhookDeliveryView,
    }),
    async handler(request, reply) {
      const id = idOfPath(request.params);
      const query = request.query as WebhookDeliveriesQuery;
      if (query.cursor !== undefined && query.offset !== undefined) {
        const message = fieldMessage('notWithOffset');
        throw invalidRequest([{ pointer: '/cursor', in: 'query', code: 'invalid_cursor', message }]);
      }
      await requireObject({ services, request }, { table: 'webhook', id, noun: 'webhooks' });
      const { deliveries, total, hasMore } = await readDeliveryPage(services.database, id, query);
      reply.header('Record-Count', String(total));
      const last = deliveries.at(-1);
      if (hasMore && last !== undefined) reply.header('Link', `<${nextAddress(request.url, last.id)}>; rel="next"`);
      return deliveries;
    },
  });
  app.get('/webhooks/:id/deliveries/:deliveryId', {
    config: { scope: readScope },
    schema: operationSchema({
      tag,
      operationId: 'getWebhookDelivery',
      summary: 'Retrieve a delivery of a webhook',
      scope: readScope,
      params: deliveryParams,
      answers: 'reading',
      view: webhookDeliveryView,
    }),
    async handler(request) {
      const { id, deliveryId } = request.params as DeliveryParams;
      await requireObject({ services, request }, { table: 'webhook', id, noun: 'webhooks' });
      const delivery = await readDelivery(services.database, { webhookId: id, id: deliveryId });
      if (delivery === undefined) throw missingObject('webhook-deliveries', deliveryId);
      return delivery;
    },
  });
}

function registerReplays(app: FastifyInstance, services: ManagementServices): void {
  const nowMs = services.nowMs ?? Date.now;
  app.post('/webhooks/:id/deliveries/:deliveryId/actions/replay', {
    config: { scope: writeScope },
    schema: operationSchema({
      tag,
      operationId: 'replayWebhookDelivery',
      summary: 'Replay a delivery of a webhook',
      description: 'With the same `webhook-id` as before.',
      scope: writeScope,
      params: deliveryParams,
      answers: 'accepted',
      view: webhookDeliveryView,
    }),
    handler(request, reply) {
      const { id, deliveryId } = request.params as DeliveryParams;
      return withWebhook({ services, request, reply }, { id, action: 'replay' }, async (transaction) => {
        const find = () => readDelivery(transaction, { webhookId: id, id: deliveryId });
        if ((await find()) === undefined) throw missingObject('webhook-deliveries', deliveryId);
        await replayOne(transaction, deliveryId, new Date(nowMs()));
        return webhookDeliveryView.parse(await find());
      });
    },
  });
  app.post('/webhooks/:id/actions/replay', {
    config: { scope: writeScope },
    schema: operationSchema({
      tag,
      operationId: 'replayWebhook',
      summary: 'Replay all events of a webhook since a time',
      description:
        'Sends all events of the types to which the webhook currently subscribes, including those that it did not receive because it was inactive or did not exist. Each has the same `webhook-id` as before.',
      scope: writeScope,
      params: idParams('webhook'),
      body: webhookReplayBody,
      answers: 'accepted',
      reachesBack: true,
      view: webhookReplayView,
    }),
    handler(request, reply) {
      const id = idOfPath(request.params);
      const since = new Date((request.body as z.output<typeof webhookReplayBody>).since);
      const now = new Date(nowMs());
      if (since.getTime() < now.getTime() - eventTtlMs) {
        throw new DomainError('no_longer_kept', { detail: detailMessage('eventsGone', { days: eventTtlMs / dayMs }) });
      }
      return withWebhook({ services, request, reply }, { id, action: 'replay' }, async (transaction) => ({
        deliveries: await replaySince(transaction, { webhookId: id, since, now }),
      }));
    },
  });
}

function registerTest(app: FastifyInstance, services: ManagementServices): void {
  const nowMs = services.nowMs ?? Date.now;
  app.post('/webhooks/:id/actions/test', {
    config: { scope: writeScope },
    schema: operationSchema({
      tag,
      operationId: 'testWebhook',
      summary: 'Send a test event to a webhook',
      description:
        'Sends an event of type `webhook.test` once, also to an inactive webhook. The result is in its delivery.',
      scope: writeScope,
      params: idParams('webhook'),
      answers: 'accepted',
      view: webhookDeliveryView,
    }),
    handler(request, reply) {
      const id = idOfPath(request.params);
      const { actor } = callerOf(request);
      return withWebhook({ services, request, reply }, { id, action: 'test' }, async (transaction) => {
        const link = linkOf(services.config.publicUrl, 'webhooks', id);
        const about = { status: null, previousStatus: null, actor, revision: null };
        const data = { kind: 'webhooks', id, link, ...about } as const;
        const [eventId = 0] = await appendEvents(transaction, [{ type: testEventType, data }], { queued: true });
        const delivery = await queueTest(transaction, { webhookId: id, eventId, now: new Date(nowMs()) });
        return webhookDeliveryView.parse(await readDelivery(transaction, { webhookId: id, id: delivery }));
      });
    },
  });
}

/** Runs the work and responds 202 with its result. Executed once per Idempotency-Key, and audited. */
function withWebhook(
  call: Call,
  { id, action }: { readonly id: number; readonly action: string },
  work: (transaction: Transaction<Database>) => Promise<object>,
) {
  return answerOnce(call, async (transaction): Promise<KeyedAnswer> => {
    const { actor, reach } = callerOf(call.request);
    // Locks the row, so that a webhook being archived gets no further deliveries.
    const webhook = await readRow(transaction, { table: 'webhook', id, reach, lock: 'share' });
    requireLive(webhook, id);
    const after = await work(transaction);
    const requestId = call.request.id;
    await appendAudit(transaction, { actor, action, kind: 'webhooks', objectId: id, before: null, after, requestId });
    return { status: 202, headers: {}, body: JSON.stringify(after) };
  });
}

function requireLive(webhook: Row<'webhook'> | undefined, id: number): void {
  if (webhook === undefined) throw missingObject('webhooks', id);
  if (webhook.archivedAt !== null)
    throw new DomainError('archived', { detail: detailMessage('archived', { object: nounOf('webhooks'), id }) });
}

function nextAddress(url: string, cursor: number): string {
  const { pathname, searchParams: parameters } = new URL(url, 'http://management');
  parameters.delete('offset');
  parameters.set('cursor', String(cursor));
  return `${pathname}?${parameters}`;
}
