import { RequestError } from '../request/request-error.ts';

/** Returns the object of a player's body. Other JSON gives an empty object, and invalid JSON is rejected. */
export function readPlayerBody(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(body.toString('utf8')));
  } catch {
    throw new RequestError({ status: 400, pointer: '', message: 'The body is not JSON' });
  }
}

/** Returns an object unchanged, and an empty object for all other values. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;

/** Returns epoch milliseconds of RFC 3339 text with an offset or of epoch milliseconds, or null. */
export function readTime(at: unknown): number | null {
  if (typeof at === 'number' && Number.isSafeInteger(at)) return at;
  if (typeof at !== 'string' || !time.test(at)) return null;
  const atMs = Date.parse(at);
  return Number.isNaN(atMs) ? null : atMs;
}
