import { z } from 'zod';
import { nativeAssets, type TemplateField, templateFieldKinds } from '../../core/creative/template-field.ts';
import { templateHtmlFault } from '../../core/creative/template-html.ts';
import {
  maxFieldChoices,
  maxFieldLength,
  maxHtmlLength,
  maxTemplateFields,
  maxTemplateImages,
} from '../../core/vocabulary/limits/creative-limits.ts';
import { maxUploadBytes } from '../../core/vocabulary/limits/upload-limits.ts';
import { lineOfText } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';

const nullable = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null);
const integer = (least: number, most: number) => {
  const error = fieldMessage('integerRange', { min: least, max: most });
  return z.int({ error }).min(least, { error }).max(most, { error });
};
/** Largest width or height of an image in pixels. */
const maxPixels = 8_192;
const bound = z.number().min(-1e12).max(1e12);

/**
 * Name of a template field, as in `[field:name]`. Names of properties that every JavaScript object inherits are
 * rejected, because a lookup would find the inherited property.
 */
export const fieldNameSchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/, { error: fieldMessage('fieldName') })
  .refine((name) => !(name in {}), { error: fieldMessage('reservedName') });

const textKinds: readonly TemplateField['kind'][] = ['text', 'longtext'];
/** Options that are only valid for fields of these kinds. */
const onlyFor = {
  minLength: textKinds,
  maxLength: textKinds,
  min: ['number'],
  max: ['number'],
  choices: ['choice'],
  width: ['image'],
  height: ['image'],
  maxBytes: ['image'],
} as const satisfies Partial<Record<keyof TemplateField, readonly TemplateField['kind'][]>>;

/** A field of the template of a format. Source: src/core/creative/template-field.ts. */
export const templateFieldSchema = z
  .strictObject({
    name: fieldNameSchema.meta({ description: 'Name of the field in `fields` of a creative', example: 'headline' }),
    label: nullable(lineOfText(100)).meta({
      description: 'Label for people. Null: the name is used.',
      example: 'Headline',
    }),
    kind: z.enum(templateFieldKinds).meta({
      description:
        'Kind of the field. `text`: one line. `longtext`: several lines. `url`: a URL. `image`: a file. `number`: a number. `choice`: one of `choices`.',
      example: 'text',
    }),
    required: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether every creative must fill in the field', example: true }),
    minLength: nullable(integer(1, maxFieldLength)).meta({
      description: 'Smallest number of characters. Null: no limit.',
      example: null,
    }),
    maxLength: nullable(integer(1, maxFieldLength)).meta({
      description: 'Largest number of characters. Null: no limit.',
      example: 90,
    }),
    min: nullable(bound).meta({ description: 'Smallest value of a number. Null: no limit.', example: null }),
    max: nullable(bound).meta({ description: 'Largest value of a number. Null: no limit.', example: null }),
    choices: z
      .array(lineOfText(100))
      .max(maxFieldChoices, { error: fieldMessage('maxEntries', { count: maxFieldChoices }) })
      .default([])
      .meta({ description: 'Allowed values of a choice', example: [] }),
    width: nullable(integer(1, maxPixels)).meta({
      description: 'Required width of the image in pixels. Null: any width.',
      example: null,
    }),
    height: nullable(integer(1, maxPixels)).meta({
      description: 'Required height of the image in pixels. Null: any height.',
      example: null,
    }),
    maxBytes: nullable(integer(1, maxUploadBytes)).meta({
      description: 'Largest size of the image in bytes. Null: the limit of the format.',
      example: null,
    }),
    asset: nullable(z.enum(nativeAssets)).meta({
      description:
        'Native asset under which pages and apps that render native ads find the field. Null if the field is available only by its name.',
      example: 'title',
    }),
  })
  .superRefine(noteFieldIssues)
  .meta({ id: 'TemplateField' });

