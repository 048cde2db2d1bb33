import { type Kysely, sql } from 'kysely';
import { dayMs } from '../../../../core/time/durations.ts';
import { webhookPausesMs } from '../../../../core/vocabulary/limits/webhook-limits.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import { deriveKey } from '../../../../platform/keys/derive-key.ts';
import { openSealedText } from '../../../../platform/keys/sealed-text.ts';
import type { Lease } from '../../../../platform/lease/lease.ts';
import type { Logger } from '../../../../platform/log/log.ts';
import { createOutgoingFetch } from '../../../../platform/outgoing/outgoing-fetch.ts';
import { runRetryLoop } from '../../../../platform/process/retry-loop.ts';
import { removeAgentRequests } from '../products/agent-requests.ts';
import { endPurchases } from './end-purchases.ts';
import type { NotificationAttempt, OutgoingNotification } from './send-notification.ts';

const pauseMs = 1_000;
/** Messages of one pass, and of one agent in it, so that a slow receiver does not delay others. */
const mostAtOnce = 16;
const mostOfOne = 4;
/** Retention of finished messages. */
const keptMs = 7 * dayMs;

export type AgentNotificationOptions = {
  readonly database: Kysely<Database>;
  /** Held by the one worker that sends. */
  readonly lease: Pick<Lease, 'take' | 'close'>;
  readonly log: Logger;
  /** Secret of the deployment. */
  readonly secret: string;
  /** Private addresses and subnets that may be called. */
  readonly privateTargets: readonly string[];
  readonly nowMs?: () => number;
};

/** Notifies buyer agents of ended tasks about a second later, with retries over three days, until closed. */
export function startAgentNotifications(options: AgentNotificationOptions): { close(): Promise<void> } {
  const end = new AbortController();
  const pass = createNotificationPass(options);
  const running = runRetryLoop({
    async task() {
      if (await options.lease.take()) await pass(end.signal);
    },
    pauseMs,
    failureMessage: 'Notifications of buyer agents cannot be sent; retrying',
    log: options.log,
    signal: end.signal,
  });
  return {
    async close() {
      end.abort();
      await running;
      await options.lease.close();
    },
  };
}

/** Creates a function that queues and sends due notifications once. */
export function createNotificationPass(options: Omit<AgentNotificationOptions, 'lease' | 'log'>) {
  const { database, secret, privateTargets, nowMs = Date.now } = options;
  const outgoingFetch = createOutgoingFetch({ allowed: privateTargets, plainTo: 'allowed' });
  return async (signal: AbortSignal): Promise<void> => {
    await endPurchases(database, nowMs());
    await removeAgentRequests(database, nowMs());
    const due = await readDue(database, new Date(nowMs()));
    if (due.length === 0) return;
    // The protocol library is loaded with the first notification.
    const { sendNotification } = await import('./send-notification.ts');
    const { webhookKeyOf } = await import('./webhook-key.ts');
    const sender = { outgoingFetch, key: webhookKeyOf(secret), nowMs };
    await Promise.all(
      due.map(async ({ sealedReceiver, ...message }) => {
        const receiver = openSealedText(deriveKey(secret, 'agent-webhook'), sealedReceiver);
        const attempt: NotificationAttempt =
          receiver === null
            ? { outcome: 'refused', status: null }
            : await sendNotification({ ...message, receiver: JSON.parse(receiver) as Receiver }, sender, signal);
        // An aborted attempt has no result.
        if (!signal.aborted) await record(database, message, attempt, nowMs());
      }),
    );
    const before = new Date(nowMs() - keptMs);
    await database.deleteFrom('agentNotification').where('finishedAt', '<', before).execute();
  };
}

type Receiver = OutgoingNotification['receiver'];

type Due = Omit<OutgoingNotification, 'receiver'> & {
  readonly id: number;
  readonly attempts: number;
  readonly sealedReceiver: string;
};

/** Reads due messages of active buyer agents, oldest first. */
async function readDue(database: Kysely<Database>, now: Date): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select id, attempts, sealed_receiver, url, idempotency_key, payload from (
      select message.*, row_number() over (partition by message.buyer_agent_id order by message.next_attempt_at) as rank
      from agent_notification message join buyer_agent on buyer_agent.id = message.buyer_agent_id
      where message.status = 'pending' and message.next_attempt_at <= ${now}
        and buyer_agent.active and buyer_agent.archived_at is null
    ) due
    where rank <= ${mostOfOne} order by next_attempt_at limit ${mostAtOnce}
  `.execute(database);
  return rows;
}

async function record(
  database: Kysely<Database>,
  { id, attempts }: Pick<Due, 'id' | 'attempts'>,
  { outcome, status }: NotificationAttempt,
  nowMs: number,
): Promise<void> {
  const made = attempts + 1;
  const pause = outcome === 'again' ? webhookPausesMs[made - 1] : undefined;
  const state = outcome === 'delivered' ? ('delivered' as const) : ('failed' as const);
  const next =
    pause === undefined
      ? { status: state, finishedAt: new Date(nowMs), nextAttemptAt: null }
      : { nextAttemptAt: new Date(nowMs + pause) };
  await database
    .updateTable('agentNotification')
    .set({ attempts: made, lastStatus: status, ...next })
    .where('id', '=', id)
    .execute();
}
