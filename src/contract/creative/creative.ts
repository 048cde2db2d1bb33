/*
 * Schemas of creatives.
 *
 * - `creative.ts`, `video-creative.ts`, `template-field.ts`: bodies and views. `creative-check.ts`: checks of a creative.
 * - `preview-link.ts`, `test-image.ts`: previews, and test images.
 */

import { z } from 'zod';
import { maxUrlLength } from '../../core/vocabulary/limits/api-limits.ts';
import {
  maxFieldLength,
  maxHtmlLength,
  maxTemplateFields,
  maxTemplateImages,
} from '../../core/vocabulary/limits/creative-limits.ts';
import { actions, creativeStates } from '../../core/vocabulary/statuses.ts';
import { commonView, externalIdSchema, idSchema, lineOfText, nameSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { addressCheckView, creativeCheckView } from './creative-check.ts';
import { fieldNameSchema } from './template-field.ts';
import { noteVideoIssues, videoFields } from './video-creative.ts';

/** Kinds that can be created. The other kinds of product decisions 3 are created by other operations. */
export const creativeKinds = ['image', 'html', 'html5', 'native', 'advar', 'video', 'audio', 'vast'] as const;

/**
 * A click-through URL: absolute, http or https, without characters that could end an attribute or a line of markup.
 * Source: product decisions 8.
 */
export const clickUrlSchema = z
  .string()
  .max(maxUrlLength, { error: fieldMessage('maxCharacters', { count: maxUrlLength }) })
  .regex(/^https?:\/\/[^\s\p{Cc}\p{Cs}"'<>\\`/?#@]+(?:[/?#][^\s\p{Cc}\p{Cs}"'<>\\`]*)?$/iu, {
    error: fieldMessage('httpUrlPlain'),
  })
  .nullish()
  .meta({ description: 'Click-through URL', example: 'https://aurora-coffee.example/winter' });

const fieldValue = z.union([
  z
    .string()
    .max(maxFieldLength, { error: fieldMessage('maxCharacters', { count: maxFieldLength }) })
    .regex(/^[^\0\p{Cs}]*$/u, { error: fieldMessage('noNul') }),
  z.number(),
]);

/** Values of the template fields that are not images. The format defines the allowed values. */
const fieldsSchema = z
  .record(fieldNameSchema, fieldValue)
  .refine((fields) => Object.keys(fields).length <= maxTemplateFields, {
    error: fieldMessage('maxEntries', { count: maxTemplateFields }),
  })
  .default({})
  .meta({
    description:
      'For kinds `native` and `advar`: texts and numbers by their field name in `templateFields` of the format. Images are files, sent as `file.<name>`.',
    example: {},
  });

/** Creates or replaces a creative. Source: product decisions 3. */
export const creativeBody = z
  .strictObject({
    name: nameSchema.meta({ example: 'Aurora winter 728x90' }),
    externalId: externalIdSchema,
    kind: z.enum(creativeKinds).meta({
      description:
        'Kind of the creative. `image`: a file. `html`: markup. `html5`: a ZIP file with a page and its files. `native` and `advar`: fields of the format’s template. `video` and `audio`: a file, or URLs of media files. `vast`: the VAST URL of a third party.',
      example: 'html',
    }),
    brandId: idSchema('brand'),
    formatId: idSchema('format'),
    clickUrl: clickUrlSchema,
    altText: lineOfText(255).nullish().meta({
      description: 'Alternative text of the image',
      example: 'A cup of coffee in the snow',
    }),
    html: z
      .string()
      .min(1, { error: fieldMessage('notEmpty') })
      .max(maxHtmlLength, { error: fieldMessage('maxCharacters', { count: maxHtmlLength }) })
      .regex(/^[^\0\p{Cs}]*$/u, { error: fieldMessage('noNul') })
      .nullish()
      .meta({ description: 'Markup of a creative of kind `html`', example: '<div>Winter coffee</div>' }),
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

/** Returns true for kinds that fill in the template of a format. */
export function isOfTemplate(kind: string): kind is 'native' | 'advar' {
  return kind === 'native' || kind === 'advar';
}

const anyUploadId = z.uuid({ error: fieldMessage('uploadId') });
const uploadId = anyUploadId.meta({
  description: 'Completed upload of `/uploads`, instead of the part `file`',
  example: '0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1d4',
});

const percent = (description: string) =>
  z
    .number({ error: fieldMessage('numberRange', { min: 0, max: 100 }) })
    .min(0, { error: fieldMessage('numberRange', { min: 0, max: 100 }) })
    .max(100, { error: fieldMessage('numberRange', { min: 0, max: 100 }) })
    .meta({ description, example: 50 });

const focalPointFields = {
  x: percent('Percent of the width, from the left'),
  y: percent('Percent of the height, from the top'),
};

const focalPointSchema = z.strictObject(focalPointFields).nullish().meta({
  id: 'FocalPoint',
  description:
    'For kind `image`: the point to keep when the aspect ratio of the file differs from that of the format. The largest part with the aspect ratio of the format around this point is used. Without it, such a file is refused. Animated images are not cropped.',
  example: null,
});

/** A previously uploaded file for a creative. */
export const uploadedFileBody = z.strictObject({ uploadId }).meta({ id: 'UploadedFileBody' });
/** A valid `uploadedFileBody`. */
export type UploadedFileBody = z.output<typeof uploadedFileBody>;

/** Part of a form next to the new file of a creative. */
export const replacementFormBody = z.strictObject({
  focalPoint: focalPointSchema.meta({
    description:
      'For kind `image`: the point to keep when the aspect ratio of the file differs from that of the format. Omitted or null: the focal point of the replaced file is kept if the aspect ratio of the new file is the same. Otherwise such a file is refused.',
    example: null,
  }),
});

/** A previously uploaded file that replaces the file of a creative. */
export const replacementFileBody = replacementFormBody.extend({ uploadId }).meta({ id: 'ReplacementFileBody' });
/** A valid `replacementFileBody`. */
export type ReplacementFileBody = z.output<typeof replacementFileBody>;

/** Creates a creative from the files of a form. */
export const formCreativeBody = creativeBody
  .safeExtend({ focalPoint: focalPointSchema })
  .refine(({ kind, focalPoint }) => kind === 'image' || !focalPoint, {
    path: ['focalPoint'],
    error: fieldMessage('onlyKinds', { kinds: 'image' }),
  });

/** Creates a creative, optionally from previously uploaded files. */
export const newCreativeBody = formCreativeBody
  .safeExtend({
    uploadId: uploadId.optional(),
    uploadIds: z
      .record(fieldNameSchema, anyUploadId)
      .refine((ids) => Object.keys(ids).length <= maxTemplateImages, {
        error: fieldMessage('maxEntries', { count: maxTemplateImages }),
      })
      .optional()
      .meta({
        description:
          'For kinds `native` and `advar`: completed uploads by field name, instead of the parts `file.<name>`',
        example: { photo: '0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1d4' },
      }),
  })
  .meta({ id: 'NewCreativeBody' });
/** A valid `newCreativeBody`. */
export type NewCreativeBody = z.output<typeof newCreativeBody>;

/** Content of a creative with the URLs of its files. */
const shownView = {
  clickUrl: z
    .string()
    .nullable()
    .meta({ description: 'Click-through URL', example: 'https://aurora-coffee.example/winter' }),
  altText: z
    .string()
    .nullable()
    .meta({ description: 'Alternative text of the image', example: 'A cup of coffee in the snow' }),
  html: z.string().nullable().meta({ description: 'Markup of a creative of kind `html`', example: null }),
  fields: fieldsSchema,
  ...videoFields,
  width: z.number().nullable().meta({ description: 'Width in pixels', example: 728 }),
  height: z.number().nullable().meta({ description: 'Height in pixels', example: 90 }),
  assets: z
    .array(
      z.strictObject({
        url: z.string().meta({
          description: 'URL of the file on the delivery listener',
          example: 'http://localhost:8081/media/0f3a/banner.png',
        }),
        sha256: z
          .string()
          .nullable()
          .meta({ description: 'Hash of the file, hexadecimal. Null if the file has no hash.', example: '0f3a' }),
        bytes: z.number().meta({ description: 'File size in bytes', example: 40_312 }),
        mime: z.string().meta({ description: 'Media type', example: 'image/png' }),
        width: z.number().nullable().meta({ description: 'Width in pixels', example: 728 }),
        height: z.number().nullable().meta({ description: 'Height in pixels', example: 90 }),
        field: z
          .string()
          .nullable()
          .meta({ description: 'Name of the template field with the file. Null for other kinds.', example: null }),
        crop: z
          .strictObject({
            focalPoint: z
              .strictObject(focalPointFields)
              .meta({ description: 'Point around which the image was cropped', example: { x: 50, y: 30 } }),
            width: z.number().meta({ description: 'Width of the upload in pixels', example: 2400 }),
            height: z.number().meta({ description: 'Height of the upload in pixels', example: 1600 }),
          })
          .nullable()
          .meta({
            description: 'How the image was cropped to the aspect ratio of its format. Null: it was not cropped.',
            example: null,
          }),
        variants: z
          .array(
            z.strictObject({
              url: z.string().meta({
                description: 'URL of the rendition: the URL of the file with `w` and `fm`',
                example: 'http://localhost:8081/media/0f3a/banner.png?w=320&fm=webp',
              }),
              mime: z.string().meta({ description: 'Media type', example: 'image/webp' }),
              bytes: z.number().meta({ description: 'File size in bytes', example: 8_204 }),
              width: z.number().meta({ description: 'Width in pixels', example: 320 }),
              height: z.number().meta({ description: 'Height in pixels', example: 40 }),
            }),
          )
          .meta({ description: 'Renditions of the image in other widths and types, generated from the upload' }),
      }),
    )
    .meta({ description: 'Files of the creative' }),
  poster: z
    .strictObject({
      url: z.string().meta({
        description: 'URL of the poster on the delivery listener, a JPEG file',
        example: 'http://localhost:8081/media/0f3a/poster.jpg',
      }),
      width: z.number().meta({ description: 'Width in pixels', example: 1280 }),
      height: z.number().meta({ description: 'Height in pixels', example: 720 }),
    })
    .nullable()
    .meta({ description: 'Poster: a frame of the uploaded video. Null if there is none.', example: null }),
};

const addressCheck = addressCheckView.nullable().meta({
  description:
    'Result of fetching the third-party URLs of the creative. Null if it has none or they have not been checked yet.',
  example: null,
});

/** Problems of the creative. */
const checks = z.array(creativeCheckView).meta({
  description: 'Problems of the creative. A creative with an `error` cannot be approved.',
  example: [],
});

/**
 * A new version of an approved creative. It replaces the current version when it is approved. Source: product decisions
 * 4.
 */
const pendingVersionView = z
  .strictObject({
    ...shownView,
    addressCheck,
    checks,
    submittedAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
  })
  .meta({ id: 'CreativeVersion' });

/** A creative as returned by the API. Source: product decisions 3 and 9. */
export const creativeView = z
  .strictObject({
    ...commonView,
    creativeId: z.number().meta({ description: 'Same as `id`', example: 12 }),
    kind: z.string().meta({ description: 'Kind', example: 'image' }),
    brandId: z.number().meta({ description: 'Brand', example: 12 }),
    formatId: z.number().meta({ description: 'Format', example: 12 }),
    productId: z.number().nullable().meta({
      description: 'Beta. For kind `product`: the product as in the catalog. Null for other kinds.',
      example: null,
    }),
    ...shownView,
    addressCheck,
    checks,
    pendingVersion: pendingVersionView.nullable().meta({
      description:
        'New version that waits for review while the approved version continues to deliver. Null if there is none.',
      example: null,
    }),
    rejectionReason: z.string().nullable().meta({
      description:
        'Reason why the creative or its latest new version was rejected. Null if it was not rejected or the reviewer gave no reason.',
      example: null,
    }),
    state: z
      .enum(creativeStates)
      .meta({ description: 'Review state. Only approved creatives deliver.', example: 'approved' }),
    availableActions: z.array(z.enum(actions)).meta({
      description: 'Actions that the caller may perform now with `POST .../actions/{action}`',
      example: ['pause', 'archive'],
    }),
  })
  .meta({ id: 'Creative' });
/** An object of `creativeView`. */
export type CreativeView = z.output<typeof creativeView>;
