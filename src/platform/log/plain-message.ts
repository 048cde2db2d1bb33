import type { z } from 'zod';

const types: Readonly<Record<string, string>> = {
  array: 'must be a list',
  boolean: 'must be true or false',
  int: 'must be an integer',
  number: 'must be a number',
  object: 'must be an object',
  record: 'must be an object',
  string: 'must be a text',
};
const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  array: [' entry', ' entries'],
  string: [' character', ' characters'],
};

/**
 * Returns the error message of an issue if its schema has none, in the terms of this API instead of those of a library.
 * Follows the name of the field: `is required`, `must be one of cpm, cpc`.
 */
export function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : types[issue.expected];
    case 'invalid_value': {
      const [only, ...others] = issue.values.map(String);
      return others.length === 0 ? `must be ${only}` : `must be one of ${[only, ...others].join(', ')}`;
    }
    case 'too_small':
      return limitMessage('least', issue.origin, issue.minimum);
    case 'too_big':
      return limitMessage('most', issue.origin, issue.maximum);
    default:
      return undefined;
  }
}

function limitMessage(bound: 'least' | 'most', origin: string, limit: number | bigint): string {
  const unit = units[origin];
  if (unit === undefined) return `must be at ${bound} ${limit}`;
  return `must have at ${bound} ${limit}${unit[Number(limit) === 1 ? 0 : 1]}`;
}
