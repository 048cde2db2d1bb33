/*
 * Schemas and messages that all parts of the API share.
 *
 * - `common.ts`: IDs, names, times, money, pagination. `limits.ts`: rate limits. `chapters.ts`: chapters of the API
 *   documentation. `bulk.ts`: bulk calls.
 * - `problems.ts`: problem codes and documents. `field-message.ts`, `issue-message.ts`: messages of field errors.
 */

import { z } from 'zod';
import { defaultPageSize, maxNameLength, maxPageSize } from '../../core/vocabulary/limits/api-limits.ts';
import { decimalAmountPattern } from '../../core/vocabulary/money.ts';
import { fieldMessage } from './field-message.ts';

/** Most characters of an external ID or external key. */
const maxCodeLength = 100;
/** Most entries of a list or map in an object. */
const maxEntries = 100;

/** Schema of an object ID in a JSON body: an integer from 1 to 2^53-1. Source: product decisions 2. */
export function idSchema(what: string) {
  return z
    .int({ error: fieldMessage('integerRange', { min: 1, max: 9007199254740991 }) })
    .positive({ error: fieldMessage('integerRange', { min: 1, max: 9007199254740991 }) })
    .meta({ description: `ID of the ${what}`, example: 12 });
}

/**
 * Schema of an object ID as text in a path or query. Strict: rejects `0`, `-1`, `01`, `1e3`, `2^53` and everything
 * except plain digits. Source: product decisions 2.
 */
export function idText(what: string) {
  return z
    .string({ error: fieldMessage('integerRange', { min: 1, max: 9007199254740991 }) })
    .regex(/^[1-9]\d{0,15}$/, { error: fieldMessage('integerRange', { min: 1, max: 9007199254740991 }) })
    .transform(Number)
    .refine(Number.isSafeInteger, { error: fieldMessage('integerRange', { min: 1, max: 9007199254740991 }) })
    .meta({ description: `ID of the ${what}`, example: 12, integerText: true });
}

/** Schema of a single line of text without control characters. PostgreSQL cannot store NUL. */
export function lineOfText(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1, { error: fieldMessage('notEmpty') })
    .max(maxLength, { error: fieldMessage('maxCharacters', { count: maxLength }) })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: fieldMessage('noControl') });
}

/** Name of an object, 1 to 255 characters. */
export const nameSchema = lineOfText(maxNameLength).meta({ description: 'Display name', example: 'The Courier' });

/** ID of the object in your own system, 1 to 100 characters. */
export const externalIdSchema = lineOfText(maxCodeLength)
  .nullish()
  .meta({ description: 'ID of this object in your own system', example: 'crm-4711' });

/** A host name in lower case, without protocol or path. */
export const domainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, { error: fieldMessage('maxCharacters', { count: 253 }) })
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/, {
    error: fieldMessage('hostName'),
  })
  .meta({ example: 'courier.example' });

/** Host names. */
export const domainsSchema = z
  .array(domainSchema)
  .max(maxEntries, { error: fieldMessage('maxEntries', { count: maxEntries }) });

/**
 * Product categories of a brand: free text, without duplicates. Exclusion labels have a separate schema and separate
 * rules.
 */
export const categoriesSchema = z
  .array(lineOfText(maxCodeLength))
  .max(maxEntries, { error: fieldMessage('maxEntries', { count: maxEntries }) })
  .refine((categories) => new Set(categories).size === categories.length, {
    error: fieldMessage('noDuplicates'),
  });

/** IDs of an object in several of your own systems, by system name. Source: wire-protocol 10.2. */
export const subsystemExternalIdsSchema = z
  .record(lineOfText(maxCodeLength), lineOfText(maxNameLength))
  .refine((ids) => Object.keys(ids).length <= maxEntries, { error: fieldMessage('maxEntries', { count: maxEntries }) })
  .meta({ description: 'IDs of this object in your own systems, by system', example: { crm: '4711' } });

/** A time as RFC 3339 with an offset. Responses are always in UTC. Source: product decisions 2. */
export const instantSchema = z.iso
  .datetime({ offset: true, error: fieldMessage('dateTime') })
  .refine(isInFourDigits, { error: fieldMessage('yearRange') })
  .meta({ description: 'RFC 3339 with an offset', example: '2026-12-01T00:00:00Z' });

