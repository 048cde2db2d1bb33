import { remedyOf } from './remedies.ts';
import type { SourceError } from './source-error.ts';
import type { SourceLines } from './source-lines.ts';

type ApiError = { readonly pointer: string; readonly code: string; readonly message: string };

/** Returns errors of the API at their positions in the files. null: the body is not a list of errors. */
export function sourceErrorsOf(body: unknown, lines: SourceLines): readonly SourceError[] | null {
  const { errors } = (body ?? {}) as { readonly errors?: readonly ApiError[] };
  if (!Array.isArray(errors) || errors.length === 0) return null;
  return errors.map(({ pointer: full, code, message }) => {
    const pointer = full.replace(/^\/document/, '');
    return { ...lines.find(pointer), pointer, code, message };
  });
}

/** Returns the lines that describe errors: file and line, path, reason and remedy. */
export function describeErrors(errors: readonly SourceError[]): readonly string[] {
  const sorted = errors.toSorted((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
  return sorted.flatMap(({ file, line, pointer, code, message }) => [
    `${file}:${line}: ${pointer === '' ? '' : `${pointer} `}${message}`,
    `    ${remedyOf(code)}`,
  ]);
}

/** Returns the problem of a failed call as one line. */
export function describeProblem(status: number, body: unknown): string {
  const { title, detail } = (body ?? {}) as { readonly title?: string; readonly detail?: string };
  return [`status ${status}`, title, detail].filter((part) => part !== undefined).join(': ');
}
