import type { Task } from '@a2a-js/sdk';
import type { TaskStore } from '@a2a-js/sdk/server';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';

/** Finished tasks that are kept for each buyer agent. */
const mostTasks = 100;

/**
 * Creates a store of A2A tasks, shared by all processes. A task belongs to its buyer agent. Only finished tasks are
 * stored, without the messages of the agent, and only the newest of each agent.
 */
export function createTaskStore(database: Kysely<Database>, buyerAgentId: number): TaskStore {
  const running = new Map<string, Task>();
  return {
    async save(task) {
      running.set(task.id, task);
      if (!finalStates.has(task.status.state)) return;
      const { history: _, ...kept } = task;
      const columns = { task: JSON.stringify(kept), createdAt: new Date() };
      await database
        .insertInto('agentCall')
        .values({ buyerAgentId, id: task.id, ...columns })
        .onConflict((conflict) => conflict.columns(['buyerAgentId', 'id']).doUpdateSet(columns))
        .execute();
      await sql`
        delete from agent_call where buyer_agent_id = ${buyerAgentId} and created_at < (
          select created_at from agent_call where buyer_agent_id = ${buyerAgentId}
          order by created_at desc offset ${mostTasks - 1} limit 1
        )
      `.execute(database);
    },
    async load(id) {
      const known = running.get(id);
      if (known !== undefined) return known;
      const row = await database
        .selectFrom('agentCall')
        .select('task')
        .where('buyerAgentId', '=', buyerAgentId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? undefined : (JSON.parse(row.task) as Task);
    },
  };
}

const finalStates: ReadonlySet<string> = new Set(['completed', 'failed', 'canceled', 'rejected']);
