import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldErrors } from './field-errors.ts';

const schema = z
  .strictObject({ kind: z.enum(['image', 'html']), from: z.int(), to: z.int() })
  .refine(({ from, to }) => to > from, { path: ['to'], error: 'must be after from' });

function errorsOf(value: unknown) {
  const parsed = schema.safeParse(value, { reportInput: true });
  return fieldErrors(parsed.error?.issues ?? [], 'body').map(({ pointer, code }) => [pointer, code]);
}

test('reports a missing field as required, including a choice', () => {
  expect(errorsOf({ from: 1, to: 2 })).toEqual([['/kind', 'required']]);
});

test('reports an unknown choice and a violated custom rule as an invalid value', () => {
  expect(errorsOf({ kind: 'video', from: 1, to: 2 })).toEqual([['/kind', 'invalid_value']]);
  expect(errorsOf({ kind: 'html', from: 2, to: 1 })).toEqual([['/to', 'invalid_value']]);
});
