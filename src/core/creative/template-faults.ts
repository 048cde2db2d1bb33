import { isAddress } from '../vocabulary/address.ts';
import { maxUrlLength } from '../vocabulary/limits/api-limits.ts';
import { maxFieldLength } from '../vocabulary/limits/creative-limits.ts';
import type { FieldImage, FieldValues, TemplateField } from './template-field.ts';

/** One fault in the fields of a creative. `code` is stable. */
export type FieldFault = { readonly field: string; readonly code: string; readonly message: string };

/**
 * Returns all faults in the field values of a creative, in the order of the template.
 * @param template fields of the format
 * @param values texts and numbers by field name
 * @param images files of the creative with their field names
 * @example templateFaults([headline], {}, []) // [{ field: 'headline', code: 'required', message: 'is required' }]
 */
export function templateFaults(
  template: readonly TemplateField[],
  values: FieldValues,
  images: readonly FieldImage[],
): readonly FieldFault[] {
  const known = new Set(template.map(({ name }) => name));
  const given = [...Object.keys(values), ...images.map(({ field }) => field)];
  return [
    ...template.flatMap((field) => faultsOf(field, values, images)),
    ...[...new Set(given)]
      .filter((name) => !known.has(name))
      .map((field) => ({ field, code: 'unknown_field', message: 'is not a field of the template of the format' })),
  ];
}

function faultsOf(field: TemplateField, values: FieldValues, images: readonly FieldImage[]): readonly FieldFault[] {
  const { name, kind, required } = field;
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  const image = images.find((one) => one.field === name);
  const fault = (code: string, message: string) => [{ field: name, code, message }];
  if (kind === 'image') {
    if (value !== undefined) return fault('invalid_type', `is an image: send it as part file.${name}`);
    if (image === undefined) return required ? fault('required', `is required: send it as part file.${name}`) : [];
    return hasShape(image, field) ? [] : fault('wrong_dimensions', `must have the aspect ratio ${sizeOf(field)}`);
  }
  if (image !== undefined) return fault('unexpected_file', 'is not an image field');
  if (value === undefined) return required ? fault('required', 'is required') : [];
  const wrong = wrongValue(field, value);
  return wrong === null ? [] : fault(...wrong);
}

/** A deviation of up to one pixel causes no distortion. */
function hasShape(image: FieldImage, { width, height }: TemplateField): boolean {
  if (width === null || height === null || image.width === null || image.height === null) return true;
  return (
    Math.abs((image.height * width) / image.width - height) <= 1 ||
    Math.abs((image.width * height) / image.height - width) <= 1
  );
}

function sizeOf({ width, height }: TemplateField): string {
  return `${width ?? 'any'}x${height ?? 'any'}`;
}

type Wrong = readonly [code: string, message: string];

function wrongValue(field: TemplateField, value: string | number): Wrong | null {
  const { kind, choices } = field;
  if (kind === 'number') return wrongNumber(field, value);
  if (typeof value !== 'string') return ['invalid_type', 'must be a text'];
  if (value.trim() === '') return ['too_small', 'must not be empty'];
  switch (kind) {
    case 'url':
      if (value.length > maxUrlLength) return ['too_big', `must have at most ${maxUrlLength} characters`];
      return isAddress(value) ? null : ['invalid_format', 'must be an absolute http or https URL'];
    case 'choice':
      return choices.includes(value) ? null : ['invalid_value', `must be one of ${choices.join(', ')}`];
    default:
      return wrongText(field, value);
  }
}

function wrongText({ kind, minLength, maxLength }: TemplateField, value: string): Wrong | null {
  if (kind === 'text' && /\p{Cc}/u.test(value))
    return ['invalid_format', 'must not contain line breaks or control characters'];
  if (/[^\P{Cc}\n\r\t]/u.test(value)) return ['invalid_format', 'must not contain control characters'];
  // Length in code points, not in UTF-16 units.
  const { length } = Array.from(value);
  const most = maxLength ?? maxFieldLength;
  if (length < (minLength ?? 1)) return ['too_small', `must have at least ${minLength} characters`];
  return length > most ? ['too_big', `must have at most ${most} characters`] : null;
}

function wrongNumber({ min, max }: TemplateField, value: string | number): Wrong | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return ['invalid_type', 'must be a number'];
  if (min !== null && value < min) return ['too_small', `must be at least ${min}`];
  return max !== null && value > max ? ['too_big', `must be at most ${max}`] : null;
}
