import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type BulkBody, type BulkItem, type BulkResult, bulkBody, bulkResult } from '../../contract/bulk.ts';
import { type CampaignAction, actions as commonActions } from '../../core/words/statuses.ts';
import { type Answer, answerOnce, type Call } from './answer-once.ts';
import { callerOf } from './authenticate-call.ts';
import {
  type Change,
  changeOfPatch,
  insertObject,
  parseBody,
  recordChanges,
  requireVisible,
  updateObject,
} from './change-resource.ts';
import type { ManagementServices } from './management-services.ts';
import { operationSchema } from './operation-schema.ts';
import { invalidField, Problem } from './problem.ts';
import { problemFromError } from './problem-from-error.ts';
import { type ActionRules, scopeOfAction } from './register-actions.ts';
import type { ChangeRecord, Resource, ResourceTable, ResourceView } from './resource.ts';
import { visibleRows } from './visible-rows.ts';

type BulkOptions<Table extends ResourceTable> = {
  /** False: an object of this kind is made in a way of its own. */
  readonly creates?: boolean;
  /** Left out: the kind has no actions. */
  readonly actions?: ActionRules<Table>;
};

/**
 * `POST /{kind}/bulk`: many changes of one kind in one transaction, each by the rules of the single call; a dry run does
 * them and takes them back. Source: product decisions 2.
 */
export function registerBulk<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  app: FastifyInstance,
  services: ManagementServices,
  resource: Resource<Table, Body, View>,
  options: BulkOptions<Table> = {},
): void {
  app.post(`/${resource.kind}/bulk`, {
    config: { scope: resource.writeScope },
    schema: operationSchema({
      tag: resource.tag,
      operationId: `change${resource.operationName[1]}`,
      summary: `Change many ${resource.many} at once`,
      description:
        'Each entry is a create, a merge patch or an action, and is answered as the single call would be. With ' +
        '`Idempotency-Key` the whole call is done once.',
      scope: resource.writeScope,
      body: bulkBody,
      answers: 'bulk',
      view: bulkResult,
    }),
    handler(request, reply) {
      const call = { services, request, reply };
      const body = request.body as BulkBody;
      return answerOnce(
        call,
        (transaction) => {
          const change: ManyChanges = { ...call, transaction, later: [] };
          return changeAll(change, resource, body, (item) => changeOne(change, resource, options, item));
        },
        { stillVisible: (database, text) => requireVisible(call, resource, database, idsOf(text)) },
      );
    },
  });
}

/** Of the objects in an answer that is repeated, but for those that were made and taken back: they are nowhere. */
function idsOf(text: string): readonly number[] {
  const { applied, results } = bulkResult.parse(JSON.parse(text));
  return results.flatMap(({ status, object }) => {
    return object === undefined || (!applied && status === createdStatus) ? [] : [Number(object['id'])];
  });
}

/** Of an entry that made an object. */
const createdStatus = 201;

type ChangeOne = (item: BulkItem) => Promise<Answer>;
type Result = BulkResult['results'][number];

type ManyChanges = Change & { readonly later: ChangeRecord[] };

/** Each entry behind a savepoint of its own, so that one that fails takes nothing else with it. */
async function changeAll(
  change: ManyChanges,
  resource: { readonly table: ResourceTable; readonly kind: string },
  body: BulkBody,
  changeOne: ChangeOne,
): Promise<Answer> {
  const { transaction, request, later } = change;
  const results: Result[] = [];
  await lockInOrder(change, resource, body);
  await sql`savepoint bulk`.execute(transaction);
  for (const item of body.items) {
    const recorded = later.length;
    await sql`savepoint entry`.execute(transaction);
    try {
      results.push(resultOf(await changeOne(item)));
      await sql`release savepoint entry`.execute(transaction);
    } catch (error) {
      const problem = problemFromError(error);
      // What is not the entry's fault is not an answer to it: the call fails, or is tried again.
      if (problem.status >= 500) throw error;
      await sql`rollback to savepoint entry`.execute(transaction);
      later.length = recorded;
      results.push({ status: problem.status, problem: problem.body(request.id) });
    }
  }
  const failed = results.filter(({ problem }) => problem !== undefined).length;
  const applied = !body.dryRun && (body.mode === 'partial' ? failed < results.length : failed === 0);
  if (!applied) await sql`rollback to savepoint bulk`.execute(transaction);
  else if (later.length > 0) {
    const changed = later.filter(({ kind }) => kind === resource.kind).length;
    await recordChanges(change, later, `change ${changed} ${resource.kind}`);
  }
  return { status: 200, headers: {}, body: JSON.stringify(bulkResult.parse({ applied, failed, results })) };
}

/** All objects in the same order, whatever that of the entries: two calls over the same ones wait for each other and in no ring. */
async function lockInOrder(
  { transaction, request }: Change,
  { table }: { readonly table: ResourceTable },
  { items }: BulkBody,
): Promise<void> {
  const ids = items.flatMap(({ id }) => (id === undefined ? [] : [id]));
  await sql`
    select 1 from ${sql.table(table)}
    where ${sql.ref(`${table}.id`)} = any(${ids}::bigint[]) and ${visibleRows(table, callerOf(request).reach)}
    order by ${sql.ref(`${table}.id`)} for update of ${sql.ref(table)}
  `.execute(transaction);
}

function resultOf({ status, headers, body }: Answer): Result {
  const etag = headers['ETag'];
  return { status, object: JSON.parse(body), ...(etag === undefined ? {} : { etag }) };
}

async function changeOne<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  change: Change,
  resource: Resource<Table, Body, View>,
  { creates = true, actions }: BulkOptions<Table>,
  { create, id = 0, patch, action, reason, ifMatch }: BulkItem,
): Promise<Answer> {
  if (create !== undefined) {
    if (!creates)
      throw invalidField('/create', 'not_supported', `is not possible here: POST /${resource.kind} makes one`);
    return insertObject(change, resource, parseBody(resource.body, create));
  }
  if (patch !== undefined) return updateObject(change, resource, changeOfPatch(resource, { id, patch }), ifMatch);
  if (action === undefined || actions === undefined) {
    throw invalidField('/action', 'not_supported', `is not possible: ${resource.many} have no actions`);
  }
  if (!(actions.actions ?? (commonActions as readonly CampaignAction[])).includes(action)) {
    throw invalidField('/action', 'not_supported', `${action} is not for ${resource.many}`);
  }
  if (reason !== undefined && actions.takesReason?.includes(action) !== true) {
    throw invalidField('/reason', 'not_supported', `is not possible with ${action} of ${resource.many}`);
  }
  requireScope(change, scopeOfAction(action, resource, actions));
  return updateObject(
    change,
    resource,
    { id, action, ifMatch: 'optional', change: (write) => actions.perform(action, write, { reason: reason ?? null }) },
    ifMatch,
  );
}

function requireScope({ request }: Pick<Call, 'request'>, scope: Parameters<ReadonlySet<string>['has']>[0]): void {
  if ((callerOf(request).scopes as ReadonlySet<string>).has(scope)) return;
  throw new Problem('insufficient_scope', { detail: `This action needs the scope ${scope}` });
}
