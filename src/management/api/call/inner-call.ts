import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../access/caller.ts';

/** Caller of the calls that this process makes to its own API. It cannot be set from outside. */
const innerCaller = new AsyncLocalStorage<Caller>();

/** Returns the caller of a call that this process makes itself. null: the call came from outside. */
export function readInnerCaller(): Caller | null {
  return innerCaller.getStore() ?? null;
}

/** Response of the API to a call of this process. */
export type InnerAnswer = { readonly status: number; readonly body: unknown; readonly total: number | null };

/**
 * Calls the management API for a caller without a connection. Scopes, reach, validation and rate limits are those of
 * the API.
 */
export async function callApi(
  app: FastifyInstance,
  caller: Caller,
  call: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: unknown },
): Promise<InnerAnswer> {
  const { method, path, body } = call;
  // The library starts the call when its result is awaited, which must happen inside.
  const answer = await innerCaller.run(
    caller,
    async () =>
      await app.inject({ method, url: `/api/v1${path}`, ...(body === undefined ? {} : { payload: body as object }) }),
  );
  const isJson = /json/.test(String(answer.headers['content-type'] ?? ''));
  const total = answer.headers['record-count'];
  return {
    status: answer.statusCode,
    body: isJson && answer.payload !== '' ? (JSON.parse(answer.payload) as unknown) : null,
    total: total === undefined ? null : Number(total),
  };
}
