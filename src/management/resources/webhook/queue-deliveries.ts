import { type Kysely, sql, type Transaction } from 'kysely';
import { testEventType } from '../../../core/vocabulary/event-types.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { readNewEvents } from '../../../platform/events/append-events.ts';

const eventsAtOnce = 500;
/** Most batches per call, so that a backlog after an outage does not delay deliveries that are ready. */
const mostBatches = 10;

/** Condition: the webhook subscribes to the event type. Test events go only to their own webhook. */
const wants = sql<boolean>`(webhook.event_types && array['*', event.type] and event.type <> ${sql.lit(testEventType)})`;

/** Creates a delivery of each new event for each active webhook that subscribes to its type. */
export async function queueNewEvents(database: Kysely<Database>, now: Date): Promise<void> {
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const taken = await database.transaction().execute(async (transaction) => {
      const ids = await readNewEvents(transaction, eventsAtOnce);
      if (ids.length > 0) await queue(transaction, ids, now);
      return ids.length;
    });
    if (taken < eventsAtOnce) return;
  }
}

async function queue(transaction: Transaction<Database>, events: readonly number[], now: Date): Promise<void> {
  await sql`
    insert into webhook_delivery (webhook_id, event_id, next_attempt_at)
    select webhook.id, event.id, ${now}::timestamptz
    from event join webhook on ${wants}
    where event.id = any(${events}::bigint[]) and webhook.active and webhook.archived_at is null
    order by event.id, webhook.id
    on conflict (webhook_id, event_id) do nothing
  `.execute(transaction);
}

/** Creates the delivery of a test event. */
export async function queueTest(
  transaction: Transaction<Database>,
  { webhookId, eventId, now }: { readonly webhookId: number; readonly eventId: number; readonly now: Date },
): Promise<number> {
  const { id } = await transaction
    .insertInto('webhookDelivery')
    .values({ webhookId, eventId, isTest: true, nextAttemptAt: now })
    .returning('webhookDelivery.id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Restarts a delivery. */
export async function replayOne(transaction: Transaction<Database>, id: number, now: Date): Promise<void> {
  await sql`
    update webhook_delivery set ${newRound(now)} where webhook_delivery.id = ${id}
  `.execute(transaction);
}

/**
 * Restarts the deliveries of all events since a time to which the webhook subscribes, including events that had none.
 * Returns their number.
 */
export async function replaySince(
  transaction: Transaction<Database>,
  { webhookId, since, now }: { readonly webhookId: number; readonly since: Date; readonly now: Date },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into webhook_delivery (webhook_id, event_id, next_attempt_at)
    select webhook.id, event.id, ${now}::timestamptz
    from event join webhook on ${wants}
    where webhook.id = ${webhookId} and event.at >= ${since}
    order by event.id
    on conflict (webhook_id, event_id) do update set ${newRound(now)}
  `.execute(transaction);
  return Number(numAffectedRows);
}

/** Results of attempts of an earlier round are ignored. */
function newRound(now: Date) {
  return sql`status = 'pending', round = webhook_delivery.round + 1, attempts = 0, next_attempt_at = ${now}::timestamptz,
    claimed_until = null, finished_at = null`;
}
