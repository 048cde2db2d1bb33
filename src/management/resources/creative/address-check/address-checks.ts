import { type Kysely, type Selectable, sql } from 'kysely';
import type { CreativeCheckCode } from '../../../../core/vocabulary/creative-checks.ts';
import type { StoredAddressCheck } from '../../../../platform/db/address-check-columns.ts';
import type { CreativeTable, Database } from '../../../../platform/db/schema.ts';
import type { createOutgoingFetch } from '../../../../platform/outgoing/outgoing-fetch.ts';
import type { ShownVersion } from '../shown.ts';
import { checkAddresses } from './check-addresses.ts';
import { nameOfAddresses, thirdPartyAddresses } from './third-party-addresses.ts';

export type StoredAddressChecks = Readonly<Record<string, StoredAddressCheck>> | null;

/** What came of the addresses that this shows; null: nobody looked yet, or it needs nothing of others. */
export function addressCheckOf(shown: ShownVersion, stored: StoredAddressChecks): StoredAddressCheck | null {
  // Most need nothing, and their markup is not worth a parser.
  if (stored === null || Object.keys(stored).length === 0) return null;
  const addresses = thirdPartyAddresses(shown);
  return addresses === null ? null : (stored[nameOfAddresses(addresses)] ?? null);
}

/** What was wrong with them. */
export function codesOfAddresses(shown: ShownVersion, stored: StoredAddressChecks): readonly CreativeCheckCode[] {
  return (addressCheckOf(shown, stored)?.steps ?? []).flatMap(({ code }) => code ?? []);
}

type Checked = Pick<Selectable<CreativeTable>, 'pendingVersion' | 'addressChecks' | 'html' | 'video'> & {
  readonly id: number;
  readonly version: number;
};

export type AddressChecker = {
  readonly database: Kysely<Database>;
  readonly outgoingFetch: ReturnType<typeof createOutgoingFetch>;
  readonly end?: AbortSignal;
};

/**
 * Looks into the addresses of a creative and of a version of it that waits, and keeps what came of it. It is no change of
 * the creative: nobody else's ETag ends by it.
 * @param again also those that were looked into before
 */
export async function checkCreativeAddresses(
  { database, outgoingFetch, end }: AddressChecker,
  { id, version, pendingVersion, addressChecks, html, video }: Checked,
  { again }: { readonly again: boolean },
): Promise<void> {
  const kept: Record<string, StoredAddressCheck> = {};
  for (const shown of [{ html, video }, ...(pendingVersion === null ? [] : [pendingVersion])]) {
    const addresses = thirdPartyAddresses(shown);
    if (addresses === null) continue;
    const name = nameOfAddresses(addresses);
    const known = kept[name] ?? (again ? undefined : addressChecks?.[name]);
    kept[name] = known ?? {
      steps: [...(await checkAddresses(addresses, outgoingFetch, end))],
      checkedAt: new Date().toISOString(),
    };
  }
  // What was broken off says nothing.
  if (end?.aborted === true) return;
  await database
    .updateTable('creative')
    .set({ addressChecks: JSON.stringify(kept), addressesCheckedOf: version })
    .where('creative.id', '=', id)
    .where('creative.version', '=', version)
    .execute();
}

/** Creatives whose addresses nobody has looked into since they were made or changed; they stand in an index of their own. */
export function readUncheckedCreatives(database: Kysely<Database>, most: number): Promise<readonly Checked[]> {
  return database
    .selectFrom('creative')
    .select(['creative.id', 'creative.version', 'creative.html', 'creative.video'])
    .select(['creative.pendingVersion', 'creative.addressChecks'])
    .where(
      sql<boolean>`creative.kind in ('html', 'vast') and creative.archived_at is null
        and creative.addresses_checked_of is distinct from creative.version`,
    )
    .orderBy('creative.id')
    .limit(most)
    .execute();
}
