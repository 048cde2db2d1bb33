import type { AgentCard, Message } from '@a2a-js/sdk';
import { DefaultRequestHandler, JsonRpcTransportHandler, ServerCallContext, type TaskStore } from '@a2a-js/sdk/server';
import type { AgentCall } from '../seller-context.ts';
import { createSellerServer } from '../seller-server.ts';
import { createToolExecutor, readToolCall } from './run-tool.ts';
import { createTaskStore } from './task-store.ts';

/**
 * Answers one JSON-RPC message of A2A: `message/send`, `tasks/get` and `tasks/cancel`. Streams and push notifications of
 * A2A are not supported, as the agent card states.
 */
export async function answerA2a(message: unknown, card: AgentCard, call: AgentCall): Promise<object> {
  const { services, buyer } = call;
  const toolCall = toolCallOf(message);
  const server = createSellerServer({ ...call, toolArguments: typeof toolCall === 'string' ? {} : toolCall.input });
  try {
    const executor = createToolExecutor({
      server,
      toolCall,
      skills: new Set(card.skills.map(({ id }) => id)),
      clientId: String(buyer.serviceAccountId),
      call,
    });
    const tasks = createTaskStore(services.database, buyer.id);
    const handler = new DefaultRequestHandler(card, tasks, executor);
    const user = { isAuthenticated: true, userName: String(buyer.serviceAccountId) };
    const sent = await withoutForeignTask(message, tasks);
    return await new JsonRpcTransportHandler(handler).handle(sent, new ServerCallContext(undefined, user));
  } finally {
    await server.close();
  }
}

/**
 * Removes the task of a message if it is not a task of A2A. After a purchase that waits for approval, the client of
 * `@adcp/sdk` sends the ID of the AdCP task as the task of all further messages, which A2A would refuse as not found.
 */
async function withoutForeignTask(message: unknown, tasks: TaskStore): Promise<unknown> {
  const { params } = (message ?? {}) as SentMessage;
  const taskId: unknown = params?.message?.taskId;
  if (typeof taskId !== 'string' || (await tasks.load(taskId)) !== undefined) return message;
  const { taskId: _, ...rest } = params?.message ?? {};
  return { ...(message as object), params: { ...params, message: rest } };
}

/** Tools whose calls may state a receiver of notifications. */
const notifiedTools: ReadonlySet<string> = new Set(['create_media_buy', 'update_media_buy', 'sync_creatives']);

type SentMessage = {
  readonly params?: {
    readonly message?: Message;
    readonly configuration?: { readonly pushNotificationConfig?: unknown } | null;
  } | null;
};

/** Returns the tool of a message, with the receiver of notifications that A2A states next to the message. */
function toolCallOf(message: unknown): ReturnType<typeof readToolCall> {
  const { params } = (message ?? {}) as SentMessage;
  const called = readToolCall(params?.message);
  const receiver = params?.configuration?.pushNotificationConfig;
  if (typeof called === 'string' || receiver === undefined || !notifiedTools.has(called.skill)) return called;
  return { ...called, input: { push_notification_config: receiver, ...called.input } };
}
