/*
 * Schemas and messages that all parts of the API share.
 *
 * - `common.ts`: ids, names, times, money, pages of lists. `limits.ts`: the limits of a caller. `chapters.ts`: chapters of
 *   the API documentation. `bulk.ts`: many changes in one call.
 * - `problems.ts`: problem codes and documents. `field-message.ts`, `issue-message.ts`: messages of field errors.
 */

import { z } from 'zod';
import { defaultPageSize, maxNameLength, maxPageSize } from '../../core/words/limits.ts';
import { decimalAmountPattern } from '../../core/words/money.ts';
import { fieldMessage } from './field-message.ts';

/** Characters of a code of ours or of yours: an external id, an external key. */
const maxCodeLength = 100;
/** Entries of a list or map inside one object: what a person could still oversee. */
const maxEntries = 100;

/** The id of an object inside a JSON body: an integer from 1 to 2^53-1. Source: product decisions 2. */
export function idSchema(what: string) {
  return z
    .int({ error: fieldMessage('integerRange', { min: 1, max: 9007199254740991 }) })
    .positive({ error: fieldMessage('integerRange', { min: 1, max: 9007199254740991 }) })
    .meta({ description: `Id of the ${what}`, example: 12 });
}

/**
 * The id of an object as text in a path or query, read strictly: `0`, `-1`, `01`, `1e3`, `2^53` and everything that is
 * not plain digits is refused. Source: product decisions 2.
 */
export function idText(what: string) {
  return z
    .string({ error: fieldMessage('integerRange', { min: 1, max: 9007199254740991 }) })
    .regex(/^[1-9]\d{0,15}$/, { error: fieldMessage('integerRange', { min: 1, max: 9007199254740991 }) })
    .transform(Number)
    .refine(Number.isSafeInteger, { error: fieldMessage('integerRange', { min: 1, max: 9007199254740991 }) })
    .meta({ description: `Id of the ${what}`, example: 12, integerText: true });
}

/** Text of one line without control characters (PostgreSQL keeps no NUL, and none belongs in a name). */
export function lineOfText(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1, { error: fieldMessage('notEmpty') })
    .max(maxLength, { error: fieldMessage('maxCharacters', { count: maxLength }) })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: fieldMessage('noControl') });
}

/** The name of an object, 1 to 255 characters. */
export const nameSchema = lineOfText(maxNameLength).meta({ description: 'Name, for people', example: 'The Courier' });

/** The id of an object in a system of yours, 1 to 100 characters. */
export const externalIdSchema = lineOfText(maxCodeLength)
  .nullish()
  .meta({ description: 'Id of this object in a system of yours', example: 'crm-4711' });

/** A host name, lower case, without protocol or path. */
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

/** Product categories of a brand: free text, each once. Exclusion labels have a schema and rules of their own. */
export const categoriesSchema = z
  .array(lineOfText(maxCodeLength))
  .max(maxEntries, { error: fieldMessage('maxEntries', { count: maxEntries }) })
  .refine((categories) => new Set(categories).size === categories.length, {
    error: fieldMessage('noDuplicates'),
  });

/** Ids of one object in several systems of yours, by the name of the system. Source: wire-protocol 10.2. */
export const subsystemExternalIdsSchema = z
  .record(lineOfText(maxCodeLength), lineOfText(maxNameLength))
  .refine((ids) => Object.keys(ids).length <= maxEntries, { error: fieldMessage('maxEntries', { count: maxEntries }) })
  .meta({ description: 'Ids of this object in systems of yours, by system', example: { crm: '4711' } });

/** An instant as RFC 3339 with an offset; the answer is always UTC. Source: product decisions 2. */
export const instantSchema = z.iso
  .datetime({ offset: true, error: fieldMessage('dateTime') })
  .refine(isInFourDigits, { error: fieldMessage('yearRange') })
  .meta({ description: 'RFC 3339 with an offset', example: '2026-12-01T00:00:00Z' });

