import { z } from 'zod';
import {
  maxFieldLength,
  maxHtmlLength,
  maxTemplateFields,
  maxTemplateImages,
  maxUrlLength,
} from '../../core/words/limits.ts';
import { actions, creativeStates } from '../../core/words/statuses.ts';
import { commonView, externalIdSchema, idSchema, lineOfText, nameSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { addressCheckView, creativeCheckView } from './creative-check.ts';
import { fieldNameSchema } from './template-field.ts';
import { noteVideoIssues, videoFields } from './video-creative.ts';

/** Kinds that can be created; the others of product decisions 3 come with their own processing. */
export const creativeKinds = ['image', 'html', 'html5', 'native', 'advar', 'video', 'audio', 'vast'] as const;

/**
 * Where a click leads: absolute, http or https, and nothing in it that could end an attribute or a line of markup.
 * Source: product decisions 8.
 */
export const clickUrlSchema = z
  .string()
  .max(maxUrlLength, { error: fieldMessage('maxCharacters', { count: maxUrlLength }) })
  .regex(/^https?:\/\/[^\s\p{Cc}\p{Cs}"'<>\\`/?#@]+(?:[/?#][^\s\p{Cc}\p{Cs}"'<>\\`]*)?$/iu, {
    error: fieldMessage('httpUrlPlain'),
  })
  .nullish()
  .meta({ description: 'Where a click leads', example: 'https://aurora-coffee.example/winter' });

const fieldValue = z.union([
  z
    .string()
    .max(maxFieldLength, { error: fieldMessage('maxCharacters', { count: maxFieldLength }) })
    .regex(/^[^\0\p{Cs}]*$/u, { error: fieldMessage('noNul') }),
  z.number(),
]);

/** What a creative says in the fields of its format's template that are no images; the format says what may stand there. */
const fieldsSchema = z
  .record(fieldNameSchema, fieldValue)
  .refine((fields) => Object.keys(fields).length <= maxTemplateFields, {
    error: fieldMessage('maxEntries', { count: maxTemplateFields }),
  })
  .default({})
  .meta({
    description:
      'Kinds native and advar: texts and numbers by the name of their field in `templateFields` of the format; images are files, sent as `file.<name>`',
    example: {},
  });

/** Creates or replaces a creative. Source: product decisions 3. */
export const creativeBody = z
  .strictObject({
    name: nameSchema.meta({ example: 'Aurora winter 728x90' }),
    externalId: externalIdSchema,
    kind: z.enum(creativeKinds).meta({
      description:
        'image: with a file; html: with markup; html5: with a zip of a page and its files; native and advar: from the fields of the format’s template; video and audio: with a file, or with media files by address; vast: a third party’s VAST address',
      example: 'html',
    }),
    brandId: idSchema('brand'),
    formatId: idSchema('format'),
    clickUrl: clickUrlSchema,
    altText: lineOfText(255).nullish().meta({
      description: 'What the image shows, for those who do not see it',
      example: 'A cup of coffee in the snow',
    }),
    html: z
      .string()
      .min(1, { error: fieldMessage('notEmpty') })
      .max(maxHtmlLength, { error: fieldMessage('maxCharacters', { count: maxHtmlLength }) })
      .regex(/^[^\0\p{Cs}]*$/u, { error: fieldMessage('noNul') })
      .nullish()
      .meta({ description: 'Markup of kind html', example: '<div>Winter coffee</div>' }),
    fields: fieldsSchema,
    ...videoFields,
  })
  .refine(({ kind, fields }) => isOfTemplate(kind) || Object.keys(fields).length === 0, {
    path: ['fields'],
    error: fieldMessage('onlyKinds', { kinds: 'native, advar' }),
  })
  .refine((creative) => creative.kind !== 'html' || typeof creative.html === 'string', {
    path: ['html'],
    error: fieldMessage('requiredForKind', { kind: 'html' }),
  })
  .refine((creative) => creative.kind === 'html' || !creative.html, {
    path: ['html'],
    error: fieldMessage('onlyKinds', { kinds: 'html' }),
  })
  .superRefine(noteVideoIssues)
  .meta({ id: 'CreativeBody' });
/** A valid `creativeBody`. */
export type CreativeBody = z.output<typeof creativeBody>;

/** True for kinds that are made from the template of a format. */
export function isOfTemplate(kind: string): kind is 'native' | 'advar' {
  return kind === 'native' || kind === 'advar';
}

const anyUploadId = z.uuid({ error: fieldMessage('uploadId') });
const uploadId = anyUploadId.meta({
  description: 'A complete upload of `/uploads`, in place of the part `file`',
  example: '0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1d4',
});

/** A file for a creative, which was uploaded before. */
export const uploadedFileBody = z.strictObject({ uploadId }).meta({ id: 'UploadedFileBody' });
/** A valid `uploadedFileBody`. */
export type UploadedFileBody = z.output<typeof uploadedFileBody>;

/** Creates a creative, of files that were uploaded before if it names them. */
export const newCreativeBody = creativeBody
  .safeExtend({
    uploadId: uploadId.optional(),
    uploadIds: z
      .record(fieldNameSchema, anyUploadId)
      .refine((ids) => Object.keys(ids).length <= maxTemplateImages, {
        error: fieldMessage('maxEntries', { count: maxTemplateImages }),
      })
      .optional()
      .meta({
        description: 'Kinds native and advar: complete uploads by their field, in place of the parts `file.<name>`',
        example: { photo: '0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1d4' },
      }),
  })
  .meta({ id: 'NewCreativeBody' });
/** A valid `newCreativeBody`. */
export type NewCreativeBody = z.output<typeof newCreativeBody>;

/** What a creative shows, with the addresses of its files. */
const shownView = {
  clickUrl: z
    .string()
    .nullable()
    .meta({ description: 'Where a click leads', example: 'https://aurora-coffee.example/winter' }),
  altText: z.string().nullable().meta({ description: 'What the image shows', example: 'A cup of coffee in the snow' }),
  html: z.string().nullable().meta({ description: 'Markup of kind html', example: null }),
  fields: fieldsSchema,
  ...videoFields,
  width: z.number().nullable().meta({ description: 'Width in pixels', example: 728 }),
  height: z.number().nullable().meta({ description: 'Height in pixels', example: 90 }),
  assets: z
    .array(
      z.strictObject({
        url: z.string().meta({
          description: 'Address of the file on the delivery listener',
          example: 'http://localhost:8081/media/0f3a/banner.png',
        }),
        sha256: z
          .string()
          .nullable()
          .meta({ description: 'Hash of the file, hexadecimal; null: of a file that came without', example: '0f3a' }),
        bytes: z.number().meta({ description: 'Size of the file', example: 40_312 }),
        mime: z.string().meta({ description: 'Media type', example: 'image/png' }),
        width: z.number().nullable().meta({ description: 'Width in pixels', example: 728 }),
        height: z.number().nullable().meta({ description: 'Height in pixels', example: 90 }),
        field: z
          .string()
          .nullable()
          .meta({ description: 'The field of the template that it is in; null: of another kind', example: null }),
        variants: z
          .array(
            z.strictObject({
              url: z.string().meta({
                description: 'Its address: that of the file with `w` and `fm`',
                example: 'http://localhost:8081/media/0f3a/banner.png?w=320&fm=webp',
              }),
              mime: z.string().meta({ description: 'Media type', example: 'image/webp' }),
              bytes: z.number().meta({ description: 'Size', example: 8_204 }),
              width: z.number().meta({ description: 'Width in pixels', example: 320 }),
              height: z.number().meta({ description: 'Height in pixels', example: 40 }),
            }),
          )
          .meta({ description: 'The same image in other widths and types, made from the upload' }),
      }),
    )
    .meta({ description: 'Its files' }),
  poster: z
    .strictObject({
      url: z.string().meta({
        description: 'Address of the frame on the delivery listener, a JPEG',
        example: 'http://localhost:8081/media/0f3a/poster.jpg',
      }),
      width: z.number().meta({ description: 'Width in pixels', example: 1280 }),
      height: z.number().meta({ description: 'Height in pixels', example: 720 }),
    })
    .nullable()
    .meta({ description: 'A frame of the uploaded film; null: there is none', example: null }),
};

const addressCheck = addressCheckView.nullable().meta({
  description:
    'What came of fetching the addresses of third parties that it needs; null: it needs none, or nobody looked yet',
  example: null,
});

/** What of it is wrong. */
const checks = z.array(creativeCheckView).meta({
  description: 'What is wrong with it; with an `error` it cannot be approved',
  example: [],
});

/** A new version of an approved creative, which shows instead once it is approved. Source: product decisions 4. */
const pendingVersionView = z
  .strictObject({
    ...shownView,
    addressCheck,
    checks,
    submittedAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
  })
  .meta({ id: 'CreativeVersion' });

/** A creative as it is read. Source: product decisions 3 and 9. */
export const creativeView = z
  .strictObject({
    ...commonView,
    creativeId: z.number().meta({ description: 'The id again, under its specific name', example: 12 }),
    kind: z.string().meta({ description: 'Kind', example: 'image' }),
    brandId: z.number().meta({ description: 'Brand', example: 12 }),
    formatId: z.number().meta({ description: 'Format', example: 12 }),
    productId: z.number().nullable().meta({
      description: 'Beta. Of kind product: the product that it shows as the catalogue has it; null: of another kind',
      example: null,
    }),
    ...shownView,
    addressCheck,
    checks,
    pendingVersion: pendingVersionView.nullable().meta({
      description: 'A change that waits for review while what is approved goes on delivering; null: none does',
      example: null,
    }),
    rejectionReason: z
      .string()
      .nullable()
      .meta({ description: 'Why it, or its last new version, was rejected', example: null }),
    state: z
      .enum(creativeStates)
      .meta({ description: 'State of review; only approved ones deliver', example: 'approved' }),
    availableActions: z.array(z.enum(actions)).meta({
      description: 'What `POST .../actions/{action}` accepts now from the caller',
      example: ['pause', 'archive'],
    }),
  })
  .meta({ id: 'Creative' });
/** An object of `creativeView`. */
export type CreativeView = z.output<typeof creativeView>;