/** A currency: an ISO 4217 code. */
export const currencySchema = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: fieldMessage('currency') })
  .meta({ description: 'ISO 4217 code', example: 'EUR' });

/** Money in the API: a decimal text and an ISO 4217 code. Source: product decisions 2. */
export const moneySchema = z
  .strictObject({
    amount: z
      .string()
      .regex(decimalAmountPattern, { error: fieldMessage('decimal') })
      .meta({ description: 'Decimal text with up to 6 decimals', example: '12.50' }),
    currency: currencySchema,
  })
  .meta({ id: 'Money' });

/** Fields of every mutable resource. Source: product decisions 2. */
export const commonView = {
  id: z.number().meta({ description: 'ID', example: 12 }),
  externalId: z.string().nullable().meta({ description: 'ID of this object in your own system', example: 'crm-4711' }),
  name: z.string().meta({ description: 'Display name', example: 'The Courier' }),
  createdAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
  updatedAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
  version: z
    .number()
    .meta({ description: 'Version of the object. Increases by 1 with each change. Part of the ETag.', example: 3 }),
  archivedAt: z
    .string()
    .nullable()
    .meta({ description: 'Time at which the object was archived. Null if it is not archived.', example: null }),
} as const;

/**
 * Returns the query parameters of a page: number of objects and offset. Source: product decisions 2.
 * @param largest largest page size
 */
export function pageQuery(largest: number = maxPageSize) {
  return {
    limit: integerText(1, largest)
      .default(defaultPageSize)
      .meta({
        description: `Number of objects per page, at most ${largest}`,
        example: defaultPageSize,
        integerText: true,
      }),
    offset: integerText(0, Number.MAX_SAFE_INTEGER)
      .optional()
      .meta({ description: 'Number of objects to skip', example: 0, integerText: true }),
  };
}

/** Returns the query parameters of resource lists: paging, search and order. Source: product decisions 2. */
export function pagingQuery(sortFields: readonly string[]) {
  const sorts = sortFields.flatMap((field) => [field, `-${field}`]) as [string, ...string[]];
  return {
    ...pageQuery(),
    cursor: z.string().min(1).max(2000).optional().meta({
      description:
        'Cursor of the next page, from the `Link: rel="next"` header. Stable while objects are added or removed. Cannot be combined with `offset`.',
    }),
    search: lineOfText(maxNameLength)
      .optional()
      .meta({ description: 'Text that the name contains, case-insensitive', example: 'courier' }),
    sort: z
      .enum(sorts)
      .optional()
      .meta({ description: 'Sort field. Prefix `-` for descending order.', example: '-updatedAt' }),
    includeArchived: booleanText
      .optional()
      .meta({ description: 'Whether to include archived objects', example: 'false' }),
  };
}

/** `true` or `false` in a query. */
export const booleanText = z
  .enum(['true', 'false'], { error: fieldMessage('boolean') })
  .transform((text) => text === 'true');

/** Schema of a decimal integer in a query, within inclusive bounds. */
export function integerText(from: number, to: number) {
  const error = fieldMessage('integerRange', { min: from, max: to });
  return z
    .string({ error })
    .regex(/^(?:0|[1-9]\d{0,15})$/, { error })
    .transform(Number)
    .refine((value) => value >= from && value <= to, { error });
}

/** RFC 3339 cannot represent years outside 0001 to 9999. Such a time could be stored but never returned. */
function isInFourDigits(time: string): boolean {
  const atMs = Date.parse(time);
  // An invalid time has already been rejected.
  return Number.isNaN(atMs) || /^(?!0000)\d{4}-/.test(new Date(atMs).toISOString());
}

/** Most values of one repeated parameter. */
const maxRepeats = 100;

/** Schema of a parameter that may be repeated. Any of its values matches. */
export function severalOf<Value extends z.ZodType>(value: Value, description: string, example: unknown) {
  return z
    .preprocess(
      (given) => (given === undefined || Array.isArray(given) ? given : [given]),
      z.array(value).min(1).max(maxRepeats).optional(),
    )
    .meta({ description: `${description}. Repeat the parameter to match any of several values.`, example: [example] });
}
