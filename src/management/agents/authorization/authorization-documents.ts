/*
 * Files in which publishers state who may sell their inventory: adagents.json (AdCP 3.0), ads.txt and app-ads.txt
 * (IAB Tech Lab, ads.txt 1.1), and sellers.json (IAB Tech Lab 1.0).
 *
 * - `authorization-documents.ts`: their content. `read-seller.ts`: the settings and publications that they contain.
 * - `serve-authorization-files.ts`: the public routes. `authorization-routes.ts`: the API.
 * - `read-adagents.ts`, `read-ads-txt.ts`: what a file of a domain authorizes. `check-domain.ts`: fetches the files.
 * - `authorization-checks.ts`: stores results. `start-authorization-checks.ts`: the daily check, in one worker.
 *
 * See docs/decisions/0245-authorization-files.md.
 */

import type { SellerType } from '../../../core/vocabulary/codes/selling-codes.ts';
import type { Seller, SoldPublication } from './read-seller.ts';

/** Addresses of this deployment. */
export type SellerAddresses = {
  /** Seller agent. */
  readonly agentUrl: string;
  /** Management address, without a trailing slash. */
  readonly publicUrl: string;
};

/** Returns the addresses of a deployment. */
export function sellerAddressesOf(publicUrl: string): SellerAddresses {
  return { agentUrl: new URL('/agents/adcp', publicUrl).href, publicUrl };
}

/** Returns the ID of a publication in adagents.json. */
export function propertyIdOf(publicationId: number): string {
  return `publication_${publicationId}`;
}

/** Returns the path of a served file of a domain. */
export function pathOfFile(domain: string, file: string): string {
  return `/authorization/${domain}/${file}`;
}

/**
 * Returns the content of adagents.json that authorizes the agent for the publications.
 * @param domain of the file. null: the file of this deployment, with all domains and the publications without a domain.
 */
export function adagentsOf(
  seller: Seller,
  publications: readonly SoldPublication[],
  { agentUrl, publicUrl }: SellerAddresses,
  domain: string | null,
) {
  const ownDomain = new URL(publicUrl).hostname;
  const covered = publications.filter(({ domains }) => domain === null || domains.includes(domain));
  if (covered.length === 0) return null;
  return {
    $schema: 'https://adcontextprotocol.org/schemas/3.0.6/adagents.json',
    contact: { name: seller.name, ...(seller.email !== null && { email: seller.email }), domain: seller.domain },
    properties: covered.flatMap((publication) => propertiesOf(publication, domain, ownDomain)),
    authorized_agents: [
      {
        url: agentUrl,
        authorized_for: `Advertising of ${seller.name}`.slice(0, maxPurpose),
        authorization_type: 'property_ids',
        property_ids: covered.map(({ id }) => propertyIdOf(id)),
      },
    ],
  };
}

const maxPurpose = 500;

function propertiesOf({ id, name, domains, hasScreens }: SoldPublication, domain: string | null, ownDomain: string) {
  const wanted = domain === null ? domains : [domain];
  const common = { property_id: propertyIdOf(id), name };
  if (wanted.length > 0) {
    const identifiers = wanted.map((value) => ({ type: 'domain', value }));
    return [{ ...common, property_type: 'website', identifiers, publisher_domain: wanted[0] }];
  }
  const identifiers = [{ type: 'network_id', value: propertyIdOf(id) }];
  return [{ ...common, property_type: hasScreens ? 'dooh' : 'website', identifiers, publisher_domain: ownDomain }];
}

/** Returns an adagents.json that refers to the one that this deployment serves for the domain. */
export function referenceOf(domain: string, { publicUrl }: SellerAddresses) {
  return { authoritative_location: `${publicUrl}${pathOfFile(domain, 'adagents.json')}` };
}

/** Returns the lines of ads.txt and app-ads.txt for a domain. */
export function adsTxtLines(seller: Seller, publications: readonly SoldPublication[], domain: string): string[] {
  const covered = publications.filter(({ domains }) => domains.includes(domain));
  const records = covered.map(({ publisher }) => recordOf(seller, publisher));
  const owners = covered.flatMap(({ publisher }) =>
    publisher.domain !== null && publisher.sellerType !== 'intermediary' ? [`OWNERDOMAIN=${publisher.domain}`] : [],
  );
  return [...new Set([...records, ...owners])];
}

function recordOf(seller: Seller, publisher: SoldPublication['publisher']): string {
  return `${seller.domain}, ${publisher.id}, ${relationshipOf(publisher.sellerType)}`;
}

/** Returns the relationship of an ads.txt record: whether the account holder controls the inventory. */
export function relationshipOf(sellerType: SellerType): 'DIRECT' | 'RESELLER' {
  return sellerType === 'intermediary' ? 'RESELLER' : 'DIRECT';
}

/** Returns sellers.json: the companies that are paid. A company without a domain is listed as confidential. */
export function sellersOf(seller: Seller, publications: readonly SoldPublication[]) {
  const companies = new Map(publications.map(({ publisher }) => [publisher.id, publisher]));
  return {
    version: '1.0',
    ...(seller.email !== null && { contact_email: seller.email }),
    ...(seller.address !== null && { contact_address: seller.address }),
    sellers: [...companies.values()].map(({ id, name, domain, sellerType }) => ({
      seller_id: String(id),
      seller_type: sellerType.toUpperCase(),
      ...(domain === null ? { is_confidential: 1 } : { name, domain }),
    })),
  };
}
