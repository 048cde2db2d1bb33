import type { z } from 'zod';
import { fieldMessage } from '../../contract/common/field-message.ts';
import { issueMessage } from '../../contract/common/issue-message.ts';
import type { FieldError } from '../../contract/common/problems.ts';
import { invalidRequest } from './domain-error.ts';

export type RequestPart = FieldError['in'];

/** Most errors listed. A body can contain an error in every byte. */
const maxErrors = 50;

/** Converts zod issues to errors with JSON pointers into the part of the request. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], part: RequestPart): FieldError[] {
  return issues.flatMap((issue) => errorsOf(issue, [], part)).slice(0, maxErrors);
}

/** Returns the parsed value. Throws `invalid_request` with an error for each field. */
export function parseBody<Body extends z.ZodType>(schema: Body, value: unknown): z.output<Body> {
  const parsed = schema.safeParse(value, { reportInput: true, error: issueMessage });
  if (!parsed.success) throw invalidRequest(fieldErrors(parsed.error.issues, 'body'));
  return parsed.data;
}

/** RFC 6901: `~` and `/` inside a name are escaped. */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function errorsOf(issue: z.core.$ZodIssue, parents: readonly PropertyKey[], part: RequestPart): FieldError[] {
  const path = [...parents, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: jsonPointer([...path, key]),
      in: part,
      code: 'unknown_field',
      message: fieldMessage('unknownField'),
    }));
  }
  if (issue.code === 'invalid_union') {
    // Of several alternatives, the one whose errors are deepest is closest to the intended one.
    const closest = issue.errors.toSorted((a, b) => a.length - b.length || depth(b) - depth(a))[0];
    if (closest !== undefined && closest.length > 0) return closest.flatMap((inner) => errorsOf(inner, path, part));
  }
  if (isMissingEntry(issue, path)) return [missingEntry(issue, path, part)];
  const missing = absent.has(issue.code) && issue.input === undefined && path.length > 0;
  return [
    {
      pointer: jsonPointer(path),
      in: part,
      code: missing ? 'required' : codeOf(issue),
      message: missing ? fieldMessage('required') : issue.message,
    },
  ];
}

/** Returns whether an issue is a list shorter than its schema allows, which zod reports as an entry without a value. */
function isMissingEntry(issue: z.core.$ZodIssue, path: readonly PropertyKey[]): boolean {
  return issue.code === 'invalid_type' && issue.input === undefined && typeof path.at(-1) === 'number';
}

function missingEntry(issue: z.core.$ZodIssue, path: readonly PropertyKey[], part: RequestPart): FieldError {
  const isDefaultMessage = issue.message.startsWith('Invalid input');
  return {
    pointer: jsonPointer(path.slice(0, -1)),
    in: part,
    code: 'too_small',
    message: isDefaultMessage ? fieldMessage('minEntries', { count: Number(path.at(-1)) + 1 }) : issue.message,
  };
}

/** Issue codes of a missing value: wrong type or none of the choices. */
const absent: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value']);

/** `custom` is the library's code for our own rules. It is meaningless to clients, but the rule may provide a code. */
function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'custom') return issue.code;
  const code: unknown = issue.params?.['code'];
  return typeof code === 'string' ? code : 'invalid_value';
}

function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length));
}
