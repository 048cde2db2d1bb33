import { expect, test } from 'vitest';
import { z } from 'zod';
import { plainMessage } from './plain-message.ts';

test.each([
  ['is required', z.string(), undefined],
  ['must be a text', z.string(), 5],
  ['must be a number', z.coerce.number(), 'abc'],
  ['must be an integer', z.int(), 1.5],
  ['must be an object', z.strictObject({}), 5],
  ['must be an object', z.record(z.string(), z.string()), 'x'],
  ['must be a list', z.array(z.string()), {}],
  ['must be one of cpm, cpc', z.enum(['cpm', 'cpc']), 'CPM'],
  ['must be share', z.literal('share'), 'goal'],
  ['must be at least 1', z.int().min(1), 0],
  ['must be at most 9', z.int().max(9), 10],
  ['must have at least 32 characters', z.string().min(32), 'x'],
  ['must have at most 1 entry', z.array(z.string()).max(1), ['a', 'b']],
  ['says the schema itself', z.int({ error: 'says the schema itself' }), 'x'],
])('%s', (message, schema: z.ZodType, value) => {
  const parsed = schema.safeParse(value, { error: plainMessage });
  expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message]);
});
