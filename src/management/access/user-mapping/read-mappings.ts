import { type Kysely, type RawBuilder, sql } from 'kysely';
import type {
  MappedUsersQuery,
  UserMappingEntry,
  UserMappingsQuery,
  UserMappingView,
} from '../../../contract/access/user-mapping.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { containsText } from '../../api/resource/contains-text.ts';

/** Rows of one page and the total number of rows. */
export type MappingPage<Row> = { readonly rows: readonly Row[]; readonly total: number };

type Filters = Pick<UserMappingsQuery, 'advertiserCompanyId' | 'invoiceCompanyId' | 'brandId'>;

/**
 * Returns users with the number of their mappings, sorted by name. The numbers count only mappings that pass the
 * filters.
 */
export async function readMappedUsers(
  database: Kysely<Database>,
  query: MappedUsersQuery,
): Promise<MappingPage<{ readonly user: string; readonly mappingCount: number }>> {
  const searched =
    query.search === undefined ? sql<boolean>`true` : containsText(sql.ref('userMapping.userName'), query.search);
  const tests = sql`${filtered(query)} and ${searched}`;
  const [page, counted] = await Promise.all([
    sql<{ user: string; mappingCount: number }>`
      select min(user_mapping.user_name) as "user", count(*)::bigint as mapping_count
      from user_mapping where ${tests}
      group by lower(user_mapping.user_name) order by lower(user_mapping.user_name)
      limit ${query.limit} offset ${query.offset ?? 0}
    `.execute(database),
    sql<{ total: number }>`
      select count(distinct lower(user_mapping.user_name))::bigint as total from user_mapping where ${tests}
    `.execute(database),
  ]);
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Returns the mappings of one user in order of creation. */
export async function readMappings(
  database: Kysely<Database>,
  user: string,
  query: UserMappingsQuery,
): Promise<MappingPage<UserMappingView>> {
  const ofUser = database
    .selectFrom('userMapping')
    .where(sql<boolean>`lower(user_mapping.user_name) = lower(${user})`)
    .where(filtered(query));
  const [{ total }, rows] = await Promise.all([
    ofUser.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ofUser
      .selectAll('userMapping')
      .orderBy('userMapping.id')
      .limit(query.limit)
      .offset(query.offset ?? 0)
      .execute(),
  ]);
  return { rows: rows.map(presentMapping), total };
}

/** Returns all mappings of a user. */
export async function readAllMappings(database: Kysely<Database>, user: string): Promise<readonly UserMappingView[]> {
  const rows = await database
    .selectFrom('userMapping')
    .selectAll('userMapping')
    .where(sql<boolean>`lower(user_mapping.user_name) = lower(${user})`)
    .orderBy('userMapping.id')
    .execute();
  return rows.map(presentMapping);
}

function presentMapping(row: UserMappingEntry & { readonly createdAt: Date }): UserMappingView {
  return {
    advertiserCompanyId: row.advertiserCompanyId,
    brandId: row.brandId,
    invoiceCompanyId: row.invoiceCompanyId ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

function filtered(query: Filters): RawBuilder<boolean> {
  const columns = {
    advertiserCompanyId: 'userMapping.advertiserCompanyId',
    invoiceCompanyId: 'userMapping.invoiceCompanyId',
    brandId: 'userMapping.brandId',
  } as const;
  const tests = Object.entries(columns).flatMap(([field, column]) => {
    const wanted = query[field as keyof Filters];
    return wanted === undefined ? [] : [sql<boolean>`${sql.ref(column)} = ${wanted}`];
  });
  return tests.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(tests, sql` and `)})`;
}
