import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { idempotencyKeyTtlMs } from '../../../core/vocabulary/limits/api-limits.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { inTransaction } from '../../records/change.ts';
import { DomainError, invalidRequest } from '../../records/domain-error.ts';
import type { ManagementServices } from '../management-services.ts';
import { callerOf } from './authenticate-call.ts';

/** Management call in progress. */
export type Call = {
  readonly services: ManagementServices;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** Response of a change, in the form in which it can be replayed. */
export type KeyedAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
};

/** Expired keys deleted per call. More than a call can add, so the table stays small. */
const keysClearedPerCall = 20;
/** Header of a response that repeats the one of an earlier call with the same key. */
const replayedHeader = 'Idempotency-Replayed';

export type AnswerOptions = {
  /**
   * Value that identifies equal calls with the same Idempotency-Key. Default: method, path and JSON body. Uploads use
   * the hashes of their parts.
   */
  readonly fingerprint?: unknown;
  /** Called before a response is replayed. Throws if the caller may no longer see its content. */
  readonly stillVisible?: (database: Kysely<Database>, body: string) => Promise<void>;
  /**
   * Adds content only to the first response, such as a secret that is shown once and never stored. Called after the
   * transaction was committed.
   */
  readonly shown?: (answer: KeyedAnswer) => KeyedAnswer | Promise<KeyedAnswer>;
};

/**
 * Runs the work in one transaction and sends its response. With an Idempotency-Key the response is stored in the same
 * transaction. A repeated call returns it without changing anything. Source: product decisions 2.
 */
export async function answerOnce(
  call: Call,
  work: (transaction: Transaction<Database>) => Promise<KeyedAnswer>,
  options: AnswerOptions = {},
): Promise<FastifyReply> {
  const key = readKey(call.request);
  const done =
    key === null ? await inTransaction(call.services.database, work) : await onceWithKey(call, key, work, options);
  const repeated = done.headers[replayedHeader] !== undefined;
  if (repeated) await options.stillVisible?.(call.services.database, done.body);
  const answer = repeated ? done : ((await options.shown?.(done)) ?? done);
  return call.reply
    .code(answer.status)
    .headers(answer.headers)
    .type('application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(answer.body);
}

/** Keys in progress in this process, so that many equal calls do not occupy database connections while waiting. */
const keysUnderWay = new WeakMap<Kysely<Database>, KeysUnderWay>();

type KeysUnderWay = {
  readonly working: Set<string>;
  /** Concurrent equal calls share one lookup of the earlier response. */
  readonly reading: Map<string, Promise<Earlier | null>>;
};

type KeyedCall = { readonly caller: string; readonly key: string; readonly requestHash: string };

async function onceWithKey(
  call: Call,
  key: string,
  work: (transaction: Transaction<Database>) => Promise<KeyedAnswer>,
  options: AnswerOptions,
): Promise<KeyedAnswer> {
  const { database } = call.services;
  const caller = callerOf(call.request).actor;
  const keyed = { caller, key, requestHash: hashOf(call.request, options.fingerprint) };
  const { working, reading } = keysUnderWay.get(database) ?? { working: new Set(), reading: new Map() };
  keysUnderWay.set(database, { working, reading });
  const name = `${caller} ${key}`;
  const read = reading.get(name) ?? readEarlier(database, keyed).finally(() => reading.delete(name));
  reading.set(name, read);
  const earlier = await read;
  if (earlier !== null) return repeat(earlier, keyed.requestHash);
  if (working.has(name)) throw inProgress();
  working.add(name);
  try {
    return await inTransaction(call.services.database, (transaction) => withKey(keyed, transaction, work));
  } finally {
    working.delete(name);
  }
}

async function withKey(
  keyed: KeyedCall,
  transaction: Transaction<Database>,
  work: (transaction: Transaction<Database>) => Promise<KeyedAnswer>,
): Promise<KeyedAnswer> {
  const { caller, key, requestHash } = keyed;
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${caller} ${key}`}, 0)) as locked
  `.execute(transaction);
  const earlier = await readEarlier(transaction, keyed);
  if (earlier !== null) return repeat(earlier, requestHash);
  if (rows[0]?.locked !== true) throw inProgress();
  await clearOldKeys(transaction);
  const answer = await work(transaction);
  await transaction
    .insertInto('idempotencyKey')
    .values({
      caller,
      key,
      requestHash,
      status: answer.status,
      headers: JSON.stringify(answer.headers),
      body: answer.body,
    })
    .onConflict((conflict) =>
      conflict.columns(['caller', 'key']).doUpdateSet({
        requestHash,
        status: answer.status,
        headers: JSON.stringify(answer.headers),
        body: answer.body,
        createdAt: new Date(),
      }),
    )
    .execute();
  return answer;
}

type Earlier = {
  requestHash: string;
  status: number | null;
  headers: Record<string, string> | null;
  body: string | null;
};

async function readEarlier(database: Kysely<Database>, { caller, key }: KeyedCall): Promise<Earlier | null> {
  const row = await database
    .selectFrom('idempotencyKey')
    .select(['idempotencyKey.requestHash', 'idempotencyKey.status', 'idempotencyKey.headers', 'idempotencyKey.body'])
    .where('idempotencyKey.caller', '=', caller)
    .where('idempotencyKey.key', '=', key)
    .where('idempotencyKey.createdAt', '>', new Date(Date.now() - idempotencyKeyTtlMs))
    .executeTakeFirst();
  return row ?? null;
}

function repeat(earlier: Earlier, requestHash: string): KeyedAnswer {
  if (earlier.requestHash !== requestHash) throw new DomainError('idempotency_key_reused');
  if (earlier.status === null || earlier.body === null) throw inProgress();
  return {
    status: earlier.status,
    headers: { ...earlier.headers, [replayedHeader]: 'true' },
    body: earlier.body,
  };
}

/** Another call with the same key is in progress. A client that retries gets its response. */
function inProgress(): DomainError {
  return new DomainError('request_in_progress', { retryAfterSeconds: 1 });
}

/** Deletes keys older than a day, some with each call. */
async function clearOldKeys(transaction: Transaction<Database>): Promise<void> {
  await sql`
    delete from idempotency_key where ctid in (
      select old.ctid from idempotency_key old
      where old.created_at < ${new Date(Date.now() - idempotencyKeyTtlMs)}
      limit ${keysClearedPerCall} for update skip locked
    )
  `.execute(transaction);
}

function hashOf(request: FastifyRequest, fingerprint: unknown): string {
  const path = request.url.split('?', 1)[0];
  return createHash('sha256')
    .update(JSON.stringify([request.method, path, canonicalText(fingerprint ?? request.body ?? null)]))
    .digest('hex');
}

/** A body nested deeper than the call stack cannot be stored. */
function canonicalText(value: unknown): string {
  try {
    return JSON.stringify(canonical(value));
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw invalidRequest([{ pointer: '', in: 'body', code: 'too_deep', message: fieldMessage('tooDeep') }]);
  }
}

/** Sorts the members of objects by name, so that their order does not matter. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, canonical(member)]),
  );
}

function readKey(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined || request.method !== 'POST') return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) {
    throw invalidRequest([
      {
        pointer: '/idempotency-key',
        in: 'header',
        code: 'invalid_format',
        message: fieldMessage('visibleAscii', { max: 255 }),
      },
    ]);
  }
  return header;
}
