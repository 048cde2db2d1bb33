import { randomUUID } from 'node:crypto';
import type { SellerContext } from '../seller-context.ts';
import { notifyTask, registerReceiver } from './notify-task.ts';
import { receiverOfCall } from './receiver-of-call.ts';

/**
 * Runs a tool and notifies the receiver that the call states: now, if the response is the result, and otherwise when ad
 * operations have decided on the purchase.
 */
export async function withNotification<Result>(
  context: SellerContext,
  taskType: 'create_media_buy' | 'update_media_buy' | 'sync_creatives',
  run: () => Promise<Result>,
): Promise<Result> {
  const receiver = receiverOfCall(context.toolArguments);
  const result = await run();
  if (receiver === null) return result;
  const { services, buyer, nowMs } = context;
  const pendingTask = taskType === 'create_media_buy' ? await readPendingTask(context) : null;
  const task = { buyerAgentId: buyer.id, taskId: pendingTask ?? `call-${randomUUID()}`, taskType };
  await registerReceiver(services.database, services.secret, task, receiver);
  if (pendingTask === null) {
    const end = {
      status: 'completed',
      result: taskType === 'sync_creatives' ? { creatives: result } : result,
    } as const;
    await notifyTask(services.database, task, end, new Date(nowMs));
  }
  return result;
}

/** Returns the task of the purchase that a call has created. null: it needs no approval. */
async function readPendingTask({ services, buyer, toolArguments }: SellerContext): Promise<string | null> {
  const found = await services.database
    .selectFrom('mediaBuy')
    .select('taskId')
    .where('buyerAgentId', '=', buyer.id)
    .where('idempotencyKey', '=', String(toolArguments['idempotency_key']))
    .where('confirmedAt', 'is', null)
    .where('declinedAt', 'is', null)
    .executeTakeFirst();
  return found?.taskId ?? null;
}
