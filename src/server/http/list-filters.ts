import { sql } from 'kysely';
import { z } from 'zod';
import { booleanText, idText, lineOfText } from '../../contract/common.ts';
import type { ListFilter } from './resource.ts';

/** Values of one repeated parameter: more would be a list of its own. */
const maxRepeats = 100;

/** One value or the parameter repeated; any of them matches. */
function repeatable<Value extends z.ZodType>(value: Value, description: string, example: unknown) {
  return z
    .preprocess(
      (given) => (given === undefined || Array.isArray(given) ? given : [given]),
      z.array(value).min(1).max(maxRepeats),
    )
    .meta({ description: `${description}; repeat it for any of several`, example: [example] });
}

/** `?publisherId=12`: the column holds one of the ids. */
export function idFilter(column: string, what: string): ListFilter {
  return {
    schema: repeatable(idText(what), `Id of the ${what}`, 12),
    where: (ids) => sql<boolean>`${sql.ref(column)} = any(${ids as number[]})`,
  };
}

/** `?brandId=12` where the column is an array: it holds one of the ids. */
export function idInListFilter(column: string, what: string): ListFilter {
  return {
    schema: repeatable(idText(what), `Id of the ${what}`, 12),
    where: (ids) => sql<boolean>`${sql.ref(column)} && ${ids as number[]}::bigint[]`,
  };
}

/** `?code=leaderboard`: the column is exactly one of the texts. */
export function textFilter(column: string, description: string): ListFilter {
  return {
    schema: repeatable(lineOfText(255), description, 'text'),
    where: (texts) => sql<boolean>`${sql.ref(column)} = any(${texts as string[]})`,
  };
}

/** `?category=display`: the column is one of the codes. */
export function codeFilter(column: string, code: z.ZodType<string>, description: string): ListFilter {
  return {
    schema: repeatable(code, description, 'display'),
    where: (texts) => sql<boolean>`${sql.ref(column)} = any(${texts as string[]})`,
  };
}

/** `?status=running`: the column is one of the choices. */
export function choiceFilter(column: string, choices: readonly string[], description: string): ListFilter {
  return {
    schema: repeatable(z.enum(choices as [string, ...string[]]), description, choices[0]),
    where: (texts) => sql<boolean>`${sql.ref(column)} = any(${texts as string[]})`,
  };
}

/** `?roles=ADVERTISER` where the column is an array: it holds one of the choices. */
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
