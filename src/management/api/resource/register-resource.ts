/*
 * Routes that all resource types share.
 *
 * - `register-resource.ts`: list, read, create, change, archive. `register-bulk.ts`, `register-actions.ts`,
 *   `register-review.ts`. `register-owned.ts`: resources of single users.
 * - `change-object.ts`: the HTTP side of a change: `If-Match`, `ETag`, `Idempotency-Key`. The change itself is in
 *   `records`.
 * - `list-resource.ts`, `list-filters.ts`, `contains-text.ts`: lists. `etag.ts`: versions.
 * - `operation-schema.ts`, `patch-schema.ts`: OpenAPI descriptions of operations.
 */

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ChapterName } from '../../../contract/common/chapters.ts';
import { idText } from '../../../contract/common/common.ts';
import { presentRecord } from '../../records/present-record.ts';
import type { Resource, ResourceTable, ResourceView } from '../../records/resource.ts';
import type { Call } from '../call/answer-once.ts';
import { callerOf } from '../call/authenticate-call.ts';
import type { ManagementServices } from '../management-services.ts';
import { archiveObject, createObject, patchObject, unarchiveObject } from './change-object.ts';
import { etagOf, isNotModified } from './etag.ts';
import { listQuerySchema, sendList } from './list-resource.ts';
import { operationSchema } from './operation-schema.ts';
import { patchSchema } from './patch-schema.ts';
import { requireObject } from './require-object.ts';

export type ResourceOperation = 'create' | 'list' | 'read' | 'patch' | 'archive';

/**
 * Registers the routes of a resource with the common rules of product decisions 2. A resource with a different create
 * operation (an upload) excludes it and registers its own route with the same helpers.
 */
export function registerResource<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  app: FastifyInstance,
  services: ManagementServices,
  resource: Resource<Table, Body, View>,
  options: { readonly without?: readonly ResourceOperation[] } = {},
): void {
  const registrations = {
    create: registerCreate,
    list: registerList,
    read: registerRead,
    patch: registerPatch,
    archive: registerArchive,
  } satisfies Record<ResourceOperation, unknown>;
  for (const [operation, register] of Object.entries(registrations)) {
    if (!options.without?.includes(operation as ResourceOperation)) register(app, services, resource);
  }
  if (resource.requiredActive !== undefined) registerUnarchive(app, services, resource);
}

type Register = <Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  app: FastifyInstance,
  services: ManagementServices,
  resource: Resource<Table, Body, View>,
) => void;

const registerCreate: Register = (app, services, resource) => {
  app.post(`/${resource.kind}`, {
    config: { scope: resource.writeScope },
    schema: operationSchema({
      ...described(resource, `create${resource.operationName[0]}`, `Create a ${resource.one}`, resource.writeScope),
      body: resource.body,
      answers: 'created',
      view: resource.view,
    }),
    handler: (request, reply) =>
      createObject({ services, request, reply }, resource, request.body as z.output<typeof resource.body>),
  });
};

const registerList: Register = (app, services, resource) => {
  const plain = resource as unknown as Parameters<typeof sendList>[1];
  app.get(`/${resource.kind}`, {
    config: { scope: resource.readScope },
    schema: operationSchema({
      ...described(resource, `list${resource.operationName[1]}`, `List ${resource.many}`, resource.readScope),
      querystring: listQuerySchema(plain),
      answers: 'list',
      view: resource.view,
    }),
    handler: (request, reply) => sendList({ services, request, reply }, plain),
  });
};

const registerRead: Register = (app, services, resource) => {
  app.get(`/${resource.kind}/:id`, {
    config: { scope: resource.readScope },
    schema: operationSchema({
      ...described(resource, `get${resource.operationName[0]}`, `Retrieve a ${resource.one}`, resource.readScope),
      params: idParams(resource.one),
      answers: 'object',
      view: resource.view,
    }),
    handler: (request, reply) => sendObject({ services, request, reply }, resource, idOfPath(request.params)),
  });
};

const registerPatch: Register = (app, services, resource) => {
  app.patch(`/${resource.kind}/:id`, {
    config: { scope: resource.writeScope },
    schema: operationSchema({
      ...described(resource, `update${resource.operationName[0]}`, `Update a ${resource.one}`, resource.writeScope),
      params: idParams(resource.one),
      body: patchSchema(resource.body),
      answers: 'changed',
      view: resource.view,
    }),
    handler: (request, reply) =>
      patchObject({ services, request, reply }, resource, {
        id: idOfPath(request.params),
        patch: request.body as Record<string, unknown>,
      }),
  });
};

const registerArchive: Register = (app, services, resource) => {
  app.delete(`/${resource.kind}/:id`, {
    config: { scope: resource.writeScope },
    schema: operationSchema({
      ...described(resource, `delete${resource.operationName[0]}`, `Archive a ${resource.one}`, resource.writeScope),
      params: idParams(resource.one),
      answers: 'changed',
      view: resource.view,
    }),
    handler: (request, reply) => archiveObject({ services, request, reply }, resource, idOfPath(request.params)),
  });
};

const registerUnarchive: Register = (app, services, resource) => {
  app.post(`/${resource.kind}/:id/actions/unarchive`, {
    config: { scope: resource.writeScope },
    schema: operationSchema({
      ...described(
        resource,
        `unarchive${resource.operationName[0]}`,
        `Unarchive a ${resource.one}`,
        resource.writeScope,
      ),
      params: idParams(resource.one),
      answers: 'acted',
      view: resource.view,
    }),
    handler: (request, reply) => unarchiveObject({ services, request, reply }, resource, idOfPath(request.params)),
  });
};

/** Returns the schema of the parameter of a path such as `/brands/:id`. */
export function idParams(what: string) {
  return z.strictObject({ id: idText(what) });
}

/** Returns the ID of a path whose parameters `idParams` has validated. */
export function idOfPath(params: unknown): number {
  return (params as { readonly id: number }).id;
}

/** Sends 200 with the object and its ETag, or 304 if the client has the current version. */
export async function sendObject<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  call: Call,
  resource: Resource<Table, Body, View>,
  id: number,
) {
  const row = await requireObject(call, { table: resource.table, id, noun: resource.kind });
  const view = await presentRecord(resource, row, { database: call.services.database, caller: callerOf(call.request) });
  const body = JSON.stringify(view);
  const etag = etagOf(view.version, body);
  call.reply.header('ETag', etag);
  if (isNotModified(call.request, etag)) return call.reply.code(304).send();
  return call.reply
    .type('application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(body);
}

function described(resource: { readonly tag: ChapterName }, operationId: string, summary: string, scope: string) {
  return { tag: resource.tag, operationId, summary: summary.replace(/\ba (?=[aeio])/, 'an '), scope };
}
