import { AdcpError } from '@adcp/sdk/server';

import { sql } from 'kysely';
import type { CreativeState } from '../../../../core/vocabulary/statuses.ts';
import { visibleRows } from '../../../records/visible-rows.ts';
import type { AccountOfBuyer } from '../accounts/read-buyer.ts';
import { pageRange, paginationOf } from '../page-of.ts';
import { requireScopes } from '../protocol-error.ts';
import type { SellerContext } from '../seller-context.ts';
import { readFixtures } from '../test-controller/fixtures.ts';
import { libraryIdOf, libraryKeyOf } from './agent-creatives.ts';
import { statusOf } from './present-agent-creative.ts';
import type { ListCreativesCall, ListedCreatives, ProtocolStatus } from './protocol-types.ts';

type Filters = NonNullable<ListCreativesCall['filters']>;

/** Filters that are applied. Others are refused, because a creative that does not match would be wrong. */
const appliedFilters = [
  'accounts',
  'statuses',
  'tags',
  'tags_any',
  'name_contains',
  'creative_ids',
  'created_after',
  'created_before',
  'updated_after',
  'updated_before',
  'concept_ids',
  'format_ids',
  'has_variables',
];

/**
 * Returns the creatives of an account: the tool `list_creatives`. Creatives of other agents are not included, even of
 * the same brand.
 * @param accountId null: all accounts of the agent
 */
export async function listCreatives(
  context: SellerContext,
  request: ListCreativesCall,
  accountId: string | null,
): Promise<ListedCreatives> {
  const { buyer, agentUrl, services } = context;
  requireScopes(context, 'creatives:read');
  const { filters = {}, sort, pagination: paging } = request;
  requireAppliedFilters(filters);
  const accounts = buyer.accounts.filter((account) => accountId === null || account.accountId === accountId);
  const forced = buyer.test
    ? await readFixtures<{ status: ProtocolStatus }>(services.database, buyer.id, 'creative-status')
    : new Map<string, { status: ProtocolStatus }>();
  const matching = filtered(libraryOf(context, accounts), filters, forced);
  const { start, size } = pageRange(paging);
  const [counted, rows] = await Promise.all([
    matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
    matching
      .select(['creative.id', 'creative.name', 'creative.state', 'creative.createdAt', 'creative.updatedAt'])
      .select(['creative.rejectionReason', 'creative.brandId', 'format.code'])
      .select(['agentCreative.key', 'agentCreative.accountId', 'agentCreative.tags'])
      .orderBy(sortColumn(sort?.field), sort?.direction ?? 'desc')
      .orderBy('creative.id', sort?.direction ?? 'desc')
      .offset(start)
      .limit(size)
      .execute(),
  ]);
  const { total } = counted as unknown as { total: number };
  const creatives = (rows as unknown as readonly Listed[]).map((row) => ({
    creative_id: row.key ?? libraryKeyOf(row.id),
    ...accountOfRow(row, accounts),
    name: row.name,
    format_id: { agent_url: agentUrl, id: row.code },
    status: forced.get(row.key ?? '')?.status ?? statusOf(row.state),
    created_date: row.createdAt.toISOString(),
    updated_date: row.updatedAt.toISOString(),
    ...(row.tags !== null && row.tags.length > 0 && { tags: [...row.tags] }),
    ...(row.rejectionReason !== null && { rejection_reason: row.rejectionReason }),
  }));
  return {
    query_summary: {
      total_matching: total,
      returned: creatives.length,
      ...(Object.keys(filters).length > 0 && { filters_applied: Object.keys(filters) }),
    },
    pagination: paginationOf({ start, size }, total),
    creatives,
  };
}

type Listed = {
  readonly id: number;
  readonly name: string;
  readonly state: CreativeState;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly rejectionReason: string | null;
  readonly brandId: number;
  readonly code: string;
  readonly key: string | null;
  readonly accountId: string | null;
  readonly tags: readonly string[] | null;
};

function accountOfRow({ accountId, brandId }: Listed, accounts: readonly AccountOfBuyer[]) {
  const account =
    accounts.find((one) => one.accountId === accountId) ?? accounts.find((one) => one.brandId === brandId);
  if (account === undefined) return {};
  const { operator, brandName } = account;
  const name = operator === null ? brandName : `${brandName} (${operator})`;
  return { account: { account_id: account.accountId, name, status: 'active' as const } };
}

