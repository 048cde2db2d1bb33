import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { fieldMessage } from '../../../../contract/common/field-message.ts';
import type { CreativeBody } from '../../../../contract/creative/creative.ts';
import type { TemplateField } from '../../../../core/creative/template-field.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import type { StoredAsset } from '../../../../platform/db/tables/stored-asset.ts';
import type { ImageFormat } from '../../../../platform/media/check-image.ts';
import { nounOf } from '../../../records/detail-message.ts';
import { invalidField } from '../../../records/domain-error.ts';
import { requireFields } from '../template-fields.ts';
import { asFileProblem, prepareImage, type Workshops } from './prepare-file.ts';
import type { UploadedFile } from './read-upload.ts';
import type { FileSet } from './store-files.ts';

/** Files by field. */
export type FieldFiles = ReadonlyMap<string, UploadedFile>;

/** Result of preparing the files. */
export type PreparedFields = { readonly sets: readonly FileSet[]; readonly assets: readonly StoredAsset[] };

/** For a creative of another kind. */
export const noFields: PreparedFields = { sets: [], assets: [] };

/**
 * Prepares the images of a creative's fields in the size of each field. Everything else is validated first, because an
 * image takes seconds, and again with the row, because the format may change meanwhile.
 * @param fields other fields of a new creative; null: an existing creative whose images are replaced
 */
export async function prepareFields(
  { database, workshops }: { readonly database: Kysely<Database>; readonly workshops: Workshops },
  { formatId, fields }: { readonly formatId: number; readonly fields: CreativeBody['fields'] | null },
  files: FieldFiles,
): Promise<PreparedFields> {
  const format = await database
    .selectFrom('format')
    .select(['format.templateFields', 'format.maxBytes'])
    .where('format.id', '=', formatId)
    .executeTakeFirst();
  if (format === undefined)
    throw invalidField(
      '/formatId',
      'reference_not_found',
      fieldMessage('objectNotFound', { object: nounOf('inventory/format'), id: formatId }),
    );
  const images = [...files.keys()].map((field) => ({ field, width: null, height: null }));
  const template = format.templateFields;
  const filled = fields === null ? template.filter(({ name }) => files.has(name)) : template;
  requireFields(filled, fields ?? {}, images);
  const sets: FileSet[] = [];
  const assets: StoredAsset[] = [];
  for (const [name, file] of files) {
    const options = optionsOf(
      template.find((field) => field.name === name),
      format.maxBytes,
    );
    const image = await asFileProblem(`/fields/${name}`, () => prepareImage(workshops.images, file, options));
    sets.push(...image.sets);
    assets.push(...image.assets.map((asset) => ({ ...asset, field: name })));
  }
  return { sets, assets };
}

function optionsOf(field: TemplateField | undefined, maxBytes: number | null): ImageFormat {
  if (field === undefined) throw new Error('a file has no field');
  return { width: field.width, height: field.height, maxBytes: field.maxBytes ?? maxBytes };
}

/** Returns the values that identify equal requests with files. */
export function fingerprintOfFiles(files: FieldFiles): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...files].map(([name, { content }]) => [name, createHash('sha256').update(content).digest('hex')]),
  );
}
