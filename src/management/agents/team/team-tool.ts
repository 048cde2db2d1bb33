import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AssistantRight } from '../../access/assistant/assistant-rights.ts';
import type { AssistantCaller } from '../../access/assistant/verify-assistant-token.ts';
import { callApi, type InnerAnswer } from '../../api/call/inner-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';

/** What a message of an assistant may use. */
export type TeamContext = {
  readonly app: FastifyInstance;
  readonly services: ManagementServices;
  readonly assistant: AssistantCaller;
  readonly requestId: string;
};

/** A tool: its fields, the right that it needs, and its work. */
export type TeamTool<Input extends z.ZodRawShape = z.ZodRawShape, Output extends z.ZodRawShape = z.ZodRawShape> = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly right: AssistantRight;
  readonly input: Input;
  readonly output: Output;
  run(input: z.output<z.ZodObject<Input>>, context: TeamContext): Promise<z.input<z.ZodObject<Output>>>;
};

/** Declares a tool. The types of its fields are checked against its work. */
export function teamTool<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  tool: TeamTool<Input, Output>,
): TeamTool {
  return tool as unknown as TeamTool;
}

/** A call that the API refused. Its message is shown to the assistant. */
export class RefusedCall extends Error {}

/** Reads from the API with the rights of the person. */
export async function readApi(context: TeamContext, path: string): Promise<InnerAnswer> {
  return successful(await callApi(context.app, context.assistant.caller, { method: 'GET', path }));
}

const problem = z.object({
  title: z.string(),
  detail: z.string().optional(),
  errors: z.array(z.object({ pointer: z.string().optional(), message: z.string() })).optional(),
});

function successful(answer: InnerAnswer): InnerAnswer {
  if (answer.status < 400) return answer;
  const { data } = problem.safeParse(answer.body);
  const fields = (data?.errors ?? []).slice(0, 10).map(({ pointer = '', message }) => `${pointer} ${message}`.trim());
  throw new RefusedCall([data?.title ?? `Status ${answer.status}`, data?.detail, ...fields].filter(Boolean).join('. '));
}

/** Returns a path with an encoded query. Undefined values are omitted. */
export function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
