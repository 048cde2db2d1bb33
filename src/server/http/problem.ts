import { type FieldError, type ProblemBody, type ProblemCode, problems } from '../../contract/problems.ts';

/** Members of a problem beyond the common ones. */
export type ProblemExtras = Pick<ProblemBody, 'detail' | 'errors' | 'inUseBy' | 'currentStatus' | 'availableActions'>;

export type ProblemOptions = ProblemExtras & {
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
};

/** What a handler throws when the call cannot be done; the error handler writes it as problem+json. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly extras: ProblemExtras;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    const { headers = {}, cause, ...extras } = options;
    super(extras.detail ?? problems[code].title, { cause });
    this.name = 'Problem';
    this.code = code;
    this.extras = extras;
    this.headers = headers;
  }

  get status(): number {
    return problems[this.code].status;
  }

  /** The body of RFC 9457; the instance is the request id, under which the log has the cause. */
  body(requestId: string): ProblemBody {
    const { status, title } = problems[this.code];
    return {
      type: `/problems/${this.code}`,
      title,
      status,
      instance: `urn:uuid:${requestId}`,
      code: this.code,
      ...this.extras,
    };
  }
}

/** A 400 that names each field. */
export function invalidRequest(errors: readonly FieldError[]): Problem {
  const detail = errors.map((error) => `${error.in} ${error.pointer || '(whole)'}: ${error.message}`).join('; ');
  return new Problem('invalid_request', { detail, errors: [...errors] });
}

/** A 400 that names one field of the body. */
export function invalidField(pointer: string, code: string, message: string): Problem {
  return invalidRequest([{ pointer, in: 'body', code, message }]);
}

/** A 404 for one object; an object that the caller may not see answers exactly the same. */
export function missingObject(what: string, id: number): Problem {
  return new Problem('not_found', { detail: `There is no ${what} ${id}` });
}
