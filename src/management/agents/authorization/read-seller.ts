import { type Kysely, sql } from 'kysely';
import type { SellerType } from '../../../core/vocabulary/codes/selling-codes.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { readSettings } from '../../resources/settings/read-settings.ts';

/** This seller as the authorization files name it. */
export type Seller = {
  readonly domain: string;
  readonly name: string;
  readonly email: string | null;
  readonly address: string | null;
};

/** A publication with the company that is paid for its inventory. */
export type SoldPublication = {
  readonly id: number;
  readonly name: string;
  readonly domains: readonly string[];
  readonly publisher: {
    readonly id: number;
    readonly name: string;
    readonly domain: string | null;
    readonly sellerType: SellerType;
  };
  readonly hasScreens: boolean;
  readonly hasApps: boolean;
};

/** Reads the seller from the settings. null: no seller domain is set, so that no files are served or checked. */
export async function readSeller(database: Kysely<Database>): Promise<Seller | null> {
  const settings = await readSettings(database);
  if (settings.sellerDomain === null) return null;
  return {
    domain: settings.sellerDomain,
    name: settings.accountName ?? settings.sellerDomain,
    email: settings.sellerContactEmail,
    address: settings.sellerContactAddress,
  };
}

/**
 * Reads the publications that are not archived.
 * @param ids null: all
 */
export async function readSoldPublications(
  database: Kysely<Database>,
  ids: readonly number[] | null = null,
): Promise<readonly SoldPublication[]> {
  const { rows } = await sql<Stored>`
    select publication.id, publication.name, publication.domains, publisher.id as publisher_id,
      publisher.company_name as publisher_name, publisher.seller_type,
      coalesce(publisher.domain, (
        select sibling.domains[1] from publication sibling
        where sibling.publisher_id = publisher.id and sibling.archived_at is null and cardinality(sibling.domains) > 0
        order by sibling.id limit 1
      )) as publisher_domain,
      ${hasLocation('screen')} as has_screens, ${hasLocation('app')} as has_apps
    from publication join publisher on publisher.id = publication.publisher_id
    where publication.archived_at is null and publisher.archived_at is null
      and (${ids}::bigint[] is null or publication.id = any(${ids}::bigint[]))
    order by publication.id
  `.execute(database);
  return rows.map(({ publisherId, publisherName, publisherDomain, sellerType, ...row }) => ({
    ...row,
    publisher: { id: publisherId, name: publisherName, domain: publisherDomain, sellerType },
  }));
}

function hasLocation(kind: 'screen' | 'app') {
  return sql<boolean>`exists (
    select from location
    where location.publication_id = publication.id and location.kind = ${kind} and location.archived_at is null
  )`;
}

type Stored = Omit<SoldPublication, 'publisher'> & {
  readonly publisherId: number;
  readonly publisherName: string;
  readonly publisherDomain: string | null;
  readonly sellerType: SellerType;
};
