import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { missingObject } from '../../records/domain-error.ts';
import { maySeeOwned, type OwnedRow, ownedRows, type SharedWith } from '../../records/owner-rules.ts';
import { type Resource, type ResourceTable, type ResourceView, readRow } from '../../records/resource.ts';
import { callerOf } from '../call/authenticate-call.ts';
import type { ManagementServices } from '../management-services.ts';
import { listQuerySchema, sendList } from './list-resource.ts';
import { operationSchema } from './operation-schema.ts';
import { idOfPath, registerResource } from './register-resource.ts';

/**
 * Registers the routes of a resource whose objects belong to the callers who create them: its own and shared ones are
 * visible, others count as missing.
 * @param options.listSummary summary of the list operation
 * @param options.others registers further routes of single objects with the same rule
 */
export function registerOwnedResource<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  app: FastifyInstance,
  services: ManagementServices,
  resource: Resource<Table, Body, View>,
  options: {
    readonly sharedWith: SharedWith;
    readonly listSummary: string;
    readonly others?: (app: FastifyInstance) => void;
  },
): void {
  const { sharedWith } = options;
  const plain = resource as unknown as Parameters<typeof sendList>[1];
  const requireVisible = async (request: FastifyRequest) => {
    const id = (request.params as { readonly id?: number }).id;
    if (id === undefined) return;
    const caller = callerOf(request);
    const row = await readRow(services.database, { table: resource.table, id, reach: caller.reach });
    if (row === undefined || !maySeeOwned(row as unknown as OwnedRow, caller, sharedWith)) {
      throw missingObject(resource.kind, idOfPath(request.params));
    }
  };
  void app.register(async (owned) => {
    // The owner never changes, so the check before the operation stays valid.
    owned.addHook('preHandler', requireVisible);
    registerResource(owned, services, resource, { without: ['list'] });
    owned.get(`/${resource.kind}`, {
      config: { scope: resource.readScope },
      schema: operationSchema({
        tag: resource.tag,
        operationId: `list${resource.operationName[1]}`,
        summary: options.listSummary,
        scope: resource.readScope,
        querystring: listQuerySchema(plain),
        answers: 'list',
        view: resource.view,
      }),
      handler: (request, reply) =>
        sendList({ services, request, reply }, plain, [ownedRows(resource.table, callerOf(request), sharedWith)]),
    });
    options.others?.(owned);
  });
}
