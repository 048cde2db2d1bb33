import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { WebhookEvent } from '../../contract/webhook/webhook-event.ts';
import type { Database } from '../db/schema.ts';

export type NewEvent = { readonly type: WebhookEvent['type']; readonly data: WebhookEvent['data'] };

/** A statement has 65,535 parameters at most, and a campaign may have thousands of bookings. */
const eventsAtOnce = 2_000;

/**
 * Writes events into the outbox, in the transaction of what happened: there are neither events of changes that were taken
 * back nor changes without theirs. Reads nothing and waits for nobody. Answers their ids.
 * Source: docs/decisions/0050-webhooks.md.
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

/** The next events that no webhook has been asked about, marked as such in this transaction; two who ask share them out. */
export async function readNewEvents(transaction: Transaction<Database>, limit: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    update event set queued = true where event.id in (
      select waiting.id from event waiting where not waiting.queued
      order by waiting.id limit ${limit} for update skip locked
    ) returning event.id
  `.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Forgets events from before that time, and with them what was sent of them; answers whether there may be more. */
export async function removeOldEvents(database: Kysely<Database>, before: Date, limit: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from event where event.id in (
      select old.id from event old where old.at < ${before} and old.queued order by old.at limit ${limit}
    )
  `.execute(database);
  return numAffectedRows >= BigInt(limit);
}
