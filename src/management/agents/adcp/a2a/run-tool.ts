import { randomUUID } from 'node:crypto';
import type { Message } from '@a2a-js/sdk';
import type { AgentExecutor, ExecutionEventBus, RequestContext } from '@a2a-js/sdk/server';
import { completedContent, withEchoedContext } from '../completed-content.ts';
import type { AgentCall } from '../seller-context.ts';
import type { SellerServer } from '../seller-server.ts';

/** A tool and its arguments. */
type ToolCall = { readonly skill: string; readonly input: Record<string, unknown> };

type Options = {
  readonly server: SellerServer;
  /** The tool of the message, or what is wrong with the message. */
  readonly toolCall: ToolCall | string;
  /** Names of the tools. */
  readonly skills: ReadonlySet<string>;
  /** Identity for the tools. */
  readonly clientId: string;
  readonly call: Pick<AgentCall, 'services' | 'buyer'>;
};

/** Artifact of a task: the response of the tool, or why there is none. */
type Outcome = {
  readonly name: 'result' | 'submitted' | 'error';
  readonly data: Record<string, unknown>;
  readonly metadata?: Record<string, unknown>;
};

/**
 * Creates the executor of A2A messages: it runs the tool that a message names and publishes its response as an artifact.
 * The state of the A2A task is that of the call; the state of the work is in the response. The mapping is that of
 * `createA2AAdapter` of the library, which only answers through Express.
 */
export function createToolExecutor(options: Options): AgentExecutor {
  return {
    async execute({ taskId, contextId }, bus) {
      const now = () => new Date().toISOString();
      bus.publish({ kind: 'task', id: taskId, contextId, status: { state: 'working', timestamp: now() } });
      const { name, data, metadata } = await runTool(options);
      const artifact = { artifactId: randomUUID(), name, parts: [{ kind: 'data' as const, data }] };
      bus.publish({
        kind: 'artifact-update',
        taskId,
        contextId,
        artifact: metadata === undefined ? artifact : { ...artifact, metadata },
        append: false,
        lastChunk: true,
      });
      const state = name === 'error' ? 'failed' : 'completed';
      bus.publish({ kind: 'status-update', taskId, contextId, status: { state, timestamp: now() }, final: true });
      bus.finished();
    },
    // A tool runs within its call, so there is nothing to cancel.
    cancelTask: async () => undefined,
  } satisfies { execute(context: RequestContext, bus: ExecutionEventBus): Promise<void>; cancelTask(): Promise<void> };
}

async function runTool({ server, toolCall, skills, clientId, call }: Options): Promise<Outcome> {
  if (typeof toolCall === 'string') return refusal(toolCall);
  const { skill, input } = toolCall;
  if (!skills.has(skill)) return refusal('There is no such skill. The agent card lists them.');
  try {
    const authInfo = { token: '', clientId, scopes: [] };
    const { isError, structuredContent } = await server.invoke({ toolName: skill, args: input, authInfo });
    const content = withEchoedContext((structuredContent ?? {}) as Record<string, unknown>, input);
    if (isError === true) return { name: 'error', data: content };
    const data = await completedContent({ tool: skill, key: input['idempotency_key'] }, content, call);
    const { status, task_id: taskId } = data;
    return status === 'submitted' && typeof taskId === 'string'
      ? { name: 'submitted', data, metadata: { adcp_task_id: taskId } }
      : { name: 'result', data };
  } catch (error) {
    call.services.log.error({ err: error, skill }, 'a tool of the seller agent failed');
    return { name: 'error', data: { reason: 'HANDLER_THREW', message: 'The tool failed' } };
  }
}

/** Returns the tool and its arguments, or what is wrong with the message. */
export function readToolCall(message: Message | undefined): ToolCall | string {
  const parts: unknown = message?.parts;
  const dataParts = (Array.isArray(parts) ? parts : []).flatMap((part) => {
    const { kind, data } = asObject(part) ?? {};
    return kind === 'data' ? [data] : [];
  });
  const [data] = dataParts;
  if (data === undefined || dataParts.length > 1) return 'The message must have exactly one DataPart';
  // `parameters` is the name that clients of the library send.
  const { skill, input, parameters } = asObject(data) ?? {};
  const given = asObject(input ?? parameters ?? {});
  if (typeof skill !== 'string' || given === null) return 'The DataPart must be an object with `skill` and `input`';
  return { skill, input: given };
}

function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function refusal(message: string): Outcome {
  return { name: 'error', data: { reason: 'INVALID_INVOCATION', message } };
}
