import type { z } from 'zod';
import { fieldMessage } from './field-message.ts';

/**
 * Returns the message of a zod issue whose schema defines none: `is required`, `must be one of cpm, cpc`. undefined:
 * zod's own message is used. Source: https://zod.dev/error-customization.
 */
export function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? fieldMessage('required') : typeMessage(issue.expected);
    case 'invalid_value':
      return fieldMessage('oneOf', { values: issue.values.map(String).join(', ') });
    case 'too_small':
      return limitMessage('min', issue.origin, Number(issue.minimum));
    case 'too_big':
      return limitMessage('max', issue.origin, Number(issue.maximum));
    default:
      return undefined;
  }
}

function typeMessage(expected: string): string | undefined {
  switch (expected) {
    case 'array':
      return fieldMessage('list');
    case 'boolean':
      return fieldMessage('boolean');
    case 'int':
      return fieldMessage('integer');
    case 'number':
      return fieldMessage('number');
    case 'object':
    case 'record':
      return fieldMessage('object');
    case 'string':
      return fieldMessage('string');
    default:
      return undefined;
  }
}

function limitMessage(bound: 'min' | 'max', origin: string, limit: number): string {
  if (origin === 'array') return fieldMessage(bound === 'min' ? 'minEntries' : 'maxEntries', { count: limit });
  if (origin === 'string') return fieldMessage(bound === 'min' ? 'minCharacters' : 'maxCharacters', { count: limit });
  return bound === 'min' ? fieldMessage('min', { min: limit }) : fieldMessage('max', { max: limit });
}
