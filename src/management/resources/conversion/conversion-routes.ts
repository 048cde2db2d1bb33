import type { FastifyInstance } from 'fastify';
import {
  type ConversionsBody,
  type ConversionsQuery,
  conversionReportView,
  conversionsBody,
  conversionsQuery,
  conversionsResult,
  conversionView,
} from '../../../contract/commerce/conversion.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { createShopperKeys } from '../../../platform/keys/shopper-keys.ts';
import { answerOnce } from '../../api/call/answer-once.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { missingObject } from '../../records/domain-error.ts';
import { requireReference } from '../../records/references.ts';
import { readSettings } from '../settings/read-settings.ts';
import { listConversions, readConversion } from './read-conversions.ts';
import { receiveConversions } from './receive-conversions.ts';

const tag = 'Products';

/**
 * Registers `/conversions`: orders of shops and the ads to which they are attributed. Source:
 * docs/decisions/0131-attribution.md.
 */
export function registerConversionRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerReads(app, services);
  const shopperKeys = createShopperKeys(services.secret);
  const contentKey = deriveKey(services.secret, 'order');
  const scope = 'conversions:write';
  app.post('/conversions', {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'tellConversions',
      summary: 'Submit orders',
      description:
        'Accepts up to 1,000 orders. Each is stored, recognized as a duplicate, or refused with a reason. A few seconds later, purchases are attributed to ads of sponsored products by a published rule.',
      scope,
      body: conversionsBody,
      answers: 'bulk',
      view: conversionsResult,
    }),
    handler(request, reply) {
      const body = request.body as ConversionsBody;
      const nowMs = (services.nowMs ?? Date.now)();
      return answerOnce({ services, request, reply }, async (transaction) => {
        await requireReference(
          { transaction, caller: callerOf(request) },
          { table: 'mediaPartner', id: body.mediaPartnerId, pointer: '/mediaPartnerId', noun: 'media-partners' },
        );
        const { attributionClickDays: clickDays, attributionViewDays: viewDays } = await readSettings(transaction);
        const rule = { clickDays, viewDays };
        const result = await receiveConversions(transaction, body, { shopperKeys, contentKey, rule, nowMs });
        return { status: 200, headers: {}, body: JSON.stringify(result) };
      });
    },
  });
}

function registerReads(app: FastifyInstance, { database }: ManagementServices): void {
  const scope = 'conversions:read';
  app.get('/conversions', {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'listConversions',
      summary: 'List orders with their attribution, newest first',
      scope,
      querystring: conversionsQuery,
      answers: 'list',
      view: conversionView,
    }),
    async handler(request, reply) {
      const { total, page } = await listConversions(
        database,
        request.query as ConversionsQuery,
        callerOf(request).reach,
      );
      reply.header('Record-Count', String(total));
      return page;
    },
  });
  app.get('/conversions/:id', {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'getConversion',
      summary: 'Retrieve an order with all attribution candidates',
      scope,
      params: idParams('conversion'),
      answers: 'reading',
      view: conversionReportView,
    }),
    async handler(request) {
      const id = idOfPath(request.params);
      const conversion = await readConversion(database, id, callerOf(request).reach);
      if (conversion === undefined) throw missingObject('conversions', id);
      return conversion;
    },
  });
}