/** Template fields and markup of formats, for creatives of kinds `native` and `advar`. Source: product decisions 3. */
export const templateOfFormat = {
  templateFields: z
    .array(templateFieldSchema)
    .max(maxTemplateFields, { error: fieldMessage('maxEntries', { count: maxTemplateFields }) })
    .default([])
    .meta({ description: 'Fields that creatives of kinds `native` and `advar` fill in', example: [] }),
  templateHtml: nullable(
    z
      .string()
      .min(1, { error: fieldMessage('notEmpty') })
      .max(maxHtmlLength, { error: fieldMessage('maxCharacters', { count: maxHtmlLength }) })
      .regex(/^[^\0\p{Cs}]*$/u, { error: fieldMessage('noNul') }),
  ).meta({
    description:
      'Markup of such a creative, with `[field:name]`, `[if:name]` ... `[end:name]` and the macros of HTML creatives. Null if pages and apps render the ad from its fields.',
    // With an example value, the example would also require templateFields.
    example: null,
  }),
};

type Issues = { addIssue(issue: { code: 'custom'; path: (string | number)[]; message: string }): void };

function noteFieldIssues(field: TemplateField, issues: Issues): void {
  const note = (path: string, message: string) => issues.addIssue({ code: 'custom', path: [path], message });
  for (const [member, kinds] of Object.entries(onlyFor) as [keyof typeof onlyFor, readonly string[]][]) {
    const value = field[member];
    const isSaid = Array.isArray(value) ? value.length > 0 : value !== null;
    if (isSaid && !kinds.includes(field.kind)) note(member, fieldMessage('onlyKinds', { kinds: kinds.join(', ') }));
  }
  if (field.kind === 'choice' && field.choices.length === 0)
    note('choices', fieldMessage('requiredForKind', { kind: 'choice' }));
  if (isAbove(field.minLength, field.maxLength)) note('maxLength', fieldMessage('notBelow', { field: 'minLength' }));
  if (isAbove(field.min, field.max)) note('max', fieldMessage('notBelow', { field: 'min' }));
  const isPicture = field.asset === 'image' || field.asset === 'icon';
  if (field.asset !== null && isPicture !== (field.kind === 'image')) {
    note(
      'asset',
      isPicture ? fieldMessage('onlyKinds', { kinds: 'image' }) : fieldMessage('notForKind', { kind: 'image' }),
    );
  }
}

function isAbove(least: number | null, most: number | null): boolean {
  return least !== null && most !== null && least > most;
}

/** Adds issues for rules that involve both the template and the media type of a format. */
export function noteTemplateIssues(
  format: {
    readonly mediaType: string;
    readonly templateFields: readonly TemplateField[];
    readonly templateHtml: string | null;
  },
  issues: Issues,
): void {
  const { mediaType, templateFields: fields, templateHtml: html } = format;
  const note = (path: (string | number)[], message: string) => issues.addIssue({ code: 'custom', path, message });
  for (const member of ['name', 'asset'] as const) {
    fields.forEach((field, index) => {
      const value = field[member];
      const isTaken = value !== null && fields.findIndex((other) => other[member] === value) < index;
      if (isTaken) note(['templateFields', index, member], fieldMessage('duplicateOfField', { value: value ?? '' }));
    });
  }
  if (fields.filter(({ kind }) => kind === 'image').length > maxTemplateImages) {
    note(['templateFields'], fieldMessage('maxImages', { count: maxTemplateImages }));
  }
  if (fields.length > 0 && (mediaType === 'video' || mediaType === 'audio')) {
    note(['templateFields'], fieldMessage('notForMediaType', { mediaType }));
  }
  if (html === null) {
    if (fields.length > 0 && mediaType === 'banner') {
      note(['templateHtml'], fieldMessage('requiredForBannerTemplate'));
    }
    return;
  }
  const fault = fields.length === 0 ? 'needs templateFields' : templateHtmlFault(html, fields);
  if (fault !== null) note(['templateHtml'], fault);
}
