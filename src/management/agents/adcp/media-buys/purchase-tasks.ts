import type { createInMemoryTaskRegistry } from '@adcp/sdk/server';
import type { SellerContext } from '../seller-context.ts';
import { type CreativeIds, readCreativeIds } from './creative-ids.ts';
import { presentPurchase } from './present-media-buy.ts';
import { readMediaBuys, type StoredMediaBuy } from './read-media-buys.ts';
import { declinedMessage, settlePurchases } from './settle-purchases.ts';

type TaskRegistry = ReturnType<typeof createInMemoryTaskRegistry>;
type TaskRecord = NonNullable<Awaited<ReturnType<TaskRegistry['getTask']>>>;

/** The only tool whose calls become tasks. */
const tool = 'create_media_buy';

/**
 * Returns the tasks of a buyer agent. A task is a purchase that waits for approval: its state is computed from the review
 * of its bookings, so that it survives restarts and every process answers alike.
 */
export function purchaseTasks(context: SellerContext): TaskRegistry {
  return {
    create: ({ overrideTaskId }) => {
      if (overrideTaskId === undefined) throw new Error('a task without a purchase cannot be stored');
      return Promise.resolve({ taskId: overrideTaskId });
    },
    getTask: <Result>(taskId: string) =>
      readTask(context, taskId) as Promise<(TaskRecord & { result?: Result }) | null>,
    // The decision of ad operations ends a task.
    complete: () => Promise.resolve(),
    fail: () => Promise.resolve(),
    updateProgress: () => Promise.resolve(),
    awaitTask: () => Promise.resolve(),
    _registerBackground: () => undefined,
  } as TaskRegistry;
}

async function readTask(context: SellerContext, taskId: string): Promise<TaskRecord | null> {
  const { services, buyer } = context;
  const [found] = await readMediaBuys(services.database, buyer, { taskId });
  if (found === undefined) return null;
  await settlePurchases(services.database, [found.id]);
  const [buy] = await readMediaBuys(services.database, buyer, { taskId });
  return buy === undefined ? null : presentTask(buy, context, await readCreativeIds(services.database, buyer, [buy]));
}

function presentTask(buy: StoredMediaBuy, context: SellerContext, ids: CreativeIds): TaskRecord {
  const { taskId, createdAt, updatedAt, confirmedAt, declinedAt } = buy;
  // The library compares the account of the task with that of the call, which may name none.
  const { accountId = buy.accountId } = context.named;
  const common = {
    taskId,
    tool,
    accountId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
  if (confirmedAt !== null) {
    return { ...common, status: 'completed', result: presentPurchase(buy, context, ids) };
  }
  if (declinedAt === null) return { ...common, status: 'submitted' };
  return { ...common, status: 'rejected', statusMessage: declinedMessage(buy) };
}
