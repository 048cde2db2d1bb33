import { type CreativeBody, isOfTemplate } from '../../../contract/creative/creative.ts';
import { templateFaults } from '../../../core/creative/template-faults.ts';
import type { FieldImage, FieldValues, TemplateField } from '../../../core/creative/template-field.ts';
import type { StoredAsset } from '../../../platform/db/tables/stored-asset.ts';
import { invalidRequest } from '../../records/domain-error.ts';

/** Returns the stored fields of a creative. null for kinds without fields. */
export function storedFields({ kind, fields }: Pick<CreativeBody, 'kind' | 'fields'>): CreativeBody['fields'] | null {
  return isOfTemplate(kind) ? fields : null;
}

/** Returns the image files of the fields of a creative. */
export function imagesOf(assets: readonly StoredAsset[]): readonly FieldImage[] {
  return assets.flatMap(({ field, width, height }) => (field === undefined ? [] : [{ field, width, height }]));
}

/** Throws a 400 that names each field that does not match the template of the format. */
export function requireFields(
  template: readonly TemplateField[],
  fields: CreativeBody['fields'],
  images: readonly FieldImage[],
): void {
  const faults = templateFaults(template, fields, images);
  if (faults.length === 0) return;
  throw invalidRequest(
    faults.map(({ field, code, message }) => ({ pointer: `/fields/${field}`, in: 'body', code, message })),
  );
}

/** Returns the URLs among the fields, each with its pointer. */
export function targetsOfFields(
  template: readonly TemplateField[],
  fields: FieldValues,
): readonly (readonly [pointer: string, target: string])[] {
  return template.flatMap(({ name, kind }) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return kind === 'url' && typeof value === 'string' ? [[`/fields/${name}`, value] as const] : [];
  });
}
