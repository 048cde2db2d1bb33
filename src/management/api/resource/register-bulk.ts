import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type BulkBody, type BulkResult, bulkBody, bulkResult } from '../../../contract/common/bulk.ts';
import { type BulkOutcome, type BulkRules, changeMany, type EntryResult } from '../../records/change-many.ts';
import { DomainError } from '../../records/domain-error.ts';
import type { Resource, ResourceTable, ResourceView } from '../../records/resource.ts';
import { requireVisible } from '../../records/save-record.ts';
import { answerOnce, type KeyedAnswer } from '../call/answer-once.ts';
import { recordCallOf } from '../call/authenticate-call.ts';
import { requestLocale } from '../call/request-locale.ts';
import type { ManagementServices } from '../management-services.ts';
import { problemOfDomainError } from '../problem/problem.ts';
import { etagOf } from './etag.ts';
import { operationSchema } from './operation-schema.ts';

/**
 * Registers `POST /{kind}/bulk`: many changes of one kind in one transaction, each with the rules of the single call. A
 * dry run executes them and rolls back. Source: product decisions 2.
 */
export function registerBulk<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  app: FastifyInstance,
  services: ManagementServices,
  resource: Resource<Table, Body, View>,
  rules: BulkRules<Table> = {},
): void {
  app.post(`/${resource.kind}/bulk`, {
    config: { scope: resource.writeScope },
    schema: operationSchema({
      tag: resource.tag,
      operationId: `change${resource.operationName[1]}`,
      summary: `Change several ${resource.many} in one request`,
      description:
        'Each entry is a create, a merge patch or an action, with the result that the single call would return. With `Idempotency-Key` the whole request is executed once.',
      scope: resource.writeScope,
      body: bulkBody,
      answers: 'bulk',
      view: bulkResult,
    }),
    handler(request, reply) {
      const call = { services, request, reply };
      const asked = recordCallOf(call);
      return answerOnce(
        call,
        async (transaction) => {
          const body = request.body as BulkBody;
          return answerOf(await changeMany({ ...asked, transaction }, resource, rules, body), request);
        },
        { stillVisible: (database, text) => requireVisible(asked, resource, database, idsOf(text)) },
      );
    },
  });
}

function answerOf({ applied, failed, results }: BulkOutcome<ResourceView>, request: FastifyRequest): KeyedAnswer {
  const body = { applied, failed, results: results.map((result) => entryOf(result, request)) };
  return { status: 200, headers: {}, body: JSON.stringify(bulkResult.parse(body)) };
}

function entryOf(result: EntryResult<ResourceView>, request: FastifyRequest): BulkResult['results'][number] {
  if (result instanceof DomainError) {
    const problem = problemOfDomainError(result);
    return { status: problem.status, problem: problem.body(request.id, requestLocale(request)) };
  }
  const text = JSON.stringify(result.view);
  return {
    status: result.outcome === 'created' ? createdStatus : 200,
    object: JSON.parse(text),
    etag: etagOf(result.view.version, text),
  };
}

/** Returns the IDs of the objects in a replayed response. An object whose creation was rolled back does not exist. */
function idsOf(text: string): readonly number[] {
  const { applied, results } = bulkResult.parse(JSON.parse(text));
  return results.flatMap(({ status, object }) => {
    return object === undefined || (!applied && status === createdStatus) ? [] : [Number(object['id'])];
  });
}

/** Status of an entry that created an object. */
const createdStatus = 201;
