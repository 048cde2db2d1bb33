import type { FastifyError } from 'fastify';
import { problems } from '../../../contract/common/problems.ts';
import { toDomainError } from '../../records/errors-of-engines.ts';
import { Problem, problemOfDomainError } from './problem.ts';

/** Converts an exception to a problem. An unexpected one becomes a 500 without details; the log contains the cause. */
export function problemFromError(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const domainError = toDomainError(error);
  if (domainError !== null) return problemOfDomainError(domainError);
  const fromParser = error instanceof Error ? fromFastify(error as FastifyError) : null;
  return fromParser ?? new Problem('internal_error', { cause: error });
}

function fromFastify(error: FastifyError): Problem | null {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('unsupported_media_type', { detail: problems.unsupported_media_type.explanation });
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('body_too_large', { detail: problems.body_too_large.explanation });
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return wholeBody('malformed_json', error.message);
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_ASYNC_CONSTRAINT':
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE':
      return new Problem('malformed_request', { detail: error.message });
    default:
      // The static file servers refuse paths outside their folder.
      if (error.statusCode === 403 || error.statusCode === 404) return new Problem('not_found', { cause: error });
      return error.statusCode === 400 && error instanceof SyntaxError
        ? wholeBody('malformed_json', error.message)
        : null;
  }
}

/** The pointer of the whole body is the empty string (RFC 6901). */
function wholeBody(code: 'malformed_json', message: string): Problem {
  return new Problem(code, { detail: message, errors: [{ pointer: '', in: 'body', code, message }] });
}
