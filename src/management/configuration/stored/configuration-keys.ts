import { sql, type Transaction } from 'kysely';
import type { SectionName } from '../../../contract/configuration/sections.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Longest key without the number that makes it unique. */
const maxBaseLength = 290;

/** Keys of the objects of one section, in both directions. */
export type SectionKeys = {
  readonly keyById: ReadonlyMap<number, string>;
  readonly idByKey: ReadonlyMap<string, number>;
  /** Original file of a creative and the stored files that were made from it, by ID. */
  readonly rawFiles: ReadonlyMap<number, RawFile>;
  /** Keys that are not stored yet. */
  readonly derived: ReadonlyMap<number, string>;
};

/** SHA-256 of an original file, and the paths of the stored files that were made from it. */
export type RawFile = { readonly sha256: string; readonly assets: string };

/** An object without a stored key. */
export type Unkeyed = { readonly id: number; readonly externalId: string | null; readonly naturalKey: string };

/**
 * Returns the keys of a section. Objects without a stored key get one in the order of their IDs: the external ID,
 * otherwise the natural key, with a number if the key is used.
 * @param objects active objects of the section
 */
export async function readSectionKeys(
  database: Transaction<Database>,
  section: SectionName,
  objects: readonly Unkeyed[],
): Promise<SectionKeys> {
  const stored = await database
    .selectFrom('configurationKey')
    .select(['objectId', 'key', 'rawFile', 'rawAssets'])
    .where('section', '=', section)
    .execute();
  const keyById = new Map(stored.map(({ objectId, key }) => [objectId, key]));
  const idByKey = new Map(stored.map(({ objectId, key }) => [key, objectId]));
  const derived = new Map<number, string>();
  const unkeyed = objects.filter(({ id }) => !keyById.has(id)).toSorted((a, b) => a.id - b.id);
  const lastNumber = new Map<string, number>();
  for (const { id, externalId, naturalKey } of unkeyed) {
    const base = printable(externalId ?? naturalKey);
    let number = lastNumber.get(base) ?? 1;
    let key = base;
    while (idByKey.has(key)) {
      number += 1;
      key = `${base} (${number})`;
    }
    lastNumber.set(base, number);
    keyById.set(id, key);
    idByKey.set(key, id);
    derived.set(id, key);
  }
  const rawFiles = stored.flatMap(({ objectId, rawFile: sha256, rawAssets: assets }) =>
    sha256 === null || assets === null ? [] : [[objectId, { sha256, assets }] as const],
  );
  return { keyById, idByKey, rawFiles: new Map(rawFiles), derived };
}

function printable(text: string): string {
  // Half of a surrogate pair is not valid text.
  // Documents cannot contain control characters in keys, nor this name, which JSON parsers refuse.
  if (text === '__proto__') return 'unnamed';
  const start = text
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, (character) => (/\p{Cs}/u.test(character) ? '' : ' '))
    .slice(0, maxBaseLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
  return start === '' ? 'unnamed' : start;
}

/** Returns the paths of stored files as one text, for `RawFile`. */
export function assetPathsText(assets: unknown): string {
  return ((assets ?? []) as readonly { readonly path: string }[]).map(({ path }) => path).join('\n');
}

/** Rows per statement. */
const rowsAtOnce = 2_000;

/** Stores keys of objects. Returns the number of stored keys: those that another object has are left out. */
export async function storeKeys(
  transaction: Transaction<Database>,
  section: SectionName,
  keys: Iterable<readonly [id: number, key: string]>,
): Promise<number> {
  const rows = [...keys];
  let stored = 0;
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const part = rows.slice(start, start + rowsAtOnce);
    const { numAffectedRows } = await sql`
      insert into configuration_key (section, object_id, key)
      select ${section}, given.id, given.key
      from unnest(${part.map(([id]) => id)}::bigint[], ${part.map(([, key]) => key)}::text[]) as given (id, key)
      on conflict do nothing
    `.execute(transaction);
    stored += Number(numAffectedRows ?? 0);
  }
  return stored;
}

/** Stores the original file of a creative. */
export async function storeRawFile(
  transaction: Transaction<Database>,
  creativeId: number,
  { sha256, assets }: RawFile,
): Promise<void> {
  await transaction
    .updateTable('configurationKey')
    .set({ rawFile: sha256, rawAssets: assets })
    .where('section', '=', 'creatives')
    .where('objectId', '=', creativeId)
    .execute();
}
