import { z } from 'zod';

/**
 * The closed list of problem codes of the management API. A code is stable, so programs may compare it. The `type` of a
 * problem is `/problems/<code>`, a page of the management listener with its explanation. Titles are messages:
 * `problem.title.<code>`. Source: product decisions 2 (RFC 9457), style 12 and 13.
 */
export const problems = {
  invalid_request: {
    status: 400,
    explanation:
      'A field, parameter or header is missing, unknown, malformed, or names an object that does not exist. `errors` lists each one.',
  },
  malformed_json: {
    status: 400,
    explanation: 'The body is not valid JSON, or is shorter than the Content-Length header states.',
  },
  malformed_request: {
    status: 400,
    explanation: 'The request line, the URL or a header is not valid HTTP.',
  },
  authentication_required: {
    status: 401,
    explanation:
      'Send `Authorization: Bearer <access token>`. Request a token at `/oauth2/token` with client credentials; a token is valid for 300 seconds. Users sign in at `/sign-in`.',
  },
  insufficient_scope: {
    status: 403,
    explanation:
      'The access token is valid, but the service account does not have the scope that this operation requires.',
  },
  not_permitted: {
    status: 403,
    explanation:
      'The caller has the scope, but a rule forbids the operation. For example, users cannot approve their own submissions.',
  },
  cross_site_request: {
    status: 403,
    explanation:
      'A call that is authenticated by the session cookie must come from a page of this server, and a change must send the header `Placard-Session: 1`. Programs send an access token instead.',
  },
  not_found: {
    status: 404,
    explanation: 'The object or path does not exist, or the caller does not have access to it.',
  },
  method_not_allowed: {
    status: 405,
    explanation: 'The `Allow` header lists the methods of this path.',
  },
  request_timeout: {
    status: 408,
    explanation: 'The headers and body of a call must arrive within 20 seconds, with a file within 120 seconds.',
  },
  already_exists: {
    status: 409,
    explanation: 'The value must be unique, and another object has it. `errors` names the field.',
  },
  in_use: {
    status: 409,
    explanation:
      'Active objects depend on this object. `inUseBy` lists up to 20 of them. Archive or change them first.',
  },
  archived: {
    status: 409,
    explanation: 'An archived object can be read but not changed.',
  },
  action_not_allowed: {
    status: 409,
    explanation: 'The status of the object does not allow this action. `availableActions` lists the allowed actions.',
  },
  checks_failed: {
    status: 409,
    explanation:
      'A creative with a check of severity `error` cannot be approved. `errors` lists the checks. Change the creative first.',
  },
  request_in_progress: {
    status: 409,
    explanation:
      'A request with the same Idempotency-Key is running. Wait, then send the same request again to receive its response.',
  },
  no_longer_kept: {
    status: 410,
    explanation:
      'The cursor or time is older than the retention period, or belongs to a database that was restored from a backup. Read the objects again and continue from there.',
  },
  upload_moved: {
    status: 409,
    explanation:
      'The `Upload-Offset` header differs from the offset of the upload, because another call continued it. Send HEAD to read the current offset and continue from there.',
  },
  upload_incomplete: {
    status: 409,
    explanation: 'The upload has not been received completely. Send the remaining bytes first.',
  },
  too_many_uploads: {
    status: 409,
    explanation:
      'The caller has 50 open uploads or has announced 8 GiB in total. Delete uploads, or wait until `Upload-Expires` of one.',
  },
  unsupported_upload_protocol: {
    status: 412,
    explanation: 'Resumable uploads require tus 1.0.0 (response header `Tus-Version`).',
  },
  stale_version: {
    status: 412,
    explanation: 'The version in the `If-Match` header is outdated. Read the object again and repeat the change.',
  },
  body_too_large: {
    status: 413,
    explanation: 'Limits: 1 MiB for a JSON body, 25 MiB for an uploaded file, 2 GiB for a resumable upload.',
  },
  unsupported_media_type: {
    status: 415,
    explanation: 'Send `application/json`. PATCH also accepts `application/merge-patch+json`.',
  },
  idempotency_key_reused: {
    status: 422,
    explanation: 'The same key was sent within 24 hours with another path or body. Use a new key for a new request.',
  },
  precondition_required: {
    status: 428,
    explanation:
      'Send the ETag of the version that you read as `If-Match`, so that no other change is lost. `*` overwrites any version.',
  },
  too_many_requests: {
    status: 429,
    explanation:
      'The caller has reached its limit of calls per minute (`RateLimit-Policy` header). Retry after `Retry-After` seconds.',
  },
  headers_too_large: {
    status: 431,
    explanation: 'All headers together may have 16 KiB.',
  },
  checksum_mismatch: {
    status: 460,
    explanation:
      'The received bytes do not have the checksum of the `Upload-Checksum` header. Nothing was stored. Send them again.',
  },
  internal_error: {
    status: 500,
    explanation: 'The server log contains the cause under the request ID of `instance`. The change was rolled back.',
  },
  unavailable: {
    status: 503,
    explanation:
      'The management API requires its database, which is currently unreachable. Ad delivery continues. Retry after `Retry-After` seconds.',
  },
  http_version_not_supported: {
    status: 505,
    explanation: 'The request line names a version other than HTTP/1.0 and HTTP/1.1. The connection is closed.',
  },
  store_unavailable: {
    status: 503,
    explanation:
      'The folder or bucket for files is unreachable or full. Nothing was stored. Other operations and ad delivery continue. Retry after `Retry-After` seconds.',
  },
} as const;

