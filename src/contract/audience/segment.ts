import { z } from 'zod';
import {
  commonView,
  externalIdSchema,
  idText,
  instantSchema,
  lineOfText,
  nameSchema,
  pageQuery,
} from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';

const secondsPerHour = 60 * 60;
const maxTtlSeconds = 400 * 24 * secondsPerHour;
const defaultTtlSeconds = 30 * 24 * secondsPerHour;
const maxPath = 500;

const segmentFields = {
  code: z
    .string()
    .regex(/^[\p{L}\p{M}\p{Nd}_.:-]{1,100}$/u, {
      error: fieldMessage('idCharacters', { max: 100, characters: '_ . : -' }),
    })
    .meta({
      description:
        'Code of the segment in deliveries and targeting. Compared after folding: upper or lower case and special characters make no difference.',
      example: 'sports-fans',
    }),
  ttl: z
    .int({ error: fieldMessage('integer') })
    .min(secondsPerHour, { error: fieldMessage('minHour') })
    .max(maxTtlSeconds, { error: fieldMessage('max400Days') })
    .default(defaultTtlSeconds)
    .meta({
      description:
        'Lifetime in seconds of a membership that no delivery confirms, with a resolution of one hour. Default: 30 days.',
      example: defaultTtlSeconds,
    }),
};

/**
 * Creates or replaces a segment. Deliveries also create the segments that they name. Source: product decisions 3 and
 * 10.
 */
export const segmentBody = z
  .strictObject({
    name: nameSchema.meta({ example: 'Sports fans' }),
    externalId: externalIdSchema,
    ...segmentFields,
    source: z.int().positive().nullish().meta({
      description:
        'ID of the destination connection whose deliveries fill the segment. Null if back ends fill it with attributes.',
      example: 12,
    }),
  })
  .meta({ id: 'SegmentBody' });
/** A valid `segmentBody`. */
export type SegmentBody = z.output<typeof segmentBody>;

/** A segment as returned by the API. */
export const segmentView = z
  .strictObject({
    ...commonView,
    ...segmentFields,
    ttl: z
      .number()
      .meta({ description: 'Lifetime in seconds of a membership that no delivery confirms', example: 2_592_000 }),
    source: z.number().nullable().meta({
      description:
        'ID of the destination connection that fills the segment. Null if back ends fill it with attributes.',
      example: 12,
    }),
    size: z.number().meta({ description: 'Number of members after the latest delivery', example: 120_000 }),
    freshAt: z.string().nullable().meta({
      description: 'Time of the last update of the members, RFC 3339, UTC. Null if the segment was never filled.',
      example: '2026-11-21T09:00:00.000Z',
    }),
  })
  .meta({ id: 'Segment' });

const bucketName = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: fieldMessage('bucketName') });
const pathBelow = z
  .string()
  .max(maxPath, { error: fieldMessage('maxCharacters', { count: maxPath }) })
  .regex(/^[\w!.*'()-]+(?:\/[\w!.*'()-]+)*$/, { error: fieldMessage('path') })
  .refine((path) => !path.split('/').some((name) => name === '.' || name === '..'), {
    error: fieldMessage('noParentPath'),
  });

