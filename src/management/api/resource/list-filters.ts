import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import {
  booleanText,
  domainSchema,
  idText,
  instantSchema,
  integerText,
  lineOfText,
} from '../../../contract/common/common.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { invalidRequest } from '../../records/domain-error.ts';
import type { ListFilter } from '../../records/resource.ts';

/** Most values of a repeated parameter. */
const maxRepeats = 100;

/** Schema of a parameter with one value or repeated with several. Any of them matches. */
function repeatable<Value extends z.ZodType>(value: Value, description: string, example: unknown) {
  return z
    .preprocess(
      (given) => (given === undefined || Array.isArray(given) ? given : [given]),
      z.array(value).min(1).max(maxRepeats),
    )
    .meta({ description: `${description}. Repeat the parameter to match any of several values`, example: [example] });
}

/** Filter `?publisherId=12`: the column equals one of the IDs. */
export function idFilter(column: string, what: string): ListFilter {
  return {
    schema: repeatable(idText(what), `ID of the ${what}`, 12),
    where: (ids) => sql<boolean>`${sql.ref(column)} = any(${ids as number[]})`,
  };
}

/** Filter `?brandId=12` for an array column: it contains one of the IDs. */
export function idInListFilter(column: string, what: string): ListFilter {
  return {
    schema: repeatable(idText(what), `ID of the ${what}`, 12),
    where: (ids) => sql<boolean>`${sql.ref(column)} && ${ids as number[]}::bigint[]`,
  };
}

/** Filter `?code=leaderboard`: the column equals one of the texts. */
export function textFilter(column: string, description: string): ListFilter {
  return {
    schema: repeatable(lineOfText(255), description, 'text'),
    where: (texts) => sql<boolean>`${sql.ref(column)} = any(${texts as string[]})`,
  };
}

/** Filter `?category=display`: the column equals one of the codes. */
export function codeFilter(column: string, code: z.ZodType<string>, description: string): ListFilter {
  return {
    schema: repeatable(code, description, 'display'),
    where: (texts) => sql<boolean>`${sql.ref(column)} = any(${texts as string[]})`,
  };
}

/** Filter `?status=running`: the column equals one of the choices. */
export function choiceFilter(column: string, choices: readonly string[], description: string): ListFilter {
  return {
    schema: repeatable(z.enum(choices as [string, ...string[]]), description, choices[0]),
    where: (texts) => sql<boolean>`${sql.ref(column)} = any(${texts as string[]})`,
  };
}

/** Filter `?roles=ADVERTISER` for an array column: it contains one of the choices. */
export function choiceInListFilter(column: string, choices: readonly string[], description: string): ListFilter {
  return {
    schema: repeatable(z.enum(choices as [string, ...string[]]), description, choices[0]),
    where: (texts) => sql<boolean>`${sql.ref(column)} && ${texts as string[]}::text[]`,
  };
}

/** `?inHeadsup=true`. */
export function booleanFilter(column: string, description: string): ListFilter {
  return {
    schema: booleanText.meta({ description, example: 'true' }),
    where: (value) => sql<boolean>`${sql.ref(column)} = ${value as boolean}`,
  };
}

/** Filter `?scope=reports:read` for an array column: it contains one of the texts. */
export function textInListFilter(column: string, description: string, example = 'text'): ListFilter {
  return {
    schema: repeatable(lineOfText(255), description, example),
    where: (texts) => sql<boolean>`${sql.ref(column)} && ${texts as string[]}::text[]`,
  };
}

/** Filter `?domain=shop.example` for an array column of host names. */
export function domainFilter(column: string, description: string): ListFilter {
  return {
    schema: repeatable(domainSchema, description, 'shop.example'),
    where: (domains) => sql<boolean>`${sql.ref(column)} && ${domains as string[]}::text[]`,
  };
}

/** Filter `?width=728`: the column equals one of the numbers. */
export function integerFilter(
  column: string,
  description: string,
  { from, to, example }: { readonly from: number; readonly to: number; readonly example: number },
): ListFilter {
  return {
    schema: repeatable(integerText(from, to).meta({ integerText: true }), description, example),
    where: (numbers) => sql<boolean>`${sql.ref(column)} = any(${numbers as number[]})`,
  };
}

/** Filter `?updatedSince=2026-12-01T00:00:00Z`: the column is at or after that time. */
export function sinceFilter(column: string, description: string): ListFilter {
  return {
    schema: instantSchema.meta({ description, example: '2026-12-01T00:00:00Z' }),
    where: (instant) => sql<boolean>`${sql.ref(column)} >= ${new Date(instant as string)}`,
  };
}

/**
 * Filters `?from=&to=`: the object's period overlaps the interval, with an exclusive end. Either can be omitted.
 * @param overlaps condition on the table of the list; null: open interval
 */
export function periodFilters(
  what: string,
  overlaps: (from: Date | null, to: Date | null) => RawBuilder<boolean>,
): { readonly from: ListFilter; readonly to: ListFilter } {
  const schema = (description: string) => instantSchema.meta({ description, example: '2026-12-01T00:00:00Z' });
  return {
    from: {
      schema: schema(`${what} at or after this time`),
      where(given, { query }) {
        const [from, to] = [
          new Date(given as string),
          query['to'] === undefined ? null : new Date(String(query['to'])),
        ];
        if (to !== null && to <= from) {
          throw invalidRequest([
            { pointer: '/to', in: 'query', code: 'invalid_value', message: fieldMessage('afterParameterFrom') },
          ]);
        }
        return overlaps(from, to);
      },
    },
    to: {
      schema: schema(`${what} before this time`),
      // With `from`, its filter checks both bounds together: two periods that each meet one bound do not overlap the
      // interval.
      where: (given, { query }) =>
        query['from'] === undefined ? overlaps(null, new Date(given as string)) : sql<boolean>`true`,
    },
  };
}
