import { AdcpError } from '@adcp/sdk/server';
import type { ActionConversionsBody } from '../../../../contract/commerce/conversion-action.ts';
import { clickEventIdOf } from '../../../../core/vocabulary/attribution-rule.ts';
import { decimalAmountPattern } from '../../../../core/vocabulary/money.ts';
import { createShopperKeys } from '../../../../platform/keys/shopper-keys.ts';
import { inTransaction } from '../../../records/change.ts';
import { reportConversions } from '../../../resources/conversion/conversion-action-routes.ts';
import { requireScopes } from '../protocol-error.ts';
import type { SellerContext } from '../seller-context.ts';
import { textFaultOf } from './account-of-data.ts';
import type { EventsCall, EventsResult } from './protocol-calls.ts';

type EventGiven = NonNullable<EventsCall['events']>[number];
type Conversion = ActionConversionsBody['conversions'][number];
type Failure = NonNullable<EventsResult['partial_failures']>[number];

/** Most characters of the ID of an event: that of an order. */
const maxEventIdLength = 100;

/**
 * Stores events as conversions: the tool `log_event`. An event counts once for its source and type, by its ID. Hashed
 * identifiers are not used: attribution needs the click ID of the landing page, or the user ID of ad requests.
 */
export async function logEvents(context: SellerContext, request: EventsCall, accountId: string): Promise<EventsResult> {
  requireScopes(context, 'campaigns:write', 'conversions:read');
  const { services, nowMs } = context;
  const actions = await readActions(context, request.event_source_id, accountId);
  const events = request.events ?? [];
  const isTest = request.test_event_code !== undefined;
  const failures: Failure[] = [];
  const byAction = new Map<number, Conversion[]>();
  let matchable = 0;
  for (const event of events) {
    const actionId = actions.get(event.event_type);
    const read = actionId === undefined ? 'The event source does not have this event type' : conversionOf(event);
    if (typeof read === 'string' || actionId === undefined) {
      failures.push({ event_id: event.event_id, code: 'VALIDATION_ERROR', message: String(read) });
      continue;
    }
    matchable += read.clickId != null || read.userId != null ? 1 : 0;
    byAction.set(actionId, [...(byAction.get(actionId) ?? []), read]);
  }
  const shopperKeys = createShopperKeys(services.secret);
  if (!isTest) {
    await inTransaction(services.database, async (transaction) => {
      for (const [actionId, conversions] of [...byAction].sort(([a], [b]) => a - b)) {
        const { results } = await reportConversions(transaction, actionId, { conversions }, { shopperKeys, nowMs });
        failures.push(
          ...results.flatMap(({ orderId, code }) =>
            code === null ? [] : [{ event_id: orderId, code: 'VALIDATION_ERROR', message: refusals[code] ?? code }],
          ),
        );
      }
    });
  }
  return {
    events_received: events.length,
    events_processed: events.length - failures.length,
    match_quality: events.length === 0 ? 0 : matchable / events.length,
    ...(failures.length > 0 && { partial_failures: failures }),
    ...(isTest && { warnings: ['Test events were validated and not stored'] }),
  };
}

const refusals: Readonly<Record<string, string>> = {
  in_the_future: 'The time of the event is in the future',
  too_old: 'The event is more than 14 days old',
  too_much: 'The value is above 1,000,000',
};

/** Returns the conversion actions of a source by event type. Sources of other accounts of the buyer are found too. */
async function readActions(
  { services, buyer }: SellerContext,
  key: string,
  accountId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await services.database
    .selectFrom('agentEventSource')
    .innerJoin('agentEventAction', 'agentEventAction.sourceId', 'agentEventSource.id')
    .select(['agentEventSource.accountId', 'agentEventAction.eventType', 'agentEventAction.conversionActionId'])
    .where('agentEventSource.buyerAgentId', '=', buyer.id)
    .where('agentEventSource.key', '=', key)
    .where('agentEventSource.accountId', 'in', ['', ...buyer.accounts.map((account) => account.accountId)])
    .execute();
  const own = rows.filter((row) => row.accountId === accountId);
  const used = own.length > 0 ? own : rows;
  if (used.length === 0 || new Set(used.map((row) => row.accountId)).size > 1) {
    throw new AdcpError('REFERENCE_NOT_FOUND', {
      message: 'The account has no such event source',
      field: 'event_source_id',
    });
  }
  return new Map(used.map(({ eventType, conversionActionId }) => [eventType, conversionActionId]));
}

/** Returns the conversion of an event, or its fault. */
function conversionOf(event: EventGiven): Conversion | string {
  const { event_id: orderId, event_time: occurredAt, user_match: user } = event;
  if (orderId.length > maxEventIdLength || textFaultOf(orderId) !== null) {
    return `event_id must have 1 to ${maxEventIdLength} characters and no control characters`;
  }
  const { value, currency } = { ...event, ...event.custom_data } as {
    readonly value?: number;
    readonly currency?: string;
  };
  const amount = value === undefined ? null : value.toFixed(2);
  if (amount !== null && (!decimalAmountPattern.test(amount) || !/^[A-Z]{3}$/.test(currency ?? ''))) {
    return 'A value must be a positive amount with a currency';
  }
  const userId = user?.uids?.find(({ type }) => type === 'publisher_first_party')?.value ?? null;
  const clickId = user?.click_id ?? null;
  return {
    orderId,
    occurredAt,
    userId,
    clickId: clickId !== null && clickEventIdOf(clickId) !== null ? clickId : null,
    ...(amount !== null && currency !== undefined && { value: { amount, currency } }),
  } as Conversion;
}
