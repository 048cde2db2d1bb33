import { type Kysely, sql } from 'kysely';
import { webhookTimeoutMs } from '../../core/vocabulary/limits/webhook-limits.ts';
import type { StoredSecret } from '../../management/resources/webhook/webhook-secrets.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { WebhookTable } from '../../platform/db/tables/webhook-tables.ts';

/**
 * Longer than an attempt can take. After that another process takes over, and a running attempt does not lose its
 * claim.
 */
const claimMs = webhookTimeoutMs * 3;

/** A delivery that is temporarily claimed by this process. */
export type ClaimedDelivery = {
  readonly id: number;
  readonly webhookId: number;
  readonly url: string;
  readonly round: number;
  /** Earlier attempts of this round. */
  readonly attempts: number;
  readonly isTest: boolean;
  readonly messageId: string;
  readonly payload: string;
  readonly sealedSecrets: readonly StoredSecret[];
};

const isDue = (now: Date) => sql<boolean>`(
  delivery.status = 'pending' and delivery.next_attempt_at <= ${now}
  and (delivery.claimed_until is null or delivery.claimed_until <= ${now})
)`;
/** Returns webhooks with due deliveries, in random order. */
export async function readDueWebhooks(
  database: Kysely<Database>,
  now: Date,
): Promise<readonly { readonly id: number; readonly url: string }[]> {
  const { rows } = await sql<{ id: number; url: string }>`
    select webhook.id, webhook.url from webhook
    where webhook.archived_at is null and (
      (webhook.active and exists (
        select 1 from webhook_delivery delivery where delivery.webhook_id = webhook.id and ${isDue(now)}
      ))
      or exists (
        select 1 from webhook_delivery delivery
        where delivery.webhook_id = webhook.id and delivery.is_test and ${isDue(now)}
      )
    )
    order by random()
  `.execute(database);
  return rows;
}

/**
 * Claims up to a number of deliveries of one webhook, longest due first. Deliveries that another process is claiming
 * are skipped. For a disabled webhook only tests are sent.
 */
export async function claimDeliveries(
  database: Kysely<Database>,
  { webhookId, limit, now }: { readonly webhookId: number; readonly limit: number; readonly now: Date },
): Promise<readonly ClaimedDelivery[]> {
  const until = new Date(now.getTime() + claimMs);
  const { rows } = await sql<ClaimedDelivery & { readonly sealedSecrets: WebhookTable['sealedSecrets'] }>`
    with due as (
      select delivery.id from webhook_delivery delivery join webhook on webhook.id = delivery.webhook_id
      where delivery.webhook_id = ${webhookId} and ${isDue(now)} and webhook.archived_at is null
        and (webhook.active or delivery.is_test)
      order by delivery.next_attempt_at, delivery.id limit ${limit} for update of delivery skip locked
    )
    update webhook_delivery set claimed_until = ${until}
    from due, event, webhook
    where webhook_delivery.id = due.id and event.id = webhook_delivery.event_id
      and webhook.id = webhook_delivery.webhook_id
    returning webhook_delivery.id, webhook_delivery.webhook_id, webhook.url, webhook_delivery.round,
      webhook_delivery.attempts, webhook_delivery.is_test, event.message_id, event.payload, webhook.sealed_secrets
  `.execute(database);
  return rows as unknown as readonly ClaimedDelivery[];
}
