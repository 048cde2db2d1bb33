import type { AgentCard, Message } from '@a2a-js/sdk';
import { DefaultRequestHandler, JsonRpcTransportHandler, ServerCallContext } from '@a2a-js/sdk/server';
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
  const { params } = (message ?? {}) as { readonly params?: { readonly message?: Message } };
  const toolCall = readToolCall(params?.message);
  const server = createSellerServer({ ...call, toolArguments: typeof toolCall === 'string' ? {} : toolCall.input });
  try {
    const executor = createToolExecutor({
      server,
      toolCall,
      skills: new Set(card.skills.map(({ id }) => id)),
      clientId: String(buyer.serviceAccountId),
      buyer,
      log: services.log,
    });
    const handler = new DefaultRequestHandler(card, createTaskStore(services.database, buyer.id), executor);
    const user = { isAuthenticated: true, userName: String(buyer.serviceAccountId) };
    return await new JsonRpcTransportHandler(handler).handle(message, new ServerCallContext(undefined, user));
  } finally {
    await server.close();
  }
}
