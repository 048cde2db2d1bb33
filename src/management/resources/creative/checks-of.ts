import type { Kysely } from 'kysely';
import { type CheckedCreative, type CreativeCheck, checkCreative } from '../../../core/creative/check-creative.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { oncePerTransaction } from '../../../platform/db/transaction-memory.ts';
import { codesOfAddresses, type StoredAddressChecks } from './address-check/address-checks.ts';
import { insecureParts } from './insecure-parts.ts';
import type { ShownVersion } from './shown.ts';
import { imagesOf } from './template-fields.ts';

export type CheckedFormat = CheckedCreative['format'];

/** Returns the failed checks of a creative of this kind in this format. */
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
  // Byte limits of formats apply to the delivered files.
  const files = assets.filter(({ role }) => role !== 'poster');
  const said = { kind, clickUrl, html, width, height, video, fields };
  return checkCreative({ ...said, images, files, insecure, fetched, format });
}

/** Reads the fields of formats that checks use. */
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

/** Reads one format. */
export async function readCheckedFormat(database: Kysely<Database>, id: number): Promise<CheckedFormat> {
  const formats = await oncePerTransaction(database, `checked format ${id}`, () => readCheckedFormats(database, [id]));
  const format = formats.get(id);
  if (format === undefined) throw new Error(`the format ${id} of the creative is missing`);
  return format;
}
