import { z } from 'zod';
import { idText, lineOfText } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { storedPathSchema } from './creative-files.ts';
import { sectionNames } from './sections.ts';

/** Bytes of a request with a document: a configuration with 20,000 bookings. */
export const maxDocumentBytes = 64 * 1024 * 1024;
/** Original files of one document. */
const maxRawFiles = 10_000;

const documentExample = { version: 1, publishers: { 'Northern Press': { companyName: 'Northern Press' } } };

/** A document. Its objects are checked by section, so that all errors are reported together. */
const documentSchema = z.record(z.string(), z.unknown()).meta({
  description:
    'The configuration: `version`, and objects by section and key. `GET /configuration/schema` is its schema.',
  example: documentExample,
});

const prune = z.boolean().default(false).meta({
  description:
    'Whether active objects that are missing in a section of the document are archived. Users and sections that the document does not contain are left as they are.',
  example: false,
});

const uploads = z
  .record(z.string().regex(/^[0-9a-f]{64}$/), z.uuid({ error: fieldMessage('uploadId') }))
  .refine((given) => Object.keys(given).length <= maxRawFiles, {
    error: fieldMessage('maxEntries', { count: maxRawFiles }),
  })
  .default({})
  .meta({
    description: 'Completed uploads of `/uploads` by the SHA-256 of their content: the original files of creatives',
    example: {},
  });

/** Compares a document with the stored configuration. */
export const configurationPlanBody = z
  .strictObject({ document: documentSchema, prune, uploads })
  .meta({ id: 'ConfigurationPlanBody' });
/** A valid `configurationPlanBody`. */
export type ConfigurationPlanBody = z.output<typeof configurationPlanBody>;

const note = lineOfText(500).nullish().meta({ description: 'Reason of the change', example: 'Spring campaigns' });

/** Applies a document. */
export const configurationApplyBody = z
  .strictObject({
    document: documentSchema,
    prune,
    uploads,
    expectedRevision: z.int().min(0).nullish().meta({
      description: 'Revision of the plan. If the configuration changed since, nothing is applied. Null: not checked.',
      example: 42,
    }),
    note,
  })
  .meta({ id: 'ConfigurationApplyBody' });
/** A valid `configurationApplyBody`. */
export type ConfigurationApplyBody = z.output<typeof configurationApplyBody>;

/** Undoes an apply. */
export const configurationUndoBody = z
  .strictObject({
    force: z.boolean().default(false).meta({
      description: 'Whether objects that were changed after the apply are reverted as well',
      example: false,
    }),
    note,
  })
  .meta({ id: 'ConfigurationUndoBody' });
/** A valid `configurationUndoBody`. */
export type ConfigurationUndoBody = z.output<typeof configurationUndoBody>;

const names = sectionNames as unknown as readonly [string, ...string[]];

/** Query of `GET /configuration`. */
export const configurationQuery = z.strictObject({
  sections: z
    .string()
    .refine((text) => text.split(',').every((name) => names.includes(name)), {
      error: fieldMessage('oneOf', { values: names.join(', ') }),
    })
    .optional()
    .meta({ description: 'Names of sections, separated by commas. Default: all.', example: 'campaigns,bookings' }),
});

/** Stores a file of a creative. */
export const configurationFileBody = z
  .strictObject({
    path: storedPathSchema,
    uploadId: z.uuid({ error: fieldMessage('uploadId') }).meta({
      description: 'Completed upload of `/uploads` with the content of the file',
      example: '0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1d4',
    }),
  })
  .meta({ id: 'ConfigurationFileBody' });
/** A valid `configurationFileBody`. */
export type ConfigurationFileBody = z.output<typeof configurationFileBody>;

/** Query of the files that belong to an asset. */
export const fileSetQuery = z.strictObject({ path: storedPathSchema });

/** The files that belong to an asset, in the order in which they must be stored. */
export const fileSetView = z
  .strictObject({
    paths: z.array(z.string()).meta({
      description: 'Paths of the files, in the order in which they must be stored',
      example: [`media/${'0'.repeat(64)}/versions.json`],
    }),
  })
  .meta({ id: 'ConfigurationFileSet' });

/** Most uploads of one request. */
const maxKeptUploads = 500;

/** Keeps uploads of original files until the apply. */
export const configurationOriginalsBody = z
  .strictObject({
    uploadIds: z
      .array(z.uuid({ error: fieldMessage('uploadId') }))
      .max(maxKeptUploads, { error: fieldMessage('maxEntries', { count: maxKeptUploads }) })
      .meta({ description: 'Completed uploads', example: ['0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1d4'] }),
  })
  .meta({ id: 'ConfigurationOriginalsBody' });
/** A valid `configurationOriginalsBody`. */
export type ConfigurationOriginalsBody = z.output<typeof configurationOriginalsBody>;

/** The kept uploads. */
export const configurationOriginalsView = z
  .strictObject({ kept: z.number().meta({ description: 'Number of kept uploads', example: 1 }) })
  .meta({ id: 'ConfigurationOriginals' });

/** Most paths of one request. */
const maxPaths = 20_000;

