import { type ProblemBody, type ProblemCode, problems } from '../../../contract/common/problems.ts';
import type { DomainError, DomainErrorOptions, ErrorDetails } from '../../records/domain-error.ts';

export type ProblemOptions = DomainErrorOptions & { readonly headers?: Readonly<Record<string, string>> };

/** An error as HTTP answers it: status, headers and the body of RFC 9457. Code of the API layer may throw one. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: ErrorDetails;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, { headers = {}, retryAfterSeconds, cause, ...details }: ProblemOptions = {}) {
    super(details.detail ?? problems[code].title, { cause });
    this.name = 'Problem';
    this.code = code;
    this.details = details;
    this.headers = retryAfterSeconds === undefined ? headers : { 'Retry-After': String(retryAfterSeconds), ...headers };
  }

  get status(): number {
    return problems[this.code].status;
  }

  /** The instance is the request id, under which the log has the cause. */
  body(requestId: string): ProblemBody {
    const { status, title } = problems[this.code];
    return {
      type: `/problems/${this.code}`,
      title,
      status,
      instance: `urn:uuid:${requestId}`,
      code: this.code,
      ...this.details,
    };
  }
}

/** A domain error as HTTP answers it. */
export function problemOfDomainError(error: DomainError): Problem {
  const { code, details, retryAfterSeconds, cause } = error;
  return new Problem(code, { ...details, ...(retryAfterSeconds !== null && { retryAfterSeconds }), cause });
}
