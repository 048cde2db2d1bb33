import { type Kysely, sql, type Transaction } from 'kysely';
import { webhookPatienceMs, webhookPausesMs } from '../../core/vocabulary/limits/webhook-limits.ts';
import { appendAudit } from '../../platform/audit/append-audit.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import type { SendAttempt } from './send-message.ts';

/** Random part of a backoff, so that simultaneous failures are not retried simultaneously. */
const jitter = 0.1;
/** A single failing event per quiet week does not disable a webhook. */
const attemptsBeforeDisabling = 4;

/** Reason why an attempt disabled a webhook; null: it did not. */
export type Disabled = 'gone' | 'failing' | null;

/**
 * Records the result of an attempt and its consequences. If a replay was started in the meantime, the attempt is only
 * logged and does not end its round.
 */
export function recordAttempt(
  database: Kysely<Database>,
  delivery: ClaimedDelivery,
  attempt: SendAttempt,
): Promise<Disabled> {
  return database.transaction().execute(async (transaction) => {
    const { at, latencyMs, status, error, answer } = attempt;
    await transaction
      .insertInto('webhookAttempt')
      .values({ deliveryId: delivery.id, at, latencyMs, status, error, answer })
      .execute();
    const succeeded = status !== null && status >= 200 && status < 300;
    if (succeeded) {
      await finish(transaction, delivery, { ...attempt, outcome: 'delivered' });
      await notFailing(transaction, delivery.webhookId);
      return null;
    }
    const made = delivery.attempts + 1;
    const pauseMs = delivery.isTest ? undefined : webhookPausesMs[made - 1];
    if (pauseMs === undefined || status === 410) await finish(transaction, delivery, { ...attempt, outcome: 'failed' });
    else await again(transaction, delivery, { made, dueAt: new Date(at.getTime() + pauseAfter(pauseMs, attempt)) });
    if (delivery.isTest) return status === 410 ? disable(transaction, delivery, 'gone') : null;
    return failing(transaction, delivery, { at, status, made });
  });
}

/** Releases a delivery whose attempt was aborted without a result. It is due immediately. */
export async function releaseDelivery(database: Kysely<Database>, { id, round }: ClaimedDelivery): Promise<void> {
  await sql`
    update webhook_delivery set claimed_until = null
    where webhook_delivery.id = ${id} and webhook_delivery.round = ${round}
  `.execute(database);
}

function pauseAfter(pauseMs: number, { retryAfterMs }: SendAttempt): number {
  const varied = pauseMs * (1 - jitter + Math.random() * jitter * 2);
  return Math.max(varied, retryAfterMs ?? 0);
}

async function finish(
  transaction: Transaction<Database>,
  { id, round }: ClaimedDelivery,
  { outcome, at, latencyMs }: SendAttempt & { readonly outcome: 'delivered' | 'failed' },
): Promise<void> {
  const finishedAt = new Date(at.getTime() + latencyMs);
  await sql`
    update webhook_delivery set status = ${outcome}, attempts = webhook_delivery.attempts + 1,
      claimed_until = null, finished_at = ${finishedAt}
    where webhook_delivery.id = ${id} and webhook_delivery.round = ${round} and webhook_delivery.status = 'pending'
  `.execute(transaction);
}

async function again(
  transaction: Transaction<Database>,
  { id, round }: ClaimedDelivery,
  { made, dueAt }: { readonly made: number; readonly dueAt: Date },
): Promise<void> {
  await sql`
    update webhook_delivery set attempts = ${made}, claimed_until = null, next_attempt_at = ${dueAt}
    where webhook_delivery.id = ${id} and webhook_delivery.round = ${round} and webhook_delivery.status = 'pending'
  `.execute(transaction);
}

/** Checks before it writes, because most attempts follow a successful one and need no update of the webhook. */
async function notFailing(transaction: Transaction<Database>, id: number): Promise<void> {
  await sql`
    update webhook set failing_since = null where webhook.id = ${id} and webhook.failing_since is not null
  `.execute(transaction);
}

async function failing(
  transaction: Transaction<Database>,
  delivery: ClaimedDelivery,
  { at, status, made }: { readonly at: Date; readonly status: number | null; readonly made: number },
): Promise<Disabled> {
  if (status === 410) return disable(transaction, delivery, 'gone');
  const { rows } = await sql<{ since: Date }>`
    update webhook set failing_since = coalesce(webhook.failing_since, ${at}::timestamptz)
    where webhook.id = ${delivery.webhookId} and webhook.url = ${delivery.url} returning webhook.failing_since as since
  `.execute(transaction);
  const sinceMs = rows[0]?.since.getTime() ?? at.getTime();
  if (made < attemptsBeforeDisabling || at.getTime() - sinceMs < webhookPatienceMs) return null;
  return disable(transaction, delivery, 'failing');
}

/** Not if the URL was changed in the meantime, because the new one is untested. */
async function disable(
  transaction: Transaction<Database>,
  { webhookId, url }: ClaimedDelivery,
  reason: 'gone' | 'failing',
): Promise<Disabled> {
  const { rows } = await sql<{ id: number }>`
    update webhook set active = false, disabled_at = clock_timestamp(), disabled_reason = ${reason},
      version = webhook.version + 1, updated_at = clock_timestamp()
    where webhook.id = ${webhookId} and webhook.url = ${url} and webhook.active returning webhook.id
  `.execute(transaction);
  if (rows.length === 0) return null;
  await appendAudit(transaction, {
    actor: 'system',
    action: 'disable',
    kind: 'webhooks',
    objectId: webhookId,
    before: { active: true },
    after: { active: false, disabledReason: reason },
    requestId: null,
  });
  return reason;
}
