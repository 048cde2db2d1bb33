import type { Kysely } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';
import { readCreativeIds } from '../media-buys/creative-ids.ts';
import { presentPurchase } from '../media-buys/present-media-buy.ts';
import { readMediaBuys } from '../media-buys/read-media-buys.ts';
import { declinedMessage, settlePurchases } from '../media-buys/settle-purchases.ts';
import { notifyTask } from './notify-task.ts';

const mostAtOnce = 100;

/** Queues the notifications of purchases on which ad operations have decided. */
export async function endPurchases(database: Kysely<Database>, nowMs: number): Promise<void> {
  const isAny = await database
    .selectFrom('agentNotification')
    .select('id')
    .where('status', '=', 'waiting')
    .limit(1)
    .executeTakeFirst();
  if (isAny === undefined) return;
  await settlePurchases(database);
  const ended = await database
    .selectFrom('agentNotification')
    .innerJoin('mediaBuy', (join) =>
      join
        .onRef('mediaBuy.taskId', '=', 'agentNotification.taskId')
        .onRef('mediaBuy.buyerAgentId', '=', 'agentNotification.buyerAgentId'),
    )
    .select(['agentNotification.buyerAgentId', 'agentNotification.taskId', 'agentNotification.taskType'])
    .where('agentNotification.status', '=', 'waiting')
    .where((where) =>
      where.or([where('mediaBuy.confirmedAt', 'is not', null), where('mediaBuy.declinedAt', 'is not', null)]),
    )
    .orderBy('agentNotification.id')
    .limit(mostAtOnce)
    .execute();
  for (const task of ended) {
    const [buy] = await readMediaBuys(database, { id: task.buyerAgentId }, { taskId: task.taskId });
    if (buy === undefined) continue;
    const result = presentPurchase(buy, { nowMs }, await readCreativeIds(database, { id: task.buyerAgentId }, [buy]));
    const message = declinedMessage(buy);
    const declined = { errors: [{ code: 'REQUEST_REJECTED', message }] };
    await notifyTask(
      database,
      task,
      buy.confirmedAt === null ? { status: 'rejected', message, result: declined } : { status: 'completed', result },
      new Date(nowMs),
    );
  }
}
