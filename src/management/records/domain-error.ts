import { type FieldError, type ProblemBody, type ProblemCode, problems } from '../../contract/common/problems.ts';

/** What an error says beyond its code. */
export type ErrorDetails = Pick<ProblemBody, 'detail' | 'errors' | 'inUseBy' | 'currentStatus' | 'availableActions'>;

export type DomainErrorOptions = ErrorDetails & {
  /** Seconds after which the same call can succeed. */
  readonly retryAfterSeconds?: number;
  /** For the log only. */
  readonly cause?: unknown;
};

/**
 * An operation that cannot be done, with a code of the published list. It knows nothing of HTTP: the API maps it to a
 * problem document (`http/problem.ts`), a command prints its message.
 */
export class DomainError extends Error {
  readonly code: ProblemCode;
  readonly details: ErrorDetails;
  readonly retryAfterSeconds: number | null;

  constructor(code: ProblemCode, { retryAfterSeconds, cause, ...details }: DomainErrorOptions = {}) {
    super(details.detail ?? problems[code].title, { cause });
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds ?? null;
  }
}

/** `invalid_request` that names each field. */
export function invalidRequest(errors: readonly FieldError[]): DomainError {
  const detail = errors.map((error) => `${error.in} ${error.pointer || '(whole)'}: ${error.message}`).join('; ');
  return new DomainError('invalid_request', { detail, errors: [...errors] });
}

/** `invalid_request` that names one field of the body. */
export function invalidField(pointer: string, code: string, message: string): DomainError {
  return invalidRequest([{ pointer, in: 'body', code, message }]);
}

/** `not_found` for one object; an object that the caller may not see is answered the same way. */
export function missingObject(what: string, id: number): DomainError {
  return new DomainError('not_found', { detail: `There is no ${what} ${id}` });
}
