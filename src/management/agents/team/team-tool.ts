import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isIdNumber } from '../../../core/vocabulary/ids.ts';
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
  run(input: z.output<z.ZodObject<Input>>, context: TeamContext): Promise<z.output<z.ZodObject<Output>>>;
};

/** Declares a tool. The types of its fields are checked against its work. */
export function teamTool<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  tool: TeamTool<Input, Output>,
): TeamTool {
  return tool as unknown as TeamTool;
}

/** A call that the API refused. Its message is shown to the assistant. */
export class RefusedCall extends Error {}

/** ID of a record in the input of a tool. */
export function idInput(noun: string) {
  return z.int().min(1).refine(isIdNumber).describe(`ID of the ${noun}`);
}

/** Calls of the API that compute and change nothing. */
const computingPaths = [/^\/shares\/simulate$/, /^\/forecasts$/, /^\/decisions\/explain$/];

/** Reads from the API with the rights of the person. */
export async function readApi(context: TeamContext, path: string): Promise<InnerAnswer> {
  return successful(await callApi(context.app, context.assistant.caller, { method: 'GET', path }));
}

/** Makes a computing call with the rights of the person. */
export async function computeApi(context: TeamContext, path: string, body: unknown): Promise<InnerAnswer> {
  if (!computingPaths.some((pattern) => pattern.test(path))) throw new Error(`${path} is not a computing call`);
  return successful(await callApi(context.app, context.assistant.caller, { method: 'POST', path, body }));
}

const problem = z.object({
  title: z.string(),
  detail: z.string().optional(),
  errors: z.array(z.object({ pointer: z.string().optional(), message: z.string() })).optional(),
});
const dryRunResult = z.object({
  results: z.array(z.object({ object: z.record(z.string(), z.unknown()).optional(), problem: problem.optional() })),
});

/** An entry of a bulk call: a new record, or a merge patch of a stored one. */
export type DryRunItem =
  | { readonly create: unknown }
  | { readonly id: number; readonly ifMatch: string; readonly patch: unknown };

/** Saves a record with the rights of the person as a dry run, and returns the record as it would be. Nothing is saved. */
export async function dryRunApi(
  context: TeamContext,
  kind: 'bookings' | 'campaigns',
  item: DryRunItem,
): Promise<Readonly<Record<string, unknown>>> {
  const body = { dryRun: true, items: [item] };
  const call = { method: 'POST', path: `/${kind}/bulk`, body } as const;
  const [result] = dryRunResult.parse(
    successful(await callApi(context.app, context.assistant.caller, call)).body,
  ).results;
  if (result?.object === undefined) throw new RefusedCall(messageOf(result?.problem ?? { title: 'The save failed' }));
  return result.object;
}

function successful(answer: InnerAnswer): InnerAnswer {
  if (answer.status < 400) return answer;
  throw new RefusedCall(messageOf(problem.safeParse(answer.body).data ?? { title: `Status ${answer.status}` }));
}

function messageOf({ title, detail, errors = [] }: z.output<typeof problem>): string {
  const fields = errors.slice(0, 10).map(({ pointer = '', message }) => `${pointer} ${message}`.trim());
  return [title, detail, ...fields].filter((text) => text !== undefined && text !== '').join('. ');
}

/** Returns a path with an encoded query. Undefined values are omitted. */
export function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
