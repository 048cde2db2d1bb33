import { type Kysely, sql } from 'kysely';
import type { WebhookDeliveriesQuery, WebhookDeliveryView } from '../../../contract/webhook/webhook.ts';
import type { WebhookEvent } from '../../../contract/webhook/webhook-event.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Most attempts returned per delivery: all of one round, and of some replays. */
const attemptsShown = 20;

export type DeliveryPage = {
  readonly deliveries: readonly WebhookDeliveryView[];
  /** Number of matches on all pages. */
  readonly total: number;
  readonly hasMore: boolean;
};

/** Returns the matching deliveries of one webhook, newest first. */
export async function readDeliveryPage(
  database: Kysely<Database>,
  webhookId: number,
  query: WebhookDeliveriesQuery,
): Promise<DeliveryPage> {
  const matching = matchingDeliveries(database, webhookId, query);
  const page = query.cursor === undefined ? matching : matching.where('webhookDelivery.id', '<', query.cursor);
  const [total, rows] = await Promise.all([
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    columnsOf(page)
      .orderBy('webhookDelivery.id', 'desc')
      .limit(query.limit + 1)
      .offset(query.offset ?? 0)
      .execute(),
  ]);
  return {
    deliveries: await withAttempts(database, rows.slice(0, query.limit)),
    total: total.total,
    hasMore: rows.length > query.limit,
  };
}

/** Returns one delivery of one webhook. undefined if it does not exist. */
export async function readDelivery(
  database: Kysely<Database>,
  { webhookId, id }: { readonly webhookId: number; readonly id: number },
): Promise<WebhookDeliveryView | undefined> {
  const rows = await columnsOf(
    matchingDeliveries(database, webhookId, {}).where('webhookDelivery.id', '=', id),
  ).execute();
  return (await withAttempts(database, rows))[0];
}

function matchingDeliveries(
  database: Kysely<Database>,
  webhookId: number,
  { status, type }: Pick<WebhookDeliveriesQuery, 'status' | 'type'>,
) {
  let query = database
    .selectFrom('webhookDelivery')
    .innerJoin('event', 'event.id', 'webhookDelivery.eventId')
    .where('webhookDelivery.webhookId', '=', webhookId);
  if (status !== undefined) query = query.where('webhookDelivery.status', '=', status);
  if (type !== undefined) query = query.where('event.type', '=', type);
  return query;
}

function columnsOf(query: ReturnType<typeof matchingDeliveries>) {
  return query.selectAll('webhookDelivery').select(['event.messageId', 'event.payload']);
}

type Row = Awaited<ReturnType<ReturnType<typeof columnsOf>['executeTakeFirstOrThrow']>>;

async function withAttempts(database: Kysely<Database>, rows: readonly Row[]): Promise<WebhookDeliveryView[]> {
  const ids = rows.map(({ id }) => id);
  const { rows: attempts } = await sql<Database['webhookAttempt'] & { deliveryId: number; at: Date }>`
    select attempt.* from unnest(${ids}::bigint[]) as delivery(id) cross join lateral (
      select * from webhook_attempt where webhook_attempt.delivery_id = delivery.id
      order by webhook_attempt.id desc limit ${attemptsShown}
    ) attempt
  `.execute(database);
  const byDelivery = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
  return rows.map((row) => ({
    id: row.id,
    webhookId: row.webhookId,
    messageId: row.messageId,
    status: row.status as WebhookDeliveryView['status'],
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: row.status === 'pending' ? (row.nextAttemptAt?.toISOString() ?? null) : null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    attempts: (byDelivery.get(row.id) ?? []).map(({ at, latencyMs, status, error, answer }) => ({
      at: at.toISOString(),
      latencyMs,
      status,
      error,
      answer,
    })),
    event: JSON.parse(row.payload) as WebhookEvent,
  }));
}
