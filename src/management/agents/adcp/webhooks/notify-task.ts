/*
 * Webhooks of tasks: a buyer agent states a receiver with a call (`push_notification_config`) and is notified when the
 * task of the call has ended. Source: AdCP 3.0, `mcp-webhook-payload`.
 *
 * - `notify-task.ts`: stores the receiver, and the message of an ended task. `with-notification.ts`: for the tools.
 * - `receiver-of-call.ts`: the receiver that a call states. `end-purchases.ts`: purchases on which ad operations decided.
 * - `send-notification.ts`: one attempt. `start-agent-notifications.ts`: the loop of the worker, with retries.
 * - `webhook-key.ts`, `serve-webhook-key.ts`: the signing key and its publication.
 *
 * See docs/decisions/0247-agent-signatures.md.
 */

import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';
import { deriveKey } from '../../../../platform/keys/derive-key.ts';
import { sealText } from '../../../../platform/keys/sealed-text.ts';
import type { NotificationReceiver } from './receiver-of-call.ts';

/** A task of a buyer agent. */
export type NotifiedTask = {
  readonly buyerAgentId: number;
  readonly taskId: string;
  /** Tool of the call. */
  readonly taskType: string;
};

/** How a task has ended. */
export type TaskEnd = {
  readonly status: 'completed' | 'rejected' | 'failed';
  readonly message?: string;
  readonly result: unknown;
};

/** Stores the receiver of a call whose task has not ended. A repeated call changes nothing. */
export async function registerReceiver(
  database: Kysely<Database>,
  secret: string,
  task: NotifiedTask,
  receiver: NotificationReceiver,
): Promise<void> {
  const { url, ...secrets } = receiver;
  await database
    .insertInto('agentNotification')
    .values({
      ...task,
      url,
      sealedReceiver: sealText(deriveKey(secret, 'agent-webhook'), JSON.stringify(secrets)),
      idempotencyKey: `ntf_${randomUUID()}`,
      status: 'waiting',
      payload: null,
      nextAttemptAt: null,
    })
    .onConflict((conflict) => conflict.columns(['buyerAgentId', 'taskId']).doNothing())
    .execute();
}

/** Queues the message that a task has ended, if its call stated a receiver. Later calls for the same task do nothing. */
export async function notifyTask(
  database: Kysely<Database>,
  { buyerAgentId, taskId, taskType }: NotifiedTask,
  { status, message, result }: TaskEnd,
  now: Date,
): Promise<void> {
  const payload = {
    task_id: taskId,
    task_type: taskType,
    protocol: taskType === 'sync_creatives' ? 'creative' : 'media-buy',
    status,
    timestamp: now.toISOString(),
    ...(message !== undefined && { message }),
    result,
  };
  await database
    .updateTable('agentNotification')
    .set({ status: 'pending', payload: JSON.stringify(payload), nextAttemptAt: now })
    .where('buyerAgentId', '=', buyerAgentId)
    .where('taskId', '=', taskId)
    .where('status', '=', 'waiting')
    .execute();
}