const connectionFields = {
  kind: z
    .enum(['folder', 'bucket'])
    .meta({ description: 'Type of the location to which the platform exports its files', example: 'bucket' }),
  folder: pathBelow
    .nullish()
    .meta({ description: 'Path below `PLACARD_DELIVERIES`. Required for a folder.', example: 'cdp/exports' }),
  bucket: bucketName
    .nullish()
    .meta({ description: 'Bucket name. Required for a bucket.', example: 'courier-audiences' }),
  prefix: pathBelow.nullish().meta({
    description: 'Common prefix of all keys, without a leading or trailing slash',
    example: 'placard/segments',
  }),
  region: z
    .string()
    .regex(/^[a-z0-9-]{2,40}$/, { error: fieldMessage('region') })
    .nullish()
    .meta({ description: 'Region of the bucket', example: 'eu-west-1' }),
  endpoint: z
    .string()
    .max(maxPath)
    .regex(/^https?:\/\/[^/?#@\s]+\/?$/, { error: fieldMessage('urlExample', { example: 'https://s3.example' }) })
    .nullish()
    .meta({ description: 'URL of the S3-compatible service. Omit for Amazon S3.', example: 'https://s3.example' }),
  accessKeyId: lineOfText(128).nullish().meta({
    description:
      'Access key ID. Required with an endpoint. If omitted, the credentials of the server environment are used.',
    example: 'AKIAEXAMPLE',
  }),
  identifierType: z
    .string()
    .regex(/^[\w.-]{1,64}$/, { error: fieldMessage('asciiCharacters', { max: 64, characters: '_ . -' }) })
    .default('ui')
    .meta({
      description:
        'Type of identifiers in rows without a type: a parameter of ad requests (`ui`, `xz`, `x5`), a partner of the user sync or the source of an extended identifier',
      example: 'ui',
    }),
  maxBadRowsPercent: z.int().min(0).max(100).default(5).meta({
    description:
      'Highest percentage of invalid rows of an accepted delivery. Invalid rows are skipped. A delivery with more invalid rows is rejected and the previous one remains in force. 100: always accepted.',
    example: 5,
  }),
  active: z
    .boolean()
    .default(true)
    .meta({ description: 'Whether the connection is checked for deliveries', example: true }),
};

/** Creates or replaces a destination connection. Source: product decisions 10. */
export const destinationConnectionBody = z
  .strictObject({
    name: nameSchema.meta({ example: 'Customer data platform' }),
    externalId: externalIdSchema,
    ...connectionFields,
    secretAccessKey: z.string().min(1).max(500).optional().meta({
      description: 'Secret access key. Never returned. If omitted, the current secret is unchanged.',
      example: 'wJalrX...',
    }),
  })
  .refine(({ kind, folder }) => kind !== 'folder' || (folder ?? null) !== null, {
    error: fieldMessage('requiredForFolder'),
    path: ['folder'],
  })
  .refine(({ kind, bucket }) => kind !== 'bucket' || (bucket ?? null) !== null, {
    error: fieldMessage('requiredForBucket'),
    path: ['bucket'],
  })
  // The credentials of the environment belong to the server. They must not be sent to an endpoint that a user enters.
  .refine(({ endpoint, accessKeyId }) => (endpoint ?? null) === null || (accessKeyId ?? null) !== null, {
    error: fieldMessage('requiredWithEndpoint'),
    path: ['accessKeyId'],
  })
  .meta({ id: 'DestinationConnectionBody' });
/** A valid `destinationConnectionBody`. */
export type DestinationConnectionBody = z.output<typeof destinationConnectionBody>;

const text = (description: string, example: string) => z.string().nullable().meta({ description, example });

/** A destination connection as returned by the API, without its secret. */
export const destinationConnectionView = z
  .strictObject({
    ...commonView,
    kind: connectionFields.kind,
    folder: text('Path below `PLACARD_DELIVERIES`', 'cdp/exports'),
    bucket: text('Bucket name', 'courier-audiences'),
    prefix: text('Common prefix of all keys', 'placard/segments'),
    region: text('Region of the bucket', 'eu-west-1'),
    endpoint: text('URL of the S3-compatible service. Null for Amazon S3.', 'https://s3.example'),
    accessKeyId: text('Access key ID', 'AKIAEXAMPLE'),
    hasSecretAccessKey: z.boolean().meta({ description: 'Whether a secret access key is set', example: true }),
    identifierType: z.string().meta({ description: 'Type of identifiers in rows without a type', example: 'ui' }),
    maxBadRowsPercent: z
      .number()
      .meta({ description: 'Highest percentage of invalid rows of an accepted delivery', example: 5 }),
    active: z.boolean().meta({ description: 'Whether the connection is checked for deliveries', example: true }),
    checkedAt: text(
      'Time of the last check, RFC 3339, UTC. Null if the connection was never checked.',
      '2026-11-21T09:00:00.000Z',
    ),
    problem: text('Error of the last check. Null if the check succeeded.', 'The bucket does not answer'),
  })
  .meta({ id: 'DestinationConnection' });

/** Page of `GET /segments/deliveries`, newest first. */
export const segmentDeliveriesQuery = z.strictObject({
  ...pageQuery(),
  connectionId: idText('destination connection').optional(),
  status: z
    .enum(['importing', 'accepted', 'refused'])
    .optional()
    .meta({ description: 'Result of the import', example: 'refused' }),
});
/** A valid `segmentDeliveriesQuery`. */
export type SegmentDeliveriesQuery = z.output<typeof segmentDeliveriesQuery>;

const segmentDeliveryFields = {
  id: z.number().meta({ description: 'ID', example: 12 }),
  connectionId: z.number().meta({ description: 'ID of the destination connection', example: 12 }),
  folder: z
    .string()
    .meta({ description: 'Path below the folder or prefix of the connection', example: '2026-11-21T0600' }),
  kind: z
    .enum(['full', 'delta'])
    .nullable()
    .meta({ description: 'Type of the delivery. Null if its manifest cannot be read.', example: 'full' }),
  status: z.enum(['importing', 'accepted', 'refused']).meta({
    description: 'Result of the import. `refused`: nothing was imported and the previous data remains in force.',
    example: 'accepted',
  }),
  problem: text('Code of the reason for the rejection. Null if the delivery was not rejected.', 'gzip_broken'),
  detail: text(
    'Description of the reason for the rejection. Null if the delivery was not rejected.',
    'members.csv.gz is no whole gzip file',
  ),
  rows: z.number().meta({ description: 'Number of rows that were read', example: 1_200_000 }),
  badRows: z.number().meta({ description: 'Number of invalid rows, which were skipped', example: 3 }),
  faults: z
    .record(z.string(), z.number())
    .meta({ description: 'Number of invalid rows by error code', example: { id_missing: 3 } }),
  memberships: z.number().nullable().meta({
    description: 'Memberships of the connection after the delivery. Null if the delivery was not imported.',
    example: 1_199_997,
  }),
  startedAt: instantSchema.meta({ description: 'Start of the import', example: '2026-11-21T06:00:00.000Z' }),
  finishedAt: text('End of the import. Null while the import is running.', '2026-11-21T06:01:00.000Z'),
};

/** A delivery with the result of its import. */
export const segmentDeliveryView = z.strictObject(segmentDeliveryFields).meta({ id: 'SegmentDelivery' });

/** A delivery with its invalid rows. */
export const segmentDeliveryReportView = z
  .strictObject({
    ...segmentDeliveryFields,
    badRowList: z
      .array(
        z.strictObject({
          file: z.string().meta({ description: 'File name in the delivery', example: 'members.csv.gz' }),
          line: z.number().meta({ description: 'Line, from 1', example: 812 }),
          code: z.string().meta({ description: 'Error code', example: 'id_missing' }),
        }),
      )
      .meta({ description: 'First 1,000 invalid rows. Their content is never stored.', example: [] }),
  })
  .meta({ id: 'SegmentDeliveryReport' });

/** The viewer to erase. Source: product decisions 10; GDPR, article 17. */
export const erasureBody = z
  .strictObject({
    identifier: z.strictObject({
      name: z
        .string()
        .regex(/^[\w.-]{1,64}$/, { error: fieldMessage('asciiCharacters', { max: 64, characters: '_ . -' }) })
        .meta({ description: 'Type of the identifier, as in `identifierType` of a connection', example: 'ui' }),
      value: lineOfText(256).meta({ description: 'Value of the identifier', example: 'user-4711' }),
    }),
  })
  .meta({ id: 'ErasureBody' });

/** Progress of an erasure. The erased identifier is not stored. */
export const erasureView = z
  .strictObject({
    id: z.number().meta({ description: 'ID', example: 12 }),
    requestedAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
    finishedAt: text(
      'Time at which all data of the viewer was erased. Null while the erasure is running.',
      '2026-11-21T09:00:04.000Z',
    ),
  })
  .meta({ id: 'Erasure' });

/** Page of `GET /erasures`, newest first. */
export const erasuresQuery = z.strictObject(pageQuery());
