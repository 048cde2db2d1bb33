import { z } from 'zod';
import { type ValueFact, valueFactNames } from '../../core/targeting/value-facts.ts';
import { maxNameLength, maxTargetingValues, maxUrlLength } from '../../core/words/limits.ts';
import type { Weekday } from '../../core/words/statuses.ts';
import { lineOfText } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { dayPartSchema } from './day-part.ts';
import { noteTargetingIssues } from './targeting-issues.ts';

/** Characters of the key of a parameter; clients of the field send two. */
const maxKeyLength = 40;
/** Metres of the largest circle: a quarter of the way round the earth, beyond which nothing is near. */
const maxMetres = 10_000_000;

/** Whom a booking is for, as JSON. Source: product decisions 6; docs/decisions/0011-targeting.md. */
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
    .meta({ description: 'The request has one of the values for the fact' }),
  key: z
    .strictObject({ key: lineOfText(maxKeyLength).meta({ example: 'ct' }), values: textList(maxNameLength, 'Gent') })
    .meta({ description: 'A parameter of the request has one of the values; upper or lower case does not matter' }),
  urlParts: z
    .strictObject({ urlParts: textList(maxUrlLength, '/sport/') })
    .meta({ description: 'The address of the page contains one of the parts' }),
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
    .meta({ description: 'The viewer is within so many metres of the place' }),
  dayPart: z
    .strictObject({ dayPart: dayPartSchema })
    .meta({ description: 'A part of the day by the clock of the publication' }),
};

const subtree = z.lazy((): z.ZodType<TargetingTree> => targetingView);
const subtrees = z.array(subtree).min(1, { error: fieldMessage('minEntries', { count: 1 }) });

/** A targeting tree as it is shown. */
export const targetingView: z.ZodType<TargetingTree> = z
  .union([
    z.strictObject({ all: subtrees }).meta({ description: 'Every one holds' }),
    z.strictObject({ any: subtrees }).meta({ description: 'At least one holds' }),
    z.strictObject({ not: subtree }).meta({ description: 'It does not hold' }),
    ...Object.values(leafSchemas),
  ])
  .meta({
    id: 'Targeting',
    description:
      'Whom a booking is for: `all`, `any` and `not` over leaves, at most 800 leaves and 8 levels. What the request does not say does not match',
    example: {
      all: [
        { key: 'ct', values: ['Gent', 'Brugge'] },
        { not: { fact: 'device', values: ['tv'] } },
        { any: [{ urlParts: ['/sport/'] }, { fact: 'language', values: ['nl'] }] },
      ],
    },
  });

/**
 * A targeting tree as it is given. Looked through before it is parsed: a tree of thousands of levels must not exhaust the
 * stack, and of eight possible shapes the wrong field is that of the shape which was meant.
 */
export const targetingSchema = z.preprocess((value, context) => {
  noteTargetingIssues(value, leafSchemas, context.issues);
  return value;
}, targetingView);