/** Creatives that the agent synced in these accounts, and those of their brands that no agent synced. */
function libraryOf({ services, buyer, caller }: SellerContext, accounts: readonly AccountOfBuyer[]) {
  const accountIds = accounts.map(({ accountId }) => accountId);
  const brandIds = accounts.map(({ brandId }) => brandId);
  return services.database
    .selectFrom('creative')
    .innerJoin('format', 'format.id', 'creative.formatId')
    .leftJoin('agentCreative', 'agentCreative.creativeId', 'creative.id')
    .where(visibleRows('creative', caller.reach))
    .where('creative.kind', '<>', 'product')
    .where(sql<boolean>`creative.brand_id = any(${brandIds}::bigint[])`)
    .where(
      sql<boolean>`(agent_creative.key is null
        or (agent_creative.buyer_agent_id = ${buyer.id} and agent_creative.account_id = any(${accountIds}::text[])))`,
    );
}

type Library = ReturnType<typeof libraryOf>;

/** Statuses that the test controller set, by the ID of the buyer. */
type ForcedStatuses = ReadonlyMap<string, { readonly status: ProtocolStatus }>;

function filtered(library: Library, filters: Filters, forced: ForcedStatuses): Library {
  const { statuses, tags, tags_any: anyTags, name_contains: name, creative_ids: ids, format_ids: formats } = filters;
  const conditions = [
    statuses === undefined ? sql<boolean>`creative.archived_at is null` : hasStatus(statuses, forced),
    tags && sql<boolean>`coalesce(agent_creative.tags, '{}') @> ${tags}::text[]`,
    anyTags && sql<boolean>`coalesce(agent_creative.tags, '{}') && ${anyTags}::text[]`,
    name !== undefined && sql<boolean>`strpos(lower(creative.name), lower(${name})) > 0`,
    ids && isOneOf(ids),
    formats &&
      sql<boolean>`(format.code = any(${formats.map(({ id }) => id)}::text[])
      or format.id::text = any(${formats.map(({ id }) => id)}::text[]))`,
    filters.created_after && sql<boolean>`creative.created_at > ${filters.created_after}::timestamptz`,
    filters.created_before && sql<boolean>`creative.created_at < ${filters.created_before}::timestamptz`,
    filters.updated_after && sql<boolean>`creative.updated_at > ${filters.updated_after}::timestamptz`,
    filters.updated_before && sql<boolean>`creative.updated_at < ${filters.updated_before}::timestamptz`,
    // Creatives have no concepts and no variables.
    filters.concept_ids && sql<boolean>`false`,
    filters.has_variables === true && sql<boolean>`false`,
  ];
  return conditions.reduce<Library>((query, condition) => (condition ? query.where(condition) : query), library);
}

function hasStatus(statuses: readonly ProtocolStatus[], forced: ForcedStatuses) {
  const shown = [...forced].flatMap(([key, { status }]) => (statuses.includes(status) ? [key] : []));
  return sql<boolean>`(agent_creative.key = any(${shown}::text[])
    or (creative.state = any(${statuses.flatMap(statesOf)}::text[])
      and coalesce(agent_creative.key, '') <> all(${[...forced.keys()]}::text[])))`;
}

function isOneOf(ids: readonly string[]) {
  const numbers = ids.flatMap((id) => libraryIdOf(id) ?? []);
  return sql<boolean>`(agent_creative.key = any(${ids}::text[])
    or (agent_creative.key is null and creative.id = any(${numbers}::bigint[])))`;
}

function statesOf(status: ProtocolStatus): readonly CreativeState[] {
  return status === 'pending_review' ? ['pending_review', 'suspended'] : [status];
}

const sortColumns = {
  created_date: 'creative.createdAt',
  updated_date: 'creative.updatedAt',
  name: 'creative.name',
  status: 'creative.state',
} as const;

function sortColumn(field: string | undefined): (typeof sortColumns)[keyof typeof sortColumns] {
  const column = sortColumns[(field ?? 'created_date') as keyof typeof sortColumns];
  if (column !== undefined) return column;
  throw new AdcpError('UNSUPPORTED_FEATURE', { message: `Sorting by ${field} is not supported`, field: 'sort.field' });
}

function requireAppliedFilters(filters: Filters): void {
  const unknown = Object.keys(filters).find((name) => !appliedFilters.includes(name));
  if (unknown === undefined) return;
  throw new AdcpError('UNSUPPORTED_FEATURE', {
    message: `The filter ${unknown} is not supported`,
    field: `filters.${unknown}`,
  });
}
