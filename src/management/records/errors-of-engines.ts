import { fieldMessage } from '../../contract/common/field-message.ts';
import type { FieldError } from '../../contract/common/problems.ts';
import { FileStoreAway } from '../../platform/files/file-store.ts';
import { detailMessage } from './detail-message.ts';
import { DomainError, invalidRequest } from './domain-error.ts';
import { jsonPointer } from './field-errors.ts';

/** Retry-After in seconds while the database or the file store is unreachable. */
const retryAfterSeconds = 5;

/** SQLSTATE classes and codes of an unavailable database. */
const unavailableStates = /^(?:08...|57P0[1-5]|53[0-9A-Z]{3}|57014|55P03|58030|25006|3D000|28...)$/;
const unavailableErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EACCES',
]);
const unavailableMessages =
  /^(?:Connection terminated|Client has encountered a connection error|timeout expired|timeout exceeded when trying to connect|Cannot use a pool after calling end|Query read timeout)/;

type DatabaseError = Error & { readonly code?: string; readonly detail?: string; readonly severity?: string };

/** Converts an exception of the database or the file store to a domain error. null if it is another exception. */
export function toDomainError(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error;
  if (error instanceof FileStoreAway) return storeAway(error);
  return error instanceof Error ? fromDatabase(error) : null;
}

/**
 * Returns whether an error is an outage of an engine. It does not depend on the request, so the same request may
 * succeed later.
 */
export function isOutage({ code }: DomainError): boolean {
  return code === 'unavailable' || code === 'store_unavailable';
}

/** Returns whether the database was unreachable or aborted, as opposed to rejecting the statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, severity } = error as DatabaseError;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (severity !== undefined && code !== undefined) return unavailableStates.test(code);
  return (
    (code !== undefined && unavailableErrors.has(code) && isSocketError(error)) ||
    unavailableMessages.test(error.message)
  );
}

/** ENOENT also occurs for missing files. Only a failed socket call indicates the database. */
function isSocketError(error: Error): boolean {
  const call = (error as NodeJS.ErrnoException).syscall;
  return call === undefined || ['connect', 'read', 'write', 'getaddrinfo'].includes(call);
}

/** Returns whether a transaction was aborted by a conflict with another one. It had no effect and can be retried. */
export function isLostToAnother(error: unknown): boolean {
  return error instanceof Error && ['40001', '40P01'].includes((error as DatabaseError).code ?? '');
}

/** Returns whether a unique value is already in use. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && (error as DatabaseError).code === '23505';
}

/** Returns the 503 error of an unreachable database, with Retry-After. */
export function databaseAway(cause: Error): DomainError {
  return new DomainError('unavailable', { retryAfterSeconds, cause });
}

/** Returns the 503 error of an unreachable file store. The cause is only for the log. */
function storeAway(cause: FileStoreAway): DomainError {
  return new DomainError('store_unavailable', { retryAfterSeconds, cause });
}

function fromDatabase(error: DatabaseError): DomainError | null {
  if (isDatabaseAway(error)) return databaseAway(error);
  if (isLostToAnother(error)) return new DomainError('unavailable', { retryAfterSeconds: 1, cause: error });
  if (error.severity === undefined || error.code === undefined) return null;
  switch (error.code) {
    case '23505':
      return new DomainError('already_exists', {
        errors: columns(error).map((field) => fieldError(field, 'already_exists', takenMessage(error))),
        cause: error,
      });
    case '23503':
      return invalidRequest(
        columns(error).map((field) => fieldError(field, 'reference_not_found', fieldMessage('referenceNotFound'))),
      );
    case '23514':
      return new DomainError('invalid_request', { detail: detailMessage('ruleViolated'), cause: error });
    case '22003':
    case '22008':
    case '22021':
    case '22P05':
      return new DomainError('invalid_request', {
        detail: detailMessage('outOfRange'),
        cause: error,
      });
    default:
      return null;
  }
}

/** The value may be computed, such as a slot name, and therefore not occur in the request. */
function takenMessage(error: DatabaseError): string {
  const value = /^Key \(.+?\)=\((.*)\) already exists\.$/s.exec(error.detail ?? '')?.[1];
  return value === undefined ? fieldMessage('taken') : fieldMessage('takenValue', { value });
}

/** The detail `Key (slot_name)=(x) already exists.` contains the columns. */
function columns(error: DatabaseError): string[] {
  const list = /^Key \((.+?)\)=/.exec(error.detail ?? '')?.[1] ?? '';
  return list
    .split(', ')
    .map((column) => /^(?:lower\()?"?(\w+)/.exec(column)?.[1] ?? '')
    .filter((column) => column !== '')
    .map((column) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
}

function fieldError(field: string, code: string, message: string): FieldError {
  return { pointer: jsonPointer([field]), in: 'body', code, message };
}
