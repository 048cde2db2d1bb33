import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { type HoldBody, holdBody } from '../../../contract/booking/actions/hold.ts';
import { type ReasonBody, reasonBody } from '../../../contract/booking/reason.ts';
import { actions, type CampaignAction } from '../../../core/vocabulary/statuses.ts';
import { type ActionRules, type GivenWithAction, holdTermsOf, scopeOfAction } from '../../records/action-rules.ts';
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
        summary:
          summaries.get(action)?.(resource.one) ?? `${action[0]?.toUpperCase()}${action.slice(1)} a ${resource.one}`,
        scope,
        params: idParams(resource.one),
        ...(takesReason && { body: reasonBody }),
        ...(action === 'hold' && { body: holdBody }),
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
          change: (write) => rules.perform(action, write, givenOf(action, request.body)),
        }),
    });
  }
}

function givenOf(action: CampaignAction, body: unknown): GivenWithAction {
  if (action === 'hold') return { reason: null, hold: holdTermsOf(body as HoldBody) };
  return { reason: (body as ReasonBody | undefined)?.reason ?? null, hold: null };
}

/** Summaries of actions whose name is not sufficient. */
const summaries = new Map<CampaignAction, (one: string) => string>([
  ['accept', () => 'Accept an offer and turn it into a campaign'],
  ['convert', () => 'Turn an option into a campaign'],
  ['hold', (one) => `Hold the inventory of a ${one} until a given time`],
  ['confirm', (one) => `Confirm a held ${one}, so that it delivers`],
  ['release', (one) => `Release the inventory of a held ${one}`],
]);
