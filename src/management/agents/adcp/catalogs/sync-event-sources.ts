import { AdcpError } from '@adcp/sdk/server';
import { sql } from 'kysely';
import { conversionActionBody } from '../../../../contract/commerce/conversion-action.ts';
import type { ConversionCategory } from '../../../../core/vocabulary/attribution-rule.ts';
import { escapeHtml } from '../../../../platform/http/escape-html.ts';
import { inTransaction, type TransactionChange } from '../../../records/change.ts';
import { parseBody } from '../../../records/field-errors.ts';
import { createRecord } from '../../../records/save-record.ts';
import { conversionActionResource } from '../../../resources/conversion/conversion-action.ts';
import type { AccountOfBuyer } from '../accounts/read-buyer.ts';
import { requireScopes } from '../protocol-error.ts';
import type { SellerContext } from '../seller-context.ts';
import { accountOfData, textFaultOf } from './account-of-data.ts';
import type { SourceGiven, SourceRow, SourcesCall, SourcesResult } from './protocol-calls.ts';

/** Event types of a source that names none. */
const usualTypes = ['purchase', 'lead', 'add_to_cart', 'page_view', 'complete_registration'];

/** Categories of conversion actions by the event type of the protocol. Others are `other`. */
const categories: Readonly<Record<string, ConversionCategory>> = {
  purchase: 'purchase',
  lead: 'lead',
  qualify_lead: 'lead',
  add_to_cart: 'add_to_cart',
  page_view: 'visit',
  view_content: 'visit',
  complete_registration: 'sign_up',
  subscribe: 'sign_up',
  start_trial: 'sign_up',
};

/**
 * Creates and changes event sources of an account: the tool `sync_event_sources`. Each type of event of a source is a
 * conversion action of the brand. A call without sources lists those of the account.
 */
export async function syncEventSources(
  context: SellerContext,
  { event_sources: sources, delete_missing: deletesMissing = false }: SourcesCall,
  accountId: string,
): Promise<SourcesResult> {
  requireScopes(context, 'campaigns:write', 'conversions:read');
  const account = accountOfData(context, accountId);
  if (deletesMissing) {
    throw new AdcpError('UNSUPPORTED_FEATURE', {
      message: 'Event sources are not removed, because their conversions belong to reports',
      field: 'delete_missing',
    });
  }
  if (sources === undefined) return { event_sources: await readSources(context, accountId, null, () => 'unchanged') };
  const rows: SourceRow[] = [];
  for (const source of sources) {
    const { event_source_id: id, name = id, allowed_domains: domains = [] } = source;
    const fault = textFaultOf(id, name, ...domains);
    if (fault !== null) {
      rows.push({ event_source_id: id, action: 'failed', errors: [{ code: 'VALIDATION_ERROR', message: fault }] });
      continue;
    }
    const action = await saveSource(context, account, source);
    rows.push(...(await readSources(context, accountId, id, () => action)));
  }
  return { event_sources: rows };
}

