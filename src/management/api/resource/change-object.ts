import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type { ObjectKind } from '../../../contract/resource-types/resource-type.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { archiveChange, type Patch, patchChange, unarchiveChange } from '../../records/common-changes.ts';
import { requireVersion } from '../../records/expected-version.ts';
import type { Resource, ResourceTable, ResourceView } from '../../records/resource.ts';
import {
  changeRecord,
  createRecord,
  type RecordChange,
  requireVisible,
  type SavedRecord,
} from '../../records/save-record.ts';
import { type AnswerOptions, answerOnce, type Call, type KeyedAnswer } from '../call/answer-once.ts';
import { recordCallOf } from '../call/authenticate-call.ts';
import { etagOf, ifMatchOf } from './etag.ts';

/** Creates an object from a valid body. Responds 201 with the whole object, Location, ETag and Placard-Revision. */
export function createObject<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  call: Call,
  resource: Resource<Table, Body, View>,
  body: z.output<Body>,
  options: AnswerOptions = {},
) {
  const asked = recordCallOf(call);
  return createObjectBy(
    call,
    resource,
    (transaction) => createRecord({ ...asked, transaction }, resource, body),
    options,
  );
}

/** The same for an object whose creation consists of several changes in one transaction. */
export function createObjectBy<View extends ResourceView>(
  call: Call,
  resource: { readonly table: ResourceTable; readonly kind: ObjectKind },
  create: (transaction: Transaction<Database>) => Promise<SavedRecord<View>>,
  options: AnswerOptions = {},
) {
  return answerOnce(call, async (transaction) => answerOf(resource, await create(transaction)), {
    ...options,
    stillVisible: stillVisible(call, resource),
  });
}

/** Changes an object. Responds 200 with the whole object. `If-Match` is the version that the client read. */
export function changeObject<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  call: Call,
  resource: Resource<Table, Body, View>,
  change: RecordChange<Table> & { readonly answer?: AnswerOptions },
) {
  const asked = recordCallOf(call);
  const expected = ifMatchOf(call.request);
  // Checked before the transaction: a repeated call with an Idempotency-Key needs the header too.
  if (change.version === 'required') requireVersion(expected);
  return answerOnce(
    call,
    async (transaction) =>
      answerOf(resource, await changeRecord({ ...asked, transaction }, resource, change, expected)),
    { ...change.answer, stillVisible: stillVisible(call, resource) },
  );
}

/** PATCH. */
export function patchObject<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  call: Call,
  resource: Resource<Table, Body, View>,
  patch: Patch,
) {
  return changeObject(call, resource, patchChange(resource, patch));
}

/** DELETE: archives. */
export function archiveObject<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  call: Call,
  resource: Resource<Table, Body, View>,
  id: number,
) {
  return changeObject(call, resource, archiveChange(resource, id));
}

/** `actions/unarchive`. */
export function unarchiveObject<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  call: Call,
  resource: Resource<Table, Body, View>,
  id: number,
) {
  return changeObject(call, resource, unarchiveChange(resource, id));
}

/**
 * Returns a check for replayed responses: the caller must still see the object, because a mapping may have been
 * removed.
 */
function stillVisible(call: Call, resource: { readonly table: ResourceTable; readonly kind: ObjectKind }) {
  return (database: Kysely<Database>, body: string) =>
    requireVisible(recordCallOf(call), resource, database, [(JSON.parse(body) as ResourceView).id]);
}

function answerOf({ kind }: { readonly kind: string }, saved: SavedRecord<ResourceView>): KeyedAnswer {
  const { view, outcome, revision } = saved;
  const body = JSON.stringify(view);
  return {
    status: outcome === 'created' ? 201 : 200,
    headers: {
      ETag: etagOf(view.version, body),
      ...(outcome === 'created' && { Location: `/api/v1/${kind}/${view.id}` }),
      ...(revision !== null && { 'Placard-Revision': String(revision) }),
    },
    body,
  };
}
