import { z } from 'zod';
import { nativeAssets, type TemplateField, templateFieldKinds } from '../../core/creative/template-field.ts';
import { templateHtmlFault } from '../../core/creative/template-html.ts';
import {
  maxFieldChoices,
  maxFieldLength,
  maxHtmlLength,
  maxTemplateFields,
  maxTemplateImages,
  maxUploadBytes,
} from '../../core/words/limits.ts';
import { lineOfText } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';

const nullable = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null);
const integer = (least: number, most: number) => {
  const error = fieldMessage('integerRange', { min: least, max: most });
  return z.int({ error }).min(least, { error }).max(most, { error });
};
/** The largest side of an image in pixels: no screen shows more. */
const maxPixels = 8_192;
const bound = z.number().min(-1e12).max(1e12);

/** A name as it stands in `[field:name]`; names that every object of JavaScript has would be found where nothing is. */
export const fieldNameSchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/, { error: fieldMessage('fieldName') })
  .refine((name) => !(name in {}), { error: fieldMessage('reservedName') });

const textKinds: readonly TemplateField['kind'][] = ['text', 'longtext'];
/** Members that are for fields of these kinds only. */
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

/** One field of a format's template. Source: src/core/creative/template-field.ts. */
export const templateFieldSchema = z
  .strictObject({
    name: fieldNameSchema.meta({ description: 'Its name in `fields` of a creative', example: 'headline' }),
    label: nullable(lineOfText(100)).meta({ description: 'For people; null: its name', example: 'Headline' }),
    kind: z.enum(templateFieldKinds).meta({
      description: 'text: one line; longtext: lines; url; image: a file; number; choice: one of `choices`',
      example: 'text',
    }),
    required: z.boolean().default(false).meta({ description: 'Every creative has it', example: true }),
    minLength: nullable(integer(1, maxFieldLength)).meta({ description: 'Characters at least', example: null }),
    maxLength: nullable(integer(1, maxFieldLength)).meta({ description: 'Characters at most', example: 90 }),
    min: nullable(bound).meta({ description: 'Of a number, at least', example: null }),
    max: nullable(bound).meta({ description: 'Of a number, at most', example: null }),
    choices: z
      .array(lineOfText(100))
      .max(maxFieldChoices, { error: fieldMessage('maxEntries', { count: maxFieldChoices }) })
      .default([])
      .meta({ description: 'What a choice is one of', example: [] }),
    width: nullable(integer(1, maxPixels)).meta({ description: 'Pixels of an image; null: any', example: null }),
    height: nullable(integer(1, maxPixels)).meta({ description: 'Pixels of an image; null: any', example: null }),
    maxBytes: nullable(integer(1, maxUploadBytes)).meta({
      description: 'Bytes of an image; null: what the format allows',
      example: null,
    }),
    asset: nullable(z.enum(nativeAssets)).meta({
      description: 'Where a page or app that draws native ads finds it; null: by its name only',
      example: 'title',
    }),
  })
  .superRefine(noteFieldIssues)
  .meta({ id: 'TemplateField' });

/** What formats have for creatives of kinds native and advar. Source: product decisions 3. */
export const templateOfFormat = {
  templateFields: z
    .array(templateFieldSchema)
    .max(maxTemplateFields, { error: fieldMessage('maxEntries', { count: maxTemplateFields }) })
    .default([])
    .meta({ description: 'Fields that creatives of kinds native and advar fill in', example: [] }),
  templateHtml: nullable(
    z
      .string()
      .min(1, { error: fieldMessage('notEmpty') })
      .max(maxHtmlLength, { error: fieldMessage('maxCharacters', { count: maxHtmlLength }) })
      .regex(/^[^\0\p{Cs}]*$/u, { error: fieldMessage('noNul') }),
  ).meta({
    description:
      'Markup of such a creative, with `[field:name]`, `[if:name]` ... `[end:name]` and the macros of html creatives; null: pages and apps draw it from its fields',
    // By itself it would need templateFields.
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

/** Rules of a format across its template and media type. */
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
