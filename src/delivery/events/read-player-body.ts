import { RequestError } from '../request/request-error.ts';

/** The object that a player sends; any other JSON is an empty one, and what is no JSON is refused. */
export function readPlayerBody(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(body.toString('utf8')));
  } catch {
    throw new RequestError({ status: 400, pointer: '', message: 'The body is not JSON' });
  }
}

/** An object as it is, of anything else an empty one. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;

/** Epoch ms of RFC 3339 with an offset, or of epoch milliseconds; null: neither. */
export function readTime(at: unknown): number | null {
  if (typeof at === 'number' && Number.isSafeInteger(at)) return at;
  if (typeof at !== 'string' || !time.test(at)) return null;
  const atMs = Date.parse(at);
  return Number.isNaN(atMs) ? null : atMs;
}
