import type { Kysely } from 'kysely';
import { type CheckedCreative, type CreativeCheck, checkCreative } from '../../../core/creative/check-creative.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { codesOfAddresses, type StoredAddressChecks } from './address-check/address-checks.ts';
import { insecureParts } from './insecure-parts.ts';
import type { ShownVersion } from './shown.ts';
import { imagesOf } from './template-fields.ts';

export type CheckedFormat = CheckedCreative['format'];

/** What is wrong with what a creative of this kind shows, in this format. */
export function checksOf(
  kind: string,
  shown: ShownVersion,
  format: CheckedFormat,
  stored: StoredAddressChecks,
): readonly CreativeCheck[] {
  const { clickUrl, html, width, height, video, assets, fields } = shown;
  const insecure = insecureParts(html);
  const images = imagesOf(assets);
  const fetched = codesOfAddresses(shown, stored);
  // The bytes of a format are about what is delivered.
  const files = assets.filter(({ role }) => role !== 'poster');
  const said = { kind, clickUrl, html, width, height, video, fields };
  return checkCreative({ ...said, images, files, insecure, fetched, format });
}

/** The formats of creatives, as far as checks ask for them. */
export async function readCheckedFormats(
  database: Kysely<Database>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CheckedFormat>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom('format')
    .select(['format.id', 'format.width', 'format.height', 'format.maxBytes', 'format.templateFields'])
    .where('format.id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, ...format }) => [id, format]));
}

/** One of them. */
export async function readCheckedFormat(database: Kysely<Database>, id: number): Promise<CheckedFormat> {
  const format = (await readCheckedFormats(database, [id])).get(id);
  if (format === undefined) throw new Error(`the creative's format ${id} is missing`);
  return format;
}
