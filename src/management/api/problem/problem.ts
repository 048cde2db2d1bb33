import { type ProblemBody, type ProblemCode, problems } from '../../../contract/common/problems.ts';
import type { Locale } from '../../../messages/locales.ts';
import { resolveMessage } from '../../../messages/message-reference.ts';
import { translatorOf } from '../../../messages/translator.ts';
import {
  type DomainError,
  type DomainErrorOptions,
  detailText,
  type ErrorDetails,
} from '../../records/domain-error.ts';

export type ProblemOptions = DomainErrorOptions & { readonly headers?: Readonly<Record<string, string>> };

/** Error of an HTTP response: status, headers and the body of RFC 9457. Thrown only by code of the API layer. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: ErrorDetails;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, { headers = {}, retryAfterSeconds, cause, ...details }: ProblemOptions = {}) {
    super(detailText(details, translatorOf('en')) ?? translatorOf('en')(`problem.title.${code}`), { cause });
    this.name = 'Problem';
    this.code = code;
    this.details = details;
    this.headers = retryAfterSeconds === undefined ? headers : { 'Retry-After': String(retryAfterSeconds), ...headers };
  }

  get status(): number {
    return problems[this.code].status;
  }

  /** Returns the body in the given language. `instance` is the request ID, under which the log contains the cause. */
  body(requestId: string, locale: Locale = 'en'): ProblemBody {
    const translate = translatorOf(locale);
    const { errors } = this.details;
    const detail = detailText(this.details, translate);
    return {
      type: `/problems/${this.code}`,
      title: translate(`problem.title.${this.code}`),
      status: this.status,
      instance: `urn:uuid:${requestId}`,
      code: this.code,
      ...this.details,
      ...(detail !== undefined && { detail }),
      ...(errors !== undefined && {
        errors: errors.map((error) => ({ ...error, message: resolveMessage(error.message, translate) })),
      }),
    };
  }
}

/** Converts a domain error to an HTTP problem. */
export function problemOfDomainError(error: DomainError): Problem {
  const { code, details, retryAfterSeconds, cause } = error;
  return new Problem(code, { ...details, ...(retryAfterSeconds !== null && { retryAfterSeconds }), cause });
}
