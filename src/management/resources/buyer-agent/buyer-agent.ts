import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { scopesOfRole } from '../../../contract/access/scopes.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { buyerAgentType } from '../../../contract/resource-types/selling/buyer-agent.ts';
import { type BuyerAgentBody, buyerAgentBody, buyerAgentView } from '../../../contract/selling/buyer-agent.ts';
import type { PurchaseApproval } from '../../../core/vocabulary/codes/selling-codes.ts';
import { microsFromDecimal } from '../../../core/vocabulary/money.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { booleanFilter, idFilter, textFilter } from '../../api/resource/list-filters.ts';
import { registerResource } from '../../api/resource/register-resource.ts';
import { moneyOf } from '../../api/resource/stored-money.ts';
import { invalidField } from '../../records/domain-error.ts';
import { requireReference } from '../../records/references.ts';
import { requireReferences } from '../../records/require-references.ts';
import { commonFields, type Resource, type WriteContext } from '../../records/resource.ts';
import { readRequestedAccounts } from './requested-accounts.ts';

type Write = WriteContext<'buyerAgent'>;

const resource: Resource<'buyerAgent', typeof buyerAgentBody, z.output<typeof buyerAgentView>> = {
  ...buyerAgentType,
  table: 'buyerAgent',
  body: buyerAgentBody,
  view: buyerAgentView,
  async present(rows, database) {
    const requested = await readRequestedAccounts(database, rows);
    return rows.map((row) => ({
      ...commonFields(row),
      serviceAccountId: row.serviceAccountId,
      accounts: [...row.accounts],
      packageIds: row.packageIds,
      maxCampaignBudget: moneyOf(row.maxCampaignBudgetMicros, row.maxCampaignBudgetCurrency),
      maxDailyBudget: moneyOf(row.maxDailyBudgetMicros, row.maxDailyBudgetCurrency),
      purchaseApproval: row.purchaseApproval as PurchaseApproval,
      jwksUrl: row.jwksUrl,
      requireSignedRequests: row.requireSignedRequests,
      revokedKeyIds: [...row.revokedKeyIds],
      test: row.test,
      active: row.active,
      requestedAccounts: [...(requested.get(row.id) ?? [])],
    }));
  },
  computedFields: ['requestedAccounts'],
  async columns(body, write) {
    if (write.current !== null && write.current.test !== body.test) {
      throw invalidField('/test', 'immutable', fieldMessage('immutable'));
    }
    await requireServiceAccount(body, write);
    await requireAccounts(body, write);
    await requireReferences(write, {
      table: 'productPackage',
      noun: 'product-packages',
      pointer: '/packageIds',
      ids: body.packageIds ?? [],
      known: write.current?.packageIds ?? [],
    });
    return {
      name: body.name,
      externalId: body.externalId ?? null,
      serviceAccountId: body.serviceAccountId,
      accounts: JSON.stringify(body.accounts.map(({ operator, ...ids }) => ({ ...ids, operator: operator ?? null }))),
      packageIds: body.packageIds ?? null,
      ...limitColumns(body),
      purchaseApproval: body.purchaseApproval,
      ...signingColumns(body),
      test: body.test,
      active: body.active,
    };
  },
  requiredActive: ({ serviceAccountId }) => [
    { table: 'serviceAccount', ids: [serviceAccountId], noun: 'service-accounts' },
  ],
  filters: {
    active: booleanFilter('buyerAgent.active', 'Whether its calls are accepted'),
    serviceAccountId: idFilter('buyerAgent.serviceAccountId', 'service account'),
    externalId: textFilter('buyerAgent.externalId', 'ID in your own system'),
  },
};

/** Registers `/buyer-agents`. Source: docs/decisions/0239-selling-to-agents.md. */
export function registerBuyerAgentRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerResource(app, services, resource);
}

function limitColumns({ maxCampaignBudget, maxDailyBudget }: BuyerAgentBody) {
  return {
    maxCampaignBudgetMicros: maxCampaignBudget ? microsFromDecimal(maxCampaignBudget.amount) : null,
    maxCampaignBudgetCurrency: maxCampaignBudget?.currency ?? null,
    maxDailyBudgetMicros: maxDailyBudget ? microsFromDecimal(maxDailyBudget.amount) : null,
    maxDailyBudgetCurrency: maxDailyBudget?.currency ?? null,
  };
}

function signingColumns({ jwksUrl, requireSignedRequests, revokedKeyIds }: BuyerAgentBody) {
  if (requireSignedRequests && !jwksUrl) throw invalidField('/jwksUrl', 'required', fieldMessage('keysOfSigner'));
  return { jwksUrl: jwksUrl ?? null, requireSignedRequests, revokedKeyIds };
}

/**
 * The account has no scope with which an agent could approve its own purchases or read the data of others. It belongs
 * to one buyer agent, also after the agent is archived.
 */
async function requireServiceAccount({ serviceAccountId: id }: BuyerAgentBody, write: Write): Promise<void> {
  const pointer = '/serviceAccountId';
  if (write.current !== null) {
    if (write.current.serviceAccountId !== id) throw invalidField(pointer, 'immutable', fieldMessage('immutable'));
    return;
  }
  await requireReference(write, { table: 'serviceAccount', id, pointer, noun: 'service-accounts' });
  const { scopes } = await write.transaction
    .selectFrom('serviceAccount')
    .select('serviceAccount.scopes')
    .where('serviceAccount.id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const permitted: readonly string[] = scopesOfRole.advertiser;
  const others = scopes.filter((scope) => !permitted.includes(scope));
  if (others.length > 0)
    throw invalidField(pointer, 'not_permitted', fieldMessage('scopesOfBuyer', { scopes: others.join(', ') }));
  const other = await write.transaction
    .selectFrom('buyerAgent')
    .select('buyerAgent.id')
    .where('buyerAgent.serviceAccountId', '=', id)
    .executeTakeFirst();
  if (other !== undefined) throw invalidField(pointer, 'duplicate', fieldMessage('buyerOfAccount'));
}

async function requireAccounts({ accounts }: BuyerAgentBody, write: Write): Promise<void> {
  const known = write.current?.accounts ?? [];
  const pointer = '/accounts';
  await requireReferences(write, {
    table: 'brand',
    noun: 'brands',
    pointer,
    member: '/brandId',
    ids: accounts.map(({ brandId }) => brandId),
    known: known.map(({ brandId }) => brandId),
  });
  await requireReferences(write, {
    table: 'mediaPartner',
    noun: 'media-partners',
    pointer,
    member: '/invoiceCompanyId',
    ids: accounts.map(({ invoiceCompanyId }) => invoiceCompanyId),
    known: known.map(({ invoiceCompanyId }) => invoiceCompanyId),
  });
  if (accounts.length === 0) return;
  const brands = await write.transaction
    .selectFrom('brand')
    .select(['brand.id', 'brand.mediaPartnerId'])
    .where(
      'brand.id',
      'in',
      accounts.map(({ brandId }) => brandId),
    )
    .execute();
  const partnerOf = new Map(brands.map(({ id, mediaPartnerId }) => [id, mediaPartnerId]));
  for (const [index, { brandId, advertiserCompanyId }] of accounts.entries()) {
    if (partnerOf.get(brandId) === advertiserCompanyId) continue;
    throw invalidField(`/accounts/${index}/brandId`, 'reference_not_found', fieldMessage('sameMediaPartner'));
  }
}
