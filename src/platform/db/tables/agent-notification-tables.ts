import type { Generated } from 'kysely';
import type { WithDefault } from '../columns.ts';

/** Webhooks of the tasks of buyer agents. */
export type AgentNotificationTables = { agentNotification: AgentNotificationTable };

type AgentNotificationTable = {
  id: Generated<number>;
  buyerAgentId: number;
  taskId: string;
  taskType: string;
  url: string;
  /** Encrypted JSON: token and legacy credentials of the receiver. */
  sealedReceiver: string;
  /** Equal for each attempt. */
  idempotencyKey: string;
  /** `waiting`: the task has not ended. */
  status: 'waiting' | 'pending' | 'delivered' | 'failed';
  /** JSON text, which may contain NUL characters that jsonb cannot store. null: the task has not ended. */
  payload: string | null;
  attempts: WithDefault<number>;
  nextAttemptAt: Date | null;
  /** HTTP status of the last attempt. null: no response. */
  lastStatus: WithDefault<number | null>;
  createdAt: WithDefault<Date>;
  finishedAt: WithDefault<Date | null>;
};