/** Money at the edges: a decimal text and an ISO 4217 code. Source: product decisions 2. */
export const moneySchema = z
  .strictObject({
    amount: z
      .string()
      .regex(decimalAmountPattern, { error: fieldMessage('decimal') })
      .meta({ description: 'Decimal text, up to six decimals', example: '12.50' }),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, { error: fieldMessage('currency') })
      .meta({ description: 'ISO 4217 code', example: 'EUR' }),
  })
  .meta({ id: 'Money' });

/** What every mutable resource shows. Source: product decisions 2. */
export const commonView = {
  id: z.number().meta({ description: 'Id', example: 12 }),
  externalId: z
    .string()
    .nullable()
    .meta({ description: 'Id of this object in a system of yours', example: 'crm-4711' }),
  name: z.string().meta({ description: 'Name, for people', example: 'The Courier' }),
  createdAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
  updatedAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
  version: z.number().meta({ description: 'Rises by one with each change; part of the ETag', example: 3 }),
  archivedAt: z.string().nullable().meta({ description: 'When it was archived; null: it is live', example: null }),
} as const;

/**
 * Which page of a list: how many objects, after how many. Source: product decisions 2.
 * @param largest the most that one page may have
 */
export function pageQuery(largest: number = maxPageSize) {
  return {
    limit: integerText(1, largest)
      .default(defaultPageSize)
      .meta({
        description: `Objects of one page, at most ${largest}`,
        example: defaultPageSize,
        integerText: true,
      }),
    offset: integerText(0, Number.MAX_SAFE_INTEGER)
      .optional()
      .meta({ description: 'Objects to pass over', example: 0, integerText: true }),
  };
}

/** Paging, search and order of every list of a noun. Source: product decisions 2. */
export function pagingQuery(sortFields: readonly string[]) {
  const sorts = sortFields.flatMap((field) => [field, `-${field}`]) as [string, ...string[]];
  return {
    ...pageQuery(),
    cursor: z.string().min(1).max(2000).optional().meta({
      description:
        'Where to go on, from the `Link: rel="next"` header: stable while objects come and go; not with `offset`',
    }),
    search: lineOfText(maxNameLength)
      .optional()
      .meta({ description: 'Part of the name, upper or lower case', example: 'courier' }),
    sort: z
      .enum(sorts)
      .optional()
      .meta({ description: 'Field to order by; `-` first: descending', example: '-updatedAt' }),
    includeArchived: booleanText.optional().meta({ description: 'true: archived objects too', example: 'false' }),
  };
}

/** `true` or `false` in a query. */
export const booleanText = z
  .enum(['true', 'false'], { error: fieldMessage('boolean') })
  .transform((text) => text === 'true');

/** A plain decimal integer in a query, within bounds that are both included. */
export function integerText(from: number, to: number) {
  const error = fieldMessage('integerRange', { min: from, max: to });
  return z
    .string({ error })
    .regex(/^(?:0|[1-9]\d{0,15})$/, { error })
    .transform(Number)
    .refine((value) => value >= from && value <= to, { error });
}

/** Elsewhere in time RFC 3339 has no way to write it, so it could be stored and never be sent again. */
function isInFourDigits(time: string): boolean {
  const atMs = Date.parse(time);
  // What is no time at all has been refused as such.
  return Number.isNaN(atMs) || /^(?!0000)\d{4}-/.test(new Date(atMs).toISOString());
}

/** Values of one repeated parameter: more would be a list of its own. */
const maxRepeats = 100;

/** One value or the parameter repeated; any of them matches. */
export function severalOf<Value extends z.ZodType>(value: Value, description: string, example: unknown) {
  return z
    .preprocess(
      (given) => (given === undefined || Array.isArray(given) ? given : [given]),
      z.array(value).min(1).max(maxRepeats).optional(),
    )
    .meta({ description: `${description}; repeat it for any of several`, example: [example] });
}