/** A stable problem code. */
export type ProblemCode = keyof typeof problems;

/** Error of one field. */
export const fieldErrorSchema = z
  .object({
    pointer: z.string().meta({
      description: 'JSON pointer (RFC 6901) to the field. For a parameter or header: `/name`.',
      example: '/name',
    }),
    in: z
      .enum(['body', 'path', 'query', 'header'])
      .meta({ description: 'Part of the request that the pointer refers to' }),
    code: z.string().meta({ description: 'Stable error code', example: 'too_small' }),
    message: z.string().meta({ description: 'Message for people', example: 'Message for people' }),
  })
  .meta({ id: 'FieldError' });
/** An object of `fieldErrorSchema`. */
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** An object that prevents the archiving of another object. */
export const objectReferenceSchema = z
  .object({
    kind: z
      .string()
      .meta({ description: 'Type of the object, as in the API path below /api/v1', example: 'inventory/publication' }),
    id: z.number().meta({ description: 'ID of the object', example: 12 }),
    name: z.string().meta({ description: 'Name of the object', example: 'The Courier' }),
  })
  .meta({ id: 'ObjectReference' });
/** An object of `objectReferenceSchema`. */
export type ObjectReference = z.infer<typeof objectReferenceSchema>;

/** Error of the management API. Source: RFC 9457 and product decisions 2. */
export const problemSchema = z
  .object({
    type: z.string().meta({
      description: 'URL of the explanation of the code, relative to the server',
      example: '/problems/invalid_request',
    }),
    title: z.string().meta({ description: 'Title of the code', example: 'The request is invalid' }),
    status: z.number().meta({ description: 'HTTP status', example: 400 }),
    detail: z
      .string()
      .optional()
      .meta({ description: 'Description of this occurrence', example: 'body /name: must not be empty' }),
    instance: z.string().meta({
      description: 'Identifier of this occurrence: `urn:uuid:` and the request ID, which the server log also contains',
      example: 'urn:uuid:0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1d4',
    }),
    code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]).meta({ description: 'Stable code' }),
    errors: z
      .array(fieldErrorSchema)
      .optional()
      .meta({ description: 'Errors of the request, one entry per invalid field' }),
    inUseBy: z
      .array(objectReferenceSchema)
      .optional()
      .meta({ description: 'For `in_use`: objects that depend on the object' }),
    currentStatus: z.string().optional().meta({ description: 'For `action_not_allowed`: status of the object' }),
    availableActions: z.array(z.string()).optional().meta({ description: 'For `action_not_allowed`: allowed actions' }),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details' });
/** An object of `problemSchema`. */
export type ProblemBody = z.infer<typeof problemSchema>;
