/*
 * Purchases of buyer agents, as ad operations review them. They are the media buys of `agents/adcp/media-buys`.
 *
 * - `purchase-routes.ts`: the API. `decide-purchase.ts`: approving and declining all packages.
 * - `agent-request-routes.ts`: briefs and proposals of agents.
 * - `read-purchases.ts`: purchases with their state. `present-purchase.ts`: their view, with warnings.
 *
 * See docs/decisions/0252-purchases-in-the-interface.md.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import {
  type DeclineBody,
  declineBody,
  type PurchaseQuery,
  type PurchaseView,
  purchaseQuery,
  purchaseView,
} from '../../../contract/selling/purchase.ts';
import type { PurchaseAction } from '../../../core/vocabulary/codes/selling-codes.ts';
import { openLatestPlan } from '../../../exchange/plan/latest-plan.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { answerOnce } from '../../api/call/answer-once.ts';
import { callerOf, recordCallOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { etagOf, ifMatchOf, isNotModified } from '../../api/resource/etag.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { missingObject } from '../../records/domain-error.ts';
import { bookingResource } from '../../resources/booking/booking.ts';
import { settlePurchases } from '../adcp/media-buys/settle-purchases.ts';
import { decidePurchase } from './decide-purchase.ts';
import { presentPurchases } from './present-purchase.ts';
import { readPurchase, readPurchasePage } from './read-purchases.ts';

const readScope = 'campaigns:read';
const approveScope = 'bookings:approve';
const common = { tag: 'Selling', view: purchaseView } as const;

/** Registers `/purchases`. Only callers with access to all data see them, because they contain texts of other agents. */
export function registerPurchaseRoutes(app: FastifyInstance, services: ManagementServices): void {
  const nowMs = services.nowMs ?? Date.now;
  const context = { nowMs, readPlan: openLatestPlan(services.config.dataFolder) };
  app.get('/purchases', {
    config: { scope: readScope },
    schema: operationSchema({
      ...common,
      operationId: 'listPurchases',
      summary: 'List purchases of buyer agents, newest first',
      scope: readScope,
      querystring: purchaseQuery,
      answers: 'list',
    }),
    async handler(request, reply) {
      const caller = callerOf(request);
      const { database } = services;
      if (caller.reach !== 'everything') return reply.header('Record-Count', '0').send([]);
      await settlePurchases(database);
      const { purchases, total } = await readPurchasePage(database, request.query as PurchaseQuery, context);
      reply.header('Record-Count', String(total));
      return presentPurchases(purchases, database, caller);
    },
  });
  app.get('/purchases/:id', {
    config: { scope: readScope },
    schema: operationSchema({
      ...common,
      operationId: 'getPurchase',
      summary: 'Retrieve a purchase of a buyer agent',
      scope: readScope,
      params: idParams('purchase'),
      answers: 'object',
    }),
    async handler(request, reply) {
      const id = idOfPath(request.params);
      requireFullReach(request, id);
      await settlePurchases(services.database, [id]);
      const { headers, body } = answerOf(await readView(services.database, id, request, nowMs()));
      reply.headers(headers);
      if (isNotModified(request, headers.ETag)) return reply.code(304).send();
      return reply
        .type('application/json; charset=utf-8')
        .serializer((text: string) => text)
        .send(body);
    },
  });
  registerDecisions(app, services, context);
}

function registerDecisions(
  app: FastifyInstance,
  services: ManagementServices,
  context: Parameters<typeof bookingResource>[0],
): void {
  const resource = bookingResource(context);
  const register = (action: PurchaseAction, described: { readonly description: string; readonly body?: z.ZodType }) =>
    app.post(`/purchases/:id/actions/${action}`, {
      config: { scope: approveScope },
      schema: operationSchema({
        ...common,
        ...described,
        operationId: `${action}Purchase`,
        summary: `${action === 'approve' ? 'Approve' : 'Decline'} a purchase`,
        scope: approveScope,
        params: idParams('purchase'),
        answers: 'acted',
      }),
      handler(request, reply) {
        const id = idOfPath(request.params);
        requireFullReach(request, id);
        const { reason = null } = (request.body ?? {}) as Partial<DeclineBody>;
        const decision = { id, action, reason, expected: ifMatchOf(request) };
        const call = { services, request, reply };
        return answerOnce(call, async (transaction) => {
          const nowMs = context.nowMs();
          await decidePurchase({ ...recordCallOf(call), transaction }, resource, decision, nowMs);
          return answerOf(await readView(transaction, id, request, nowMs));
        });
      },
    });
  register('approve', {
    description:
      'Approves all bookings of the purchase that wait for review, in one transaction. If one cannot be approved, none is. The task of the agent ends. A purchase that is already approved is not changed.',
  });
  register('decline', {
    description:
      'Rejects all bookings of the purchase that wait for review, in one transaction. The agent receives the reason. Bookings that were approved before remain, and the purchase continues with them.',
    body: declineBody,
  });
}

function answerOf(view: PurchaseView) {
  const body = JSON.stringify(purchaseView.parse(view));
  return { status: 200, headers: { ETag: etagOf(view.version, body) }, body };
}

/** Throws 404 for callers who do not see purchases. */
function requireFullReach(request: FastifyRequest, id: number): void {
  if (callerOf(request).reach !== 'everything') throw missingObject('purchases', id);
}

async function readView(
  database: Kysely<Database>,
  id: number,
  request: FastifyRequest,
  nowMs: number,
): Promise<PurchaseView> {
  const purchase = await readPurchase(database, id, nowMs);
  const [view] = purchase === undefined ? [] : await presentPurchases([purchase], database, callerOf(request));
  if (view === undefined) throw missingObject('purchases', id);
  return view;
}
