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
      description: 'By which deliveries and targeting name it; as in targeting, case and signs make no difference',
      example: 'sports-fans',
    }),
  ttl: z
    .int({ error: fieldMessage('integer') })
    .min(secondsPerHour, { error: fieldMessage('minHour') })
    .max(maxTtlSeconds, { error: fieldMessage('max400Days') })
    .default(defaultTtlSeconds)
    .meta({
      description:
        'Seconds for which a membership counts that no delivery confirmed, by the whole hour; default: 30 days',
      example: defaultTtlSeconds,
    }),
};

/** Creates or replaces a segment; deliveries also make those that they name. Source: product decisions 3 and 10. */
export const segmentBody = z
  .strictObject({
    name: nameSchema.meta({ example: 'Sports fans' }),
    externalId: externalIdSchema,
    ...segmentFields,
    source: z.int().positive().nullish().meta({
      description: 'Id of the destination connection whose deliveries fill it; null: attributes that back ends send',
      example: 12,
    }),
  })
  .meta({ id: 'SegmentBody' });
/** A valid `segmentBody`. */
export type SegmentBody = z.output<typeof segmentBody>;

/** A segment as it is read. */
export const segmentView = z
  .strictObject({
    ...commonView,
    ...segmentFields,
    ttl: z.number().meta({ description: 'Seconds for which an unconfirmed membership counts', example: 2_592_000 }),
    source: z.number().nullable().meta({
      description: 'Id of the destination connection that fills it; null: attributes that back ends send',
      example: 12,
    }),
    size: z.number().meta({ description: 'Members after the newest delivery', example: 120_000 }),
    freshAt: z.string().nullable().meta({
      description: 'When it was last filled, RFC 3339, UTC; null: never',
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
  kind: z.enum(['folder', 'bucket']).meta({ description: 'Where the platform puts its files', example: 'bucket' }),
  folder: pathBelow
    .nullish()
    .meta({ description: 'Of a folder: its path below `PLACARD_DELIVERIES`', example: 'cdp/exports' }),
  bucket: bucketName.nullish().meta({ description: 'Of a bucket: its name', example: 'courier-audiences' }),
  prefix: pathBelow
    .nullish()
    .meta({ description: 'What all keys begin with, without a slash at its ends', example: 'placard/segments' }),
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
    .meta({ description: 'Of a service that is not Amazon’s', example: 'https://s3.example' }),
  accessKeyId: lineOfText(128).nullish().meta({
    description: 'Access key; needed with an endpoint; left out: as the environment of the server says',
    example: 'AKIAEXAMPLE',
  }),
  identifierType: z
    .string()
    .regex(/^[\w.-]{1,64}$/, { error: fieldMessage('idCharacters', { max: 64, characters: '_ . -' }) })
    .default('ui')
    .meta({
      description:
        'Kind of the identifiers that do not say theirs: the parameter of ad requests that carries it (`ui`, `xz`, `x5`), a partner of the user sync or the source of an extended identifier',
      example: 'ui',
    }),
  maxBadRowsPercent: z.int().min(0).max(100).default(5).meta({
    description:
      'Wrong rows in a hundred up to which a delivery is taken without them; beyond, the last good one stays in force. 100: always taken',
    example: 5,
  }),
  active: z.boolean().default(true).meta({ description: 'Whether it is looked at', example: true }),
};

/** Creates or replaces a destination connection. Source: product decisions 10. */
export const destinationConnectionBody = z
  .strictObject({
    name: nameSchema.meta({ example: 'Customer data platform' }),
    externalId: externalIdSchema,
    ...connectionFields,
    secretAccessKey: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .meta({ description: 'Never shown; absent: as before, or none', example: 'wJalrX...' }),
  })
  .refine(({ kind, folder }) => kind !== 'folder' || (folder ?? null) !== null, {
    error: fieldMessage('requiredForFolder'),
    path: ['folder'],
  })
  .refine(({ kind, bucket }) => kind !== 'bucket' || (bucket ?? null) !== null, {
    error: fieldMessage('requiredForBucket'),
    path: ['bucket'],
  })
  // What the environment says is the machine's, and not for whoever types in an address.
  .refine(({ endpoint, accessKeyId }) => (endpoint ?? null) === null || (accessKeyId ?? null) !== null, {
    error: fieldMessage('requiredWithEndpoint'),
    path: ['accessKeyId'],
  })
  .meta({ id: 'DestinationConnectionBody' });
/** A valid `destinationConnectionBody`. */
export type DestinationConnectionBody = z.output<typeof destinationConnectionBody>;

const text = (description: string, example: string) => z.string().nullable().meta({ description, example });

/** A destination connection as it is read; never with its secret. */
export const destinationConnectionView = z
  .strictObject({
    ...commonView,
    kind: connectionFields.kind,
    folder: text('Path below `PLACARD_DELIVERIES`', 'cdp/exports'),
    bucket: text('Name of the bucket', 'courier-audiences'),
    prefix: text('What all keys begin with', 'placard/segments'),
    region: text('Region of the bucket', 'eu-west-1'),
    endpoint: text('Of a service that is not Amazon’s', 'https://s3.example'),
    accessKeyId: text('Access key', 'AKIAEXAMPLE'),
    hasSecretAccessKey: z.boolean().meta({ description: 'Whether it was given a secret', example: true }),
    identifierType: z.string().meta({ description: 'Kind of identifiers that do not say theirs', example: 'ui' }),
    maxBadRowsPercent: z.number().meta({ description: 'Wrong rows in a hundred that are let pass', example: 5 }),
    active: z.boolean().meta({ description: 'Whether it is looked at', example: true }),
    checkedAt: text('When it was last looked at, RFC 3339, UTC; null: never', '2026-11-21T09:00:00.000Z'),
    problem: text('Why it could not be looked at then; null: it could', 'The bucket does not answer'),
  })
  .meta({ id: 'DestinationConnection' });

/** Page of `GET /segments/deliveries`, newest first. */
export const segmentDeliveriesQuery = z.strictObject({
  ...pageQuery(),
  connectionId: idText('destination connection').optional(),
  status: z
    .enum(['importing', 'accepted', 'refused'])
    .optional()
    .meta({ description: 'What became of it', example: 'refused' }),
});
/** A valid `segmentDeliveriesQuery`. */
export type SegmentDeliveriesQuery = z.output<typeof segmentDeliveriesQuery>;

const segmentDeliveryFields = {
  id: z.number().meta({ description: 'Id', example: 12 }),
  connectionId: z.number().meta({ description: 'Id of the destination connection', example: 12 }),
  folder: z.string().meta({ description: 'Where it lies below the connection’s place', example: '2026-11-21T0600' }),
  kind: z
    .enum(['full', 'delta'])
    .nullable()
    .meta({ description: 'null: its manifest cannot be read', example: 'full' }),
  status: z.enum(['importing', 'accepted', 'refused']).meta({
    description: '`refused`: nothing of it was taken, and what was in force before still is',
    example: 'accepted',
  }),
  problem: text('Why it was refused, as a code', 'gzip_broken'),
  detail: text('The same in words', 'members.csv.gz is no whole gzip file'),
  rows: z.number().meta({ description: 'Rows that were read', example: 1_200_000 }),
  badRows: z.number().meta({ description: 'Of which were wrong, and not taken', example: 3 }),
  faults: z
    .record(z.string(), z.number())
    .meta({ description: 'Wrong rows by what is wrong', example: { id_missing: 3 } }),
  memberships: z
    .number()
    .nullable()
    .meta({ description: 'Memberships of the connection after it; null: it was not taken', example: 1_199_997 }),
  startedAt: instantSchema.meta({ description: 'When reading it began', example: '2026-11-21T06:00:00.000Z' }),
  finishedAt: text('When it was read; null: it is being read', '2026-11-21T06:01:00.000Z'),
};

/** What became of a delivery. */
export const segmentDeliveryView = z.strictObject(segmentDeliveryFields).meta({ id: 'SegmentDelivery' });

/** The same with its wrong rows. */
export const segmentDeliveryReportView = z
  .strictObject({
    ...segmentDeliveryFields,
    badRowList: z
      .array(
        z.strictObject({
          file: z.string().meta({ description: 'File of the delivery', example: 'members.csv.gz' }),
          line: z.number().meta({ description: 'Line, from 1', example: 812 }),
          code: z.string().meta({ description: 'What is wrong with it', example: 'id_missing' }),
        }),
      )
      .meta({ description: 'The first thousand wrong rows; what stands in them is never kept', example: [] }),
  })
  .meta({ id: 'SegmentDeliveryReport' });

/** Who is to be erased. Source: product decisions 10; GDPR, article 17. */
export const erasureBody = z
  .strictObject({
    identifier: z.strictObject({
      name: z
        .string()
        .regex(/^[\w.-]{1,64}$/, { error: fieldMessage('idCharacters', { max: 64, characters: '_ . -' }) })
        .meta({ description: 'Kind of the identifier, as `identifierType` of a connection', example: 'ui' }),
      value: lineOfText(256).meta({ description: 'The identifier', example: 'user-4711' }),
    }),
  })
  .meta({ id: 'ErasureBody' });

/** What became of an erasure; who was erased is written nowhere. */
export const erasureView = z
  .strictObject({
    id: z.number().meta({ description: 'Id', example: 12 }),
    requestedAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
    finishedAt: text('When nothing of the user was left; null: it is under way', '2026-11-21T09:00:04.000Z'),
  })
  .meta({ id: 'Erasure' });

/** Page of `GET /erasures`, newest first. */
export const erasuresQuery = z.strictObject(pageQuery());
