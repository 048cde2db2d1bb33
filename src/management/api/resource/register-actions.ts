import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { type ReasonBody, reasonBody } from '../../../contract/booking/reason.ts';
import { actions, type CampaignAction } from '../../../core/vocabulary/statuses.ts';
import { type ActionRules, scopeOfAction } from '../../records/action-rules.ts';
import type { Resource, ResourceTable, ResourceView } from '../../records/resource.ts';
import type { ManagementServices } from '../management-services.ts';
import { changeObject } from './change-object.ts';
import { operationSchema } from './operation-schema.ts';
import { idOfPath, idParams } from './register-resource.ts';

/**
 * Registers `POST /{kind}/{id}/actions/{action}` for every action. Checks If-Match if it is sent. Source: product
 * decisions 4.
 */
export function registerActions<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  app: FastifyInstance,
  services: ManagementServices,
  resource: Resource<Table, Body, View>,
  rules: ActionRules<Table>,
): void {
  for (const action of rules.actions ?? actions) {
    const scope = scopeOfAction(action, resource, rules);
    const takesReason = rules.takesReason?.includes(action) === true;
    app.post(`/${resource.kind}/:id/actions/${action}`, {
      config: { scope },
      schema: operationSchema({
        tag: resource.tag,
        operationId: `${action}${resource.operationName[0]}`,
        summary: summaries.get(action) ?? `${action[0]?.toUpperCase()}${action.slice(1)} a ${resource.one}`,
        scope,
        params: idParams(resource.one),
        ...(takesReason && { body: reasonBody }),
        answers: 'acted',
        view: resource.view,
      }),
      // The reason is optional, and with it the body.
      async preValidation(request) {
        const sendsNone = request.body === undefined && request.headers['content-type'] === undefined;
        if (takesReason && sendsNone) request.body = {};
      },
      handler: (request, reply) =>
        changeObject({ services, request, reply }, resource, {
          id: idOfPath(request.params),
          action,
          version: 'optional',
          change: (write) => rules.perform(action, write, { reason: reasonOf(request.body) }),
        }),
    });
  }
}

function reasonOf(body: unknown): string | null {
  return (body as ReasonBody | undefined)?.reason ?? null;
}

/** Summaries of actions whose name is not sufficient. */
const summaries = new Map<CampaignAction, string>([
  ['accept', 'Accept an offer and turn it into a campaign'],
  ['convert', 'Turn an option into a campaign'],
]);
