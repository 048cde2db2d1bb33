import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { WebhookEvent } from '../../contract/webhook/webhook-event.ts';
import type { Database } from '../db/schema.ts';

export type NewEvent = { readonly type: WebhookEvent['type']; readonly data: WebhookEvent['data'] };

/** A statement has at most 65,535 parameters, and a campaign may have thousands of bookings. */
const eventsAtOnce = 2_000;

/**
 * Writes events to the outbox in the transaction of the change, so that there are no events of rolled-back changes and
 * no changes without events. Reads nothing and does not block. Returns the IDs. Source:
 * docs/decisions/0050-webhooks.md.
 */
export async function appendEvents(
  transaction: Transaction<Database>,
  events: readonly NewEvent[],
  options: { readonly queued?: true } = {},
): Promise<readonly number[]> {
  const at = new Date();
  const ids: number[] = [];
  for (let from = 0; from < events.length; from += eventsAtOnce) {
    const rows = await transaction
      .insertInto('event')
      .values(
        events.slice(from, from + eventsAtOnce).map(({ type, data }) => {
          const payload: WebhookEvent = { type, timestamp: at.toISOString(), data };
          const messageId = `msg_${randomUUID().replaceAll('-', '')}`;
          return { messageId, type, at, payload: JSON.stringify(payload), queued: options.queued ?? false };
        }),
      )
      .returning('event.id')
      .execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/**
 * Returns the next events that were not assigned to webhooks yet, and flags them in this transaction. Concurrent
 * callers receive disjoint events.
 */
export async function readNewEvents(transaction: Transaction<Database>, limit: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    update event set queued = true where event.id in (
      select waiting.id from event waiting where not waiting.queued
      order by waiting.id limit ${limit} for update skip locked
    ) returning event.id
  `.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Deletes earlier events with their deliveries. Returns true if there may be more. */
export async function removeOldEvents(database: Kysely<Database>, before: Date, limit: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from event where event.id in (
      select old.id from event old where old.at < ${before} and old.queued order by old.at limit ${limit}
    )
  `.execute(database);
  return numAffectedRows >= BigInt(limit);
}
