import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../../platform/db/schema.ts';
import type { Caller } from '../../access/caller.ts';
import { answerOnce, type Call } from '../../api/call/answer-once.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import { type NamedObject, requireNamable } from './named-objects.ts';

/** How a row of the caller that refers to an object is stored and read. */
export type OwnObjects<View extends z.ZodType> = {
  readonly view: View;
  readonly store: (database: Kysely<Database>, caller: Caller, object: NamedObject) => Promise<void>;
  /** Returns the rows of the caller; with `only` at most the one of this object. */
  readonly read: (
    database: Kysely<Database>,
    caller: Caller,
    only: NamedObject | null,
  ) => Promise<readonly z.input<View>[]>;
};

/**
 * Stores a row of the caller that refers to the object of the body, and sends it with status 201. Throws 403 and 400 as
 * `requireNamable` does, also when the call is repeated with its Idempotency-Key.
 */
export function postOwnObject<View extends z.ZodType>(
  call: Call,
  { view, store, read }: OwnObjects<View>,
): Promise<FastifyReply> {
  const caller = callerOf(call.request);
  const object = call.request.body as NamedObject;
  return answerOnce(
    call,
    async (transaction) => {
      await requireNamable(transaction, caller, object);
      await store(transaction, caller, object);
      const [stored] = await read(transaction, caller, object);
      return { status: 201, headers: {}, body: JSON.stringify(view.parse(stored)) };
    },
    { stillVisible: (database) => requireNamable(database, caller, object) },
  );
}
