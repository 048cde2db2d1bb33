import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import { relationshipOf, type SellerAddresses } from './authorization-documents.ts';
import { checkDomain, type FetchFile } from './check-domain.ts';
import type { Seller, SoldPublication } from './read-seller.ts';

export type AuthorizationChecker = {
  readonly database: Kysely<Database>;
  readonly addresses: SellerAddresses;
  readonly fetchFile: FetchFile;
  readonly nowMs: () => number;
};

/** Domains of one publication that are checked at the same time. */
const domainsAtOnce = 8;

/** Checks the authorization files of the domains of a publication and stores the results, until aborted. */
export async function checkPublication(
  { database, addresses, fetchFile, nowMs }: AuthorizationChecker,
  seller: Seller,
  publication: SoldPublication,
  signal: AbortSignal,
): Promise<void> {
  const { publisher, domains, hasApps } = publication;
  const record = {
    sellerDomain: seller.domain,
    sellerId: String(publisher.id),
    relationship: relationshipOf(publisher.sellerType),
  };
  const waiting = [...domains];
  const work = async () => {
    for (let domain = waiting.shift(); domain !== undefined; domain = waiting.shift()) {
      const checked = { domain, agentUrl: addresses.agentUrl, record, hasApps };
      const result = await checkDomain(checked, { fetchFile, signal, nowMs: nowMs() });
      // An aborted check has no result.
      if (signal.aborted) return;
      await store(database, publication.id, domain, result, new Date(nowMs()));
    }
  };
  await Promise.all(Array.from({ length: domainsAtOnce }, work));
  await database
    .deleteFrom('authorizationCheck')
    .where('publicationId', '=', publication.id)
    .where(sql<boolean>`domain <> all(${domains}::text[])`)
    .execute();
}

async function store(
  database: Kysely<Database>,
  publicationId: number,
  domain: string,
  { files, selection }: Awaited<ReturnType<typeof checkDomain>>,
  checkedAt: Date,
): Promise<void> {
  const columns = {
    files: JSON.stringify(files),
    selection: selection === null ? null : JSON.stringify(selection),
    checkedAt,
  };
  await database
    .insertInto('authorizationCheck')
    .values({ publicationId, domain, ...columns })
    .onConflict((conflict) => conflict.columns(['publicationId', 'domain']).doUpdateSet(columns))
    .execute();
}

/** Returns IDs of publications with a domain that was not checked after the given time. */
export async function readDuePublications(
  database: Kysely<Database>,
  before: Date,
  most: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select publication.id from publication join publisher on publisher.id = publication.publisher_id
    where publication.archived_at is null and publisher.archived_at is null and exists (
      select from unnest(publication.domains) as given (domain)
      where not exists (
        select from authorization_check
        where publication_id = publication.id and authorization_check.domain = given.domain and checked_at > ${before}
      )
    )
    order by publication.id limit ${most}
  `.execute(database);
  return rows.map(({ id }) => id);
}

/** Returns the results of the last checks of a publication by domain. */
export async function readDomainChecks(database: Kysely<Database>, publicationId: number) {
  const rows = await database
    .selectFrom('authorizationCheck')
    .select(['domain', 'files', 'checkedAt'])
    .where('publicationId', '=', publicationId)
    .execute();
  return new Map(rows.map(({ domain, files, checkedAt }) => [domain, { files, checkedAt: checkedAt.toISOString() }]));
}
