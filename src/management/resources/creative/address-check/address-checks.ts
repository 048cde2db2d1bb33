import { type Kysely, type Selectable, sql } from 'kysely';
import type { CreativeCheckCode } from '../../../../core/vocabulary/creative-checks.ts';
import type { StoredAddressCheck } from '../../../../platform/db/address-check-columns.ts';
import type { CreativeTable, Database } from '../../../../platform/db/schema.ts';
import type { createOutgoingFetch } from '../../../../platform/outgoing/outgoing-fetch.ts';
import type { ShownVersion } from '../shown.ts';
import { checkAddresses } from './check-addresses.ts';
import { nameOfAddresses, thirdPartyAddresses } from './third-party-addresses.ts';

export type StoredAddressChecks = Readonly<Record<string, StoredAddressCheck>> | null;

/** Returns the check of the URLs that a version uses. null if they are unchecked or there are none. */
export function addressCheckOf(shown: ShownVersion, stored: StoredAddressChecks): StoredAddressCheck | null {
  // Most creatives have no checks, so their markup is not parsed.
  if (stored === null || Object.keys(stored).length === 0) return null;
  const addresses = thirdPartyAddresses(shown);
  return addresses === null ? null : (stored[nameOfAddresses(addresses)] ?? null);
}

/** Returns the codes of failed checks. */
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
 * Checks the URLs of a creative and of its pending version, and stores the results. This is not a change of the
 * creative, so its ETag stays the same.
 * @param again whether to repeat existing checks
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
  // An aborted check has no result.
  if (end?.aborted === true) return;
  await database
    .updateTable('creative')
    .set({ addressChecks: JSON.stringify(kept), addressesCheckedOf: version })
    .where('creative.id', '=', id)
    .where('creative.version', '=', version)
    .execute();
}

/** Returns creatives without a check since their creation or change, by a partial index. */
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
