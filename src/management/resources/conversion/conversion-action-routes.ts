import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import { type ConversionsResult, conversionsResult } from '../../../contract/commerce/conversion.ts';
import { type ActionConversionsBody, actionConversionsBody } from '../../../contract/commerce/conversion-action.ts';
import { clickEventIdOf } from '../../../core/vocabulary/attribution-rule.ts';
import {
  conversionAheadMs,
  conversionLateMs,
  maxLineMicros,
} from '../../../core/vocabulary/limits/conversion-limits.ts';
import { microsFromDecimal } from '../../../core/vocabulary/money.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { createShopperKeys, type ShopperKeys } from '../../../platform/keys/shopper-keys.ts';
import { answerOnce } from '../../api/call/answer-once.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams, registerResource } from '../../api/resource/register-resource.ts';
import { archivedError } from '../../records/common-changes.ts';
import { missingObject } from '../../records/domain-error.ts';
import { readRow } from '../../records/resource.ts';
import { conversionActionResource } from './conversion-action.ts';
import { shopperKeysOf } from './receive-conversions.ts';
import { type ActionConversion, storeActionConversions } from './store-action-conversions.ts';

/** Registers `/conversion-actions` and the conversions of one action. */
export function registerConversionActionRoutes(app: FastifyInstance, services: ManagementServices): void {
  const resource = conversionActionResource(services);
  registerResource(app, services, resource);
  const shopperKeys = createShopperKeys(services.secret);
  const scope = 'conversions:write';
  app.post('/conversion-actions/:id/conversions', {
    config: { scope },
    schema: operationSchema({
      tag: resource.tag,
      operationId: 'reportConversions',
      summary: 'Report conversions of an action from a server',
      description:
        'Accepts up to 1,000 conversions. Each is stored, recognized as a duplicate of a conversion with the same order ID that the pixel, the script or a server reported, or refused with a reason. A few seconds later, it is attributed to an ad of the brand.',
      scope,
      params: idParams('conversion action'),
      body: actionConversionsBody,
      answers: 'bulk',
      view: conversionsResult,
    }),
    handler(request, reply) {
      const id = idOfPath(request.params);
      const body = request.body as ActionConversionsBody;
      const nowMs = (services.nowMs ?? Date.now)();
      return answerOnce({ services, request, reply }, async (transaction) => {
        const { reach } = callerOf(request);
        const action = await readRow(transaction, { table: 'conversionAction', id, reach, lock: 'share' });
        if (action === undefined) throw missingObject('conversion-actions', id);
        if (action.archivedAt !== null) throw archivedError(resource, id);
        const result = await reportConversions(transaction, id, body, { shopperKeys, nowMs });
        return { status: 200, headers: {}, body: JSON.stringify(result) };
      });
    },
  });
}

type Reporting = { readonly shopperKeys: ShopperKeys; readonly nowMs: number };
type Said = ActionConversionsBody['conversions'][number];
type Result = ConversionsResult['results'][number];

/** Stores conversions of an action. One with a known order ID counts once. */
export async function reportConversions(
  transaction: Transaction<Database>,
  actionId: number,
  { conversions }: ActionConversionsBody,
  { shopperKeys, nowMs }: Reporting,
): Promise<ConversionsResult> {
  const read = conversions.map((said) => readSaid(said, actionId, { shopperKeys, nowMs }));
  const accepted = read.filter((one) => typeof one !== 'string');
  const stored = await storeActionConversions(transaction, accepted, new Date(nowMs));
  const outcomes = stored.values();
  const results = read.map((one, index): Result => {
    if (typeof one === 'string') {
      return { orderId: conversions[index]?.orderId ?? '', status: 'refused', id: null, code: one };
    }
    const outcome = outcomes.next().value ?? null;
    if (outcome === null) throw new Error('a stored conversion is missing');
    const { id, isNew } = outcome;
    return { orderId: one.orderId, status: isNew ? 'accepted' : 'duplicate', id, code: null };
  });
  const countOf = (status: Result['status']) => results.filter((result) => result.status === status).length;
  return { accepted: countOf('accepted'), duplicates: countOf('duplicate'), refused: countOf('refused'), results };
}

function readSaid(
  { orderId, occurredAt, userId, clickId, value }: Said,
  actionId: number,
  { shopperKeys, nowMs }: Reporting,
): ActionConversion | 'in_the_future' | 'too_old' | 'too_much' {
  const atMs = occurredAt == null ? nowMs : Date.parse(occurredAt);
  if (atMs > nowMs + conversionAheadMs) return 'in_the_future';
  if (atMs < nowMs - conversionLateMs) return 'too_old';
  const micros = value ? (microsFromDecimal(value.amount) ?? Number.POSITIVE_INFINITY) : 0;
  if (micros > maxLineMicros) return 'too_much';
  return {
    actionId,
    orderId: orderId ?? randomUUID(),
    atMs,
    value: value ? { micros, currency: value.currency } : null,
    shopperKeys: shopperKeysOf(shopperKeys, userId, atMs),
    clickEventId: clickId == null ? null : clickEventIdOf(clickId),
  };
}