async function saveSource(
  context: SellerContext,
  account: AccountOfBuyer,
  source: SourceGiven,
): Promise<'created' | 'updated' | 'unchanged'> {
  const { services, caller, requestId, buyer } = context;
  const { event_source_id: key, name = key, event_types: types = usualTypes, allowed_domains: domains = [] } = source;
  return inTransaction(services.database, async (transaction) => {
    const lock = `agent event source ${buyer.id} ${account.accountId}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(transaction);
    const existing = await transaction
      .selectFrom('agentEventSource')
      .selectAll()
      .where('agentEventSource.buyerAgentId', '=', buyer.id)
      .where('agentEventSource.accountId', '=', account.accountId)
      .where('agentEventSource.key', '=', key)
      .executeTakeFirst();
    const described = { name, eventTypes: [...types], allowedDomains: [...domains] };
    const isSame =
      existing !== undefined &&
      JSON.stringify(described) ===
        JSON.stringify({
          name: existing.name,
          eventTypes: existing.eventTypes,
          allowedDomains: existing.allowedDomains,
        });
    if (isSame) return 'unchanged';
    const owner = { buyerAgentId: buyer.id, accountId: account.accountId, key };
    const { id } = await transaction
      .insertInto('agentEventSource')
      .values({ ...owner, ...described })
      .onConflict((conflict) => conflict.columns(['buyerAgentId', 'accountId', 'key']).doUpdateSet(described))
      .returning('agentEventSource.id')
      .executeTakeFirstOrThrow();
    const change = { services, caller, requestId, transaction };
    await createActions(change, { sourceId: id, name, types, account });
    return existing === undefined ? 'created' : 'updated';
  });
}

type NewActions = {
  readonly sourceId: number;
  readonly name: string;
  readonly types: readonly string[];
  readonly account: AccountOfBuyer;
};

/** Event types that a source no longer names keep their action and its conversions. */
async function createActions(change: TransactionChange, { sourceId, name, types, account }: NewActions): Promise<void> {
  const { transaction, services } = change;
  const known = await transaction
    .selectFrom('agentEventAction')
    .select('agentEventAction.eventType')
    .where('agentEventAction.sourceId', '=', sourceId)
    .execute();
  const resource = conversionActionResource(services);
  for (const eventType of new Set(types)) {
    if (known.some((one) => one.eventType === eventType)) continue;
    const body = parseBody(conversionActionBody, {
      name: `${name}: ${eventType}`.slice(0, 255),
      mediaPartnerId: account.advertiserCompanyId,
      brandId: account.brandId,
      category: categories[eventType] ?? 'other',
    });
    const { view } = await createRecord(change, resource, body);
    await transaction
      .insertInto('agentEventAction')
      .values({ sourceId, eventType, conversionActionId: view.id })
      .execute();
  }
}

/** @param key ID of one source. null: all */
async function readSources(
  { services, buyer, caller }: SellerContext,
  accountId: string,
  key: string | null,
  actionOf: () => 'created' | 'updated' | 'unchanged',
): Promise<SourceRow[]> {
  const { database } = services;
  const sources = await database
    .selectFrom('agentEventSource')
    .selectAll()
    .where('agentEventSource.buyerAgentId', '=', buyer.id)
    .where('agentEventSource.accountId', '=', accountId)
    .$if(key !== null, (query) => query.where('agentEventSource.key', '=', key ?? ''))
    .orderBy('agentEventSource.id')
    .execute();
  const resource = conversionActionResource(services);
  return Promise.all(
    sources.map(async (source) => {
      const actions = await database
        .selectFrom('agentEventAction')
        .innerJoin('conversionAction', 'conversionAction.id', 'agentEventAction.conversionActionId')
        .selectAll('conversionAction')
        .select('agentEventAction.eventType')
        .where('agentEventAction.sourceId', '=', source.id)
        .orderBy('conversionAction.id')
        .execute();
      const views = await resource.present(actions, database, caller);
      const pixels = views.map(({ pixelUrl }, index) => {
        const type = actions[index]?.eventType ?? '';
        return `<!-- ${type} --><img src="${escapeHtml(pixelUrl)}?order=EVENT_ID&click=CLICK_ID" width="1" height="1" alt="">`;
      });
      return {
        event_source_id: source.key,
        name: source.name,
        seller_id: String(source.id),
        event_types: source.eventTypes as NonNullable<SourceRow['event_types']>,
        managed_by: 'buyer' as const,
        setup: {
          snippet: pixels.join('\n'),
          snippet_type: 'html' as const,
          instructions:
            'Place the pixel of each event on the page that confirms it. EVENT_ID: unique ID of the event. CLICK_ID: value of the parameter placard_click of the landing page. Or send events with log_event.',
        },
        action: actionOf(),
      };
    }),
  );
}
