import type { FieldError, ProblemBody, ProblemCode } from '../../contract/common/problems.ts';
import type { ObjectKind } from '../../contract/resource-types/resource-type.ts';
import { resolveMessage } from '../../messages/message-reference.ts';
import type { Translate } from '../../messages/translate.ts';
import { translatorOf } from '../../messages/translator.ts';
import { detailMessage, nounOf } from './detail-message.ts';

/** Members of a problem besides its code. Texts are message references, or English if they come from a library. */
export type ErrorDetails = Pick<ProblemBody, 'detail' | 'errors' | 'inUseBy' | 'currentStatus' | 'availableActions'>;

export type DomainErrorOptions = ErrorDetails & {
  /** Number of seconds after which the same call can succeed. */
  readonly retryAfterSeconds?: number;
  /** Only for the log. */
  readonly cause?: unknown;
};

/**
 * Failed operation with a code of the published list. Independent of HTTP: the API maps it to a problem document
 * (`http/problem.ts`), and a command prints its message.
 */
export class DomainError extends Error {
  readonly code: ProblemCode;
  readonly details: ErrorDetails;
  readonly retryAfterSeconds: number | null;

  constructor(code: ProblemCode, { retryAfterSeconds, cause, ...details }: DomainErrorOptions = {}) {
    super(englishDetail(code, details), { cause });
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds ?? null;
  }
}

/** Returns `invalid_request` with an error for each field. */
export function invalidRequest(errors: readonly FieldError[]): DomainError {
  return new DomainError('invalid_request', { errors: [...errors] });
}

/** Returns `invalid_request` for one field of the body. */
export function invalidField(pointer: string, code: string, message: string): DomainError {
  return invalidRequest([{ pointer, in: 'body', code, message }]);
}

/** Returns `not_found` for one object. An object that the caller may not see has the same error. */
export function missingObject(noun: ObjectKind, id: number | string): DomainError {
  return new DomainError('not_found', { detail: detailMessage('notFound', { object: nounOf(noun), id }) });
}

/**
 * Returns the text of the detail in a language: its own text, or the list of its field errors. undefined if it has
 * neither.
 */
export function detailText({ detail, errors }: ErrorDetails, translate: Translate): string | undefined {
  if (detail !== undefined) return resolveMessage(detail, translate);
  if (errors === undefined || errors.length === 0) return undefined;
  return errors
    .map(({ in: part, pointer, message }) => `${part} ${pointer || '/'}: ${resolveMessage(message, translate)}`)
    .join('; ');
}

function englishDetail(code: ProblemCode, details: ErrorDetails): string {
  const translate = translatorOf('en');
  return detailText(details, translate) ?? translate(`problem.title.${code}`);
}