/** Asks which files are not stored. */
export const missingFilesBody = z
  .strictObject({
    paths: z
      .array(storedPathSchema)
      .max(maxPaths)
      .meta({ description: 'Paths of assets', example: [`media/${'0'.repeat(64)}/a.png`] }),
  })
  .meta({ id: 'MissingFilesBody' });
/** A valid `missingFilesBody`. */
export type MissingFilesBody = z.output<typeof missingFilesBody>;

/** The files that are not stored. */
export const missingFilesView = z
  .strictObject({
    missing: z.array(z.string()).meta({ description: 'Paths that are not in the file store', example: [] }),
  })
  .meta({ id: 'MissingFiles' });

/** A stored file. */
export const storedFileView = z
  .strictObject({
    path: z.string().meta({ description: 'Path of the file', example: `media/${'0'.repeat(64)}/a.png` }),
    created: z.boolean().meta({ description: 'False if the file existed', example: true }),
  })
  .meta({ id: 'ConfigurationFile' });

const count = (what: string) => z.number().meta({ description: `Number of ${what} objects`, example: 3 });

const counts = {
  created: count('created'),
  updated: count('updated'),
  restored: count('restored'),
  archived: count('archived'),
};

const changeView = z
  .strictObject({
    section: z.enum(sectionNames).meta({ description: 'Section', example: 'bookings' }),
    key: z.string().meta({ description: 'Key of the object', example: 'Winter, leaderboards' }),
    id: z.number().nullable().meta({ description: 'ID of the object. Null if it does not exist.', example: 12 }),
    action: z.enum(['create', 'update', 'restore', 'archive']).meta({
      description: '`restore`: the object is archived and becomes active again',
      example: 'update',
    }),
    fields: z
      .array(
        z.strictObject({
          field: z.string().meta({ description: 'Field of the document', example: 'priority' }),
          before: z.unknown().meta({ description: 'Stored value. Null: the default value.', example: 5 }),
          after: z.unknown().meta({ description: 'Value of the document. Null: the default value.', example: 3 }),
        }),
      )
      .meta({ description: 'Changed fields. Empty for `create`, `restore` and `archive`.' }),
    changedBy: z
      .strictObject({
        actor: z.string().meta({ description: 'Author as in the audit log', example: 'user:12' }),
        at: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
      })
      .nullable()
      .meta({ description: 'Last change of the stored object. Null if the object is created.', example: null }),
  })
  .meta({ id: 'ConfigurationChange' });
/** An object of `changeView`. */
export type ConfigurationChangeView = z.output<typeof changeView>;

const share = (what: string) => z.number().meta({ description: `Share ${what}, 0 to 1`, example: 0.25 });

const shareEffectView = z
  .strictObject({
    position: z.string().meta({ description: 'Slot name of the position', example: '_home_-leaderboard' }),
    requestsPerDay: z
      .number()
      .nullable()
      .meta({ description: 'Average requests per day. Null if unknown.', example: 900 }),
    bookings: z
      .array(
        z.strictObject({
          key: z.string().meta({ description: 'Key of the booking', example: 'Winter, leaderboards' }),
          before: share('before the change'),
          after: share('after the change'),
        }),
      )
      .meta({ description: 'Bookings whose share changes, the largest difference first' }),
  })
  .meta({ id: 'ConfigurationShareEffect' });
/** An object of `shareEffectView`. */
export type ShareEffectView = z.output<typeof shareEffectView>;

/** Differences between a document and the stored configuration. */
export const configurationPlanView = z
  .strictObject({
    revision: z.number().meta({ description: 'Revision that was compared', example: 42 }),
    ...counts,
    changes: z.array(changeView).meta({ description: 'Changes in the order in which they are applied' }),
    unmanaged: z
      .array(z.strictObject({ section: z.enum(sectionNames), key: z.string(), id: z.number() }))
      .meta({ description: 'Active objects that are missing in the sections of the document. `prune` archives them.' }),
    shares: z.array(shareEffectView).meta({
      description: 'Positions where shares change at this time, those with the most requests first, at most 50',
    }),
    positionsAffected: z.number().meta({ description: 'Number of positions where shares change', example: 3 }),
  })
  .meta({ id: 'ConfigurationPlan' });
/** An object of `configurationPlanView`. */
export type ConfigurationPlanView = z.output<typeof configurationPlanView>;

/** An apply. */
export const configurationApplyView = z
  .strictObject({
    id: z.number().nullable().meta({ description: 'ID of the apply. Null if nothing changed.', example: 7 }),
    at: z.string().nullable().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
    actor: z.string().meta({ description: 'Author as in the audit log', example: 'service-account:1' }),
    revision: z
      .number()
      .nullable()
      .meta({ description: 'Revision of the changes. Null if nothing changed.', example: 43 }),
    note: z.string().nullable().meta({ description: 'Reason of the change', example: null }),
    ...counts,
    undoneBy: z.number().nullable().meta({ description: 'ID of the apply that undid it. Null: none.', example: null }),
  })
  .meta({ id: 'ConfigurationApply' });
/** An object of `configurationApplyView`. */
export type ConfigurationApplyView = z.output<typeof configurationApplyView>;

/** Parameters of an apply. */
export const configurationApplyParams = z.strictObject({ id: idText('apply') });
