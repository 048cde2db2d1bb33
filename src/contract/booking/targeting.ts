import { z } from 'zod';
import { type ValueFact, valueFactNames } from '../../core/targeting/value-facts.ts';
import { maxNameLength, maxUrlLength } from '../../core/vocabulary/limits/api-limits.ts';
import { maxTargetingValues } from '../../core/vocabulary/limits/booking-limits.ts';
import type { Weekday } from '../../core/vocabulary/statuses.ts';
import { lineOfText } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { dayPartSchema } from './day-part.ts';
import { noteTargetingIssues } from './targeting-issues.ts';

/** Characters of the key of a parameter. Publisher clients send two. */
const maxKeyLength = 40;
/** Largest radius in meters: a quarter of the earth's circumference. */
const maxMetres = 10_000_000;

/** Targeting of a booking as JSON. Source: product decisions 6; docs/decisions/0011-targeting.md. */
export type TargetingTree =
  | { readonly all: readonly TargetingTree[] }
  | { readonly any: readonly TargetingTree[] }
  | { readonly not: TargetingTree }
  | { readonly fact: ValueFact; readonly values: readonly string[] }
  | { readonly key: string; readonly values: readonly string[] }
  | { readonly urlParts: readonly string[] }
  | { readonly near: { readonly latitude: number; readonly longitude: number; readonly metres: number } }
  | {
      readonly dayPart: { readonly days: readonly Weekday[]; readonly fromMinute: number; readonly toMinute: number };
    };

function textList(maxLength: number, example: string) {
  return z
    .array(lineOfText(maxLength))
    .min(1, { error: fieldMessage('minEntries', { count: 1 }) })
    .max(maxTargetingValues, { error: fieldMessage('maxEntries', { count: maxTargetingValues }) })
    .meta({ example: [example] });
}

function degrees(most: number, example: number) {
  return z.number().min(-most).max(most).meta({ description: 'Degrees', example });
}

const leafSchemas = {
  fact: z
    .strictObject({ fact: z.enum(valueFactNames), values: textList(maxNameLength, 'BE') })
    .meta({ description: 'The fact of the request has one of the values' }),
  key: z
    .strictObject({ key: lineOfText(maxKeyLength).meta({ example: 'ct' }), values: textList(maxNameLength, 'Gent') })
    .meta({ description: 'The parameter of the request has one of the values, case-insensitive' }),
  urlParts: z
    .strictObject({ urlParts: textList(maxUrlLength, '/sport/') })
    .meta({ description: 'The URL of the page contains one of the parts' }),
  near: z
    .strictObject({
      near: z.strictObject({
        latitude: degrees(90, 51.0543),
        longitude: degrees(180, 3.7174),
        metres: z
          .number()
          .positive({ error: fieldMessage('positive') })
          .max(maxMetres)
          .meta({ example: 5000 }),
      }),
    })
    .meta({ description: 'The viewer is within `metres` of the coordinates' }),
  dayPart: z
    .strictObject({ dayPart: dayPartSchema })
    .meta({ description: 'A daypart in the time zone of the publication' }),
};

const subtree = z.lazy((): z.ZodType<TargetingTree> => targetingView);
const subtrees = z.array(subtree).min(1, { error: fieldMessage('minEntries', { count: 1 }) });

/** A targeting tree as returned by the API. */
export const targetingView: z.ZodType<TargetingTree> = z
  .union([
    z.strictObject({ all: subtrees }).meta({ description: 'All conditions match' }),
    z.strictObject({ any: subtrees }).meta({ description: 'At least one condition matches' }),
    z.strictObject({ not: subtree }).meta({ description: 'The condition does not match' }),
    ...Object.values(leafSchemas),
  ])
  .meta({
    id: 'Targeting',
    description:
      'Targeting of a booking: `all`, `any` and `not` over conditions, with at most 800 conditions and 8 levels. Missing values of a request never match.',
    example: {
      all: [
        { key: 'ct', values: ['Gent', 'Brugge'] },
        { not: { fact: 'device', values: ['tv'] } },
        { any: [{ urlParts: ['/sport/'] }, { fact: 'language', values: ['nl'] }] },
      ],
    },
  });

/**
 * A targeting tree in a request body. It is checked before it is parsed, for two reasons: a tree of thousands of levels
 * must not exhaust the stack, and an issue must name the wrong field of the intended shape out of eight possible
 * shapes.
 */
export const targetingSchema = z.preprocess((value, context) => {
  noteTargetingIssues(value, leafSchemas, context.issues);
  return value;
}, targetingView);
