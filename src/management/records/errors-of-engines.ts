import { fieldMessage } from '../../contract/common/field-message.ts';
import type { FieldError } from '../../contract/common/problems.ts';
import { FileStoreAway } from '../../platform/files/file-store.ts';
import { detailMessage } from './detail-message.ts';
import { DomainError, invalidRequest } from './domain-error.ts';
import { jsonPointer } from './field-errors.ts';

/** How long a client waits before it asks again while the database or the file store is away. */
const retryAfterSeconds = 5;

/** SQLSTATE classes and codes that mean: the database cannot work for us now. */
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

/** The domain error that an exception of the database or the file store stands for; null: it is none of ours. */
export function toDomainError(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error;
  if (error instanceof FileStoreAway) return storeAway(error);
  return error instanceof Error ? fromDatabase(error) : null;
}

/** True for errors of an engine, which say nothing about the request: the same request may succeed later. */
export function isOutage({ code }: DomainError): boolean {
  return code === 'unavailable' || code === 'store_unavailable';
}

/** True when the database could not be reached or gave up, as opposed to refusing the statement. */
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

/** A missing file also says ENOENT; only a socket that could not be reached means the database. */
function isSocketError(error: Error): boolean {
  const call = (error as NodeJS.ErrnoException).syscall;
  return call === undefined || ['connect', 'read', 'write', 'getaddrinfo'].includes(call);
}

/** True for a transaction of which nothing has happened because it lost against another one: it may be tried again. */
export function isLostToAnother(error: unknown): boolean {
  return error instanceof Error && ['40001', '40P01'].includes((error as DatabaseError).code ?? '');
}

/** True for a value that must be unique and is taken. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && (error as DatabaseError).code === '23505';
}

/** The 503 of a database that cannot be reached, with the time after which to try again. */
export function databaseAway(cause: Error): DomainError {
  return new DomainError('unavailable', { retryAfterSeconds, cause });
}

/** The 503 of a file store that cannot be reached; the cause is for the log alone. */
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
        ...named(error, 'already_exists', takenMessage(error)),
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

function named(error: DatabaseError, code: string, message: string) {
  const errors = columns(error).map((field) => fieldError(field, code, message));
  return { detail: errors.map((one) => `body ${one.pointer}: ${one.message}`).join('; '), errors };
}

/** The value may be a computed one, such as a slot name, which nobody finds in what was sent. */
function takenMessage(error: DatabaseError): string {
  const value = /^Key \(.+?\)=\((.*)\) already exists\.$/s.exec(error.detail ?? '')?.[1];
  return value === undefined ? fieldMessage('taken') : fieldMessage('takenValue', { value });
}

/** `Key (slot_name)=(x) already exists.` names the columns. */
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
