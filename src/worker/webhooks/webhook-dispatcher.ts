import type { Kysely } from 'kysely';
import { Counter } from 'prom-client';
import { hourMs } from '../../core/time/durations.ts';
import { eventTtlMs, maxWebhookCalls, maxWebhookCallsToOne } from '../../core/vocabulary/limits/webhook-limits.ts';
import { queueNewEvents } from '../../management/resources/webhook/queue-deliveries.ts';
import { openSecrets } from '../../management/resources/webhook/webhook-secrets.ts';
import type { Database } from '../../platform/db/schema.ts';
import { removeOldEvents } from '../../platform/events/append-events.ts';
import type { Logger } from '../../platform/log/log.ts';
import { createOutgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';
import { type ClaimedDelivery, claimDeliveries, readDueWebhooks } from './claim-deliveries.ts';
import { recordAttempt, releaseDelivery } from './record-attempt.ts';
import { sendMessage } from './send-message.ts';

const tidyPauseMs = hourMs;
const eventsForgottenAtOnce = 5_000;

const attemptsTotal = new Counter({
  name: 'placard_webhook_attempts_total',
  help: 'Attempts to deliver an event to a webhook',
  labelNames: ['outcome'],
});

export type DispatcherOptions = {
  readonly database: Kysely<Database>;
  readonly log: Logger;
  /** Secret of the deployment. */
  readonly secret: string;
  /** Private addresses and subnets that may be called. */
  readonly privateTargets: readonly string[];
  readonly nowMs?: () => number;
  /** Called when an attempt is finished and capacity is available. */
  finished?(): void;
};

export type WebhookDispatcher = {
  /** Queues new messages and starts due attempts, up to the concurrency limit. */
  pass(): Promise<void>;
  /** Resolves when no attempt is in progress. */
  settle(): Promise<void>;
  /** Aborts attempts in progress. Their deliveries remain pending. */
  close(): Promise<void>;
};

/**
 * Creates a dispatcher that sends deliveries to their webhooks. All state is in the database, so that another process
 * can continue after a crash and several can share the work. Source: docs/decisions/0050-webhooks.md.
 */
export function createWebhookDispatcher(options: DispatcherOptions): WebhookDispatcher {
  const { database, log, secret: deploymentSecret, nowMs = Date.now } = options;
  const outgoingFetch = createOutgoingFetch({ allowed: options.privateTargets, plainTo: 'allowed' });
  const end = new AbortController();
  const underWay = new Set<Promise<void>>();
  const underWayTo = new Map<string, number>();
  let tidiedAtMs = Number.NEGATIVE_INFINITY;

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const { messageId: id, payload, url } = delivery;
    const now = nowMs();
    const secrets = openSecrets(delivery.sealedSecrets, { deploymentSecret, nowMs: now });
    const attempt = await sendMessage(outgoingFetch, { id, atMs: now, payload }, { url, secrets }, end.signal);
    if (attempt === null) return releaseDelivery(database, delivery);
    attemptsTotal.inc({ outcome: attempt.status === null ? 'none' : `${Math.trunc(attempt.status / 100)}xx` });
    const disabled = await recordAttempt(database, delivery, attempt);
    if (disabled !== null) log.warn({ webhook: delivery.webhookId, reason: disabled }, 'Webhook disabled');
  }

  function begin(delivery: ClaimedDelivery, address: string): void {
    underWayTo.set(address, (underWayTo.get(address) ?? 0) + 1);
    const sent = deliver(delivery)
      // Its claim expires, after which it is sent again. Receivers must tolerate duplicates (at-least-once).
      .catch((error: unknown) =>
        log.error({ err: error, delivery: delivery.id }, 'Result of a webhook attempt was not stored'),
      )
      .finally(() => {
        underWay.delete(sent);
        const others = (underWayTo.get(address) ?? 1) - 1;
        if (others === 0) underWayTo.delete(address);
        else underWayTo.set(address, others);
        options.finished?.();
      });
    underWay.add(sent);
  }

  async function pass(): Promise<void> {
    const now = new Date(nowMs());
    await queueNewEvents(database, now);
    for (const webhook of await readDueWebhooks(database, now)) {
      const address = addressOf(webhook.url);
      const capacity = Math.min(maxWebhookCallsToOne - (underWayTo.get(address) ?? 0), maxWebhookCalls - underWay.size);
      if (capacity <= 0 || end.signal.aborted) continue;
      const claimed = await claimDeliveries(database, { webhookId: webhook.id, limit: capacity, now });
      for (const delivery of claimed) begin(delivery, address);
    }
    await tidy(now);
  }

  async function tidy(now: Date): Promise<void> {
    if (performance.now() - tidiedAtMs < tidyPauseMs) return;
    const mayBeMore = await removeOldEvents(database, new Date(now.getTime() - eventTtlMs), eventsForgottenAtOnce);
    if (!mayBeMore) tidiedAtMs = performance.now();
  }

  async function settle(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }

  return {
    pass,
    settle,
    close: () => {
      end.abort();
      return settle();
    },
  };
}

/** Returns the host, regardless of the path. */
function addressOf(url: string): string {
  return new URL(url).host;
}
