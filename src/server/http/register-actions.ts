import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { type ReasonBody, reasonBody } from '../../contract/reason.ts';
import type { Scope } from '../../contract/scopes.ts';
import { actions, type CampaignAction } from '../../core/words/statuses.ts';
import { type ColumnChange, changeObject } from './change-resource.ts';
import type { ManagementServices } from './management-services.ts';
import { operationSchema } from './operation-schema.ts';
import { Problem } from './problem.ts';
import { idOfPath, idParams } from './register-resource.ts';
import type { Resource, ResourceTable, ResourceView, Row, WriteContext } from './resource.ts';

export type ActionRules<Table extends ResourceTable> = {
  /** For approve and reject; every other action needs the noun's write scope. */
  readonly approveScope: Scope;
  /** What can be done with an object of this kind; left out: `actions`. */
  readonly actions?: readonly CampaignAction[];
  /** Actions with which a reason may be given; left out: with none. */
  readonly takesReason?: readonly CampaignAction[];
  /** What the action changes on the locked row; throws when it is not allowed (`actionNotAllowed`). */
  perform(
    action: CampaignAction,
    write: WriteContext<Table> & { readonly current: Row<Table> },
    given: GivenWithAction,
  ): Promise<ColumnChange<Table>>;
};

/** What a caller says with an action. */
export type GivenWithAction = { readonly reason: string | null };

/**
 * `POST /{kind}/{id}/actions/{action}` for every action. If-Match is honoured when it is sent.
 * Source: product decisions 4.
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
      // The reason may be left out, and the body with it.
      async preValidation(request) {
        const sendsNone = request.body === undefined && request.headers['content-type'] === undefined;
        if (takesReason && sendsNone) request.body = {};
      },
      handler: (request, reply) =>
        changeObject({ services, request, reply }, resource, {
          id: idOfPath(request.params),
          action,
          ifMatch: 'optional',
          change: (write) => rules.perform(action, write, { reason: reasonOf(request.body) }),
        }),
    });
  }
}

function reasonOf(body: unknown): string | null {
  return (body as ReasonBody | undefined)?.reason ?? null;
}

/** Where the name of the action does not say it all. */
const summaries = new Map<CampaignAction, string>([
  ['accept', 'Accept an offer: it becomes a campaign'],
  ['convert', 'Turn an option into a campaign'],
]);

/** What a caller needs for an action. */
export function scopeOfAction(
  action: CampaignAction,
  { writeScope }: { readonly writeScope: Scope },
  { approveScope }: { readonly approveScope: Scope },
): Scope {
  return action === 'approve' || action === 'reject' ? approveScope : writeScope;
}

export type RefusedAction = {
  readonly action: CampaignAction;
  readonly what: string;
  readonly currentStatus: string;
  readonly availableActions: readonly CampaignAction[];
  /** The status allows it, but the caller submitted the object, and nobody approves their own. */
  readonly ownSubmission: boolean;
  /** The status allows it, but it would take back what ad operations did, or is theirs to decide. */
  readonly ofOperations: boolean;
};

/** What was done, and what would take it back. */
const takenBack = new Map<CampaignAction, string>([
  ['resume', 'paused'],
  ['reopen', 'cancelled'],
  ['unarchive', 'archived'],
]);

/** 409 with the current status and what is allowed; 403 when it is the caller who may not. */
export function actionNotAllowed(refused: RefusedAction): Problem {
  const { action, what, currentStatus, availableActions } = refused;
  if (refused.ownSubmission) return new Problem('not_permitted', { detail: 'Nobody approves what they submitted' });
  if (refused.ofOperations) {
    const done = takenBack.get(action);
    const detail =
      done === undefined
        ? `Only ad operations ${action} this ${what}`
        : `Ad operations ${done} this ${what}: only they ${action} it`;
    return new Problem('not_permitted', { detail });
  }
  return new Problem('action_not_allowed', {
    detail: `${action} is not allowed for this ${what} now: it is ${currentStatus}`,
    currentStatus,
    availableActions: [...availableActions],
  });
}
