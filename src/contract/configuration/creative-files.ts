import { z } from 'zod';
import { lineOfText } from '../common/common.ts';

const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'SHA-256, hexadecimal', example: '0'.repeat(64) });
const pixels = z.int().min(0).nullable().meta({ description: 'Pixels. Null if unknown.', example: 728 });
const percent = z.number().min(0).max(100);

/** Path of a stored file: `<area>/<hash>/<file name>`. */
export const storedPathSchema = z
  .string()
  .max(400)
  .regex(/^(?:media|html5)\/[0-9a-f]{64}\/[^/\\\p{Cc}][^\\\p{Cc}]*$/u)
  .meta({ description: 'Path of the file in the file store', example: `media/${'0'.repeat(64)}/banner.png` });

/** A stored file of a creative. Smaller versions of an image are listed with the file itself, not here. */
const assetSchema = z.strictObject({
  path: storedPathSchema,
  sha256: hash,
  bytes: z.int().min(0).meta({ description: 'File size in bytes', example: 40_312 }),
  mime: lineOfText(100).meta({ description: 'Media type', example: 'image/png' }),
  width: pixels,
  height: pixels,
  field: lineOfText(100).optional().meta({ description: 'Template field that shows the file', example: 'photo' }),
  role: z.literal('poster').optional().meta({ description: 'Poster of a video', example: 'poster' }),
  animation: z.strictObject({ runMs: z.number(), runs: z.number() }).optional(),
  crop: z
    .strictObject({
      focalPoint: z.strictObject({ x: percent, y: percent }),
      width: z.int().positive(),
      height: z.int().positive(),
    })
    .optional(),
  resized: z
    .array(
      z.strictObject({
        path: z.string(),
        from: z.strictObject({ width: z.number(), height: z.number() }),
        to: z.strictObject({ width: z.number(), height: z.number() }),
        savedBytes: z.number(),
      }),
    )
    .optional(),
});
/** A valid entry of `assetsSchema`. */
export type ConfiguredAsset = z.output<typeof assetSchema>;

/** Stored files of a creative, as in an exported configuration. */
export const assetsSchema = z
  .array(assetSchema)
  .max(50)
  .optional()
  .meta({ description: 'Stored files of the creative, as exported. Not with `file`.' });

/** A file that has not been processed yet. It is converted like an upload. */
export const rawFileSchema = z
  .strictObject({
    name: lineOfText(255).meta({ description: 'File name', example: 'banner.png' }),
    sha256: hash,
    focalPoint: z.strictObject({ x: percent, y: percent }).optional(),
  })
  .optional()
  .meta({ description: 'Original file of the creative. It is converted like an upload. Not with `assets`.' });
/** A valid `rawFileSchema`. */
export type ConfiguredRawFile = NonNullable<z.output<typeof rawFileSchema>>;
