import { z } from 'zod';

/**
 * The closed list of what can go wrong with a management call. A code is stable: programs may compare it; `type` of a
 * problem is `/problems/<code>`, an address of the management listener that explains it.
 * Source: product decisions 2 (RFC 9457), style 12 and 13.
 */
export const problems = {
  invalid_request: {
    status: 400,
    title: 'The request is invalid',
    explanation:
      'A field, parameter or header is missing, unknown, malformed, or names an object that does not exist. `errors` names each one.',
  },
  malformed_json: {
    status: 400,
    title: 'The body is not JSON',
    explanation: 'The body could not be parsed as JSON, or is shorter than the Content-Length header says.',
  },
  malformed_request: {
    status: 400,
    title: 'The request cannot be read',
    explanation: 'The request line, its address or a header is not what HTTP allows.',
  },
  authentication_required: {
    status: 401,
    title: 'Authentication is required',
    explanation:
      'Send `Authorization: Bearer <access token>`; get a token at `/oauth2/token` with client credentials. Tokens live 300 seconds. People sign in at `/sign-in`.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The access token lacks a scope',
    explanation: 'The caller is known, but its service account was not granted the scope that this operation needs.',
  },
  not_permitted: {
    status: 403,
    title: 'The caller may not do this',
    explanation: 'The scope would allow it, but a rule does not, such as that nobody approves what they submitted.',
  },
  cross_site_request: {
    status: 403,
    title: 'The call does not come from the web interface',
    explanation:
      'A call with the cookie of a session must come from a page of this server, and a change must carry the header `Placard-Session: 1`. Programs send an access token instead.',
  },
  not_found: {
    status: 404,
    title: 'There is no such object',
    explanation: 'The id or path is well-formed, but nothing is there, or nothing that the caller may see.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The path does not know this method',
    explanation: 'The `Allow` header lists the methods that the path knows.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    explanation: 'Headers and body of a call must arrive within 20 seconds, with a file within 120 seconds.',
  },
  already_exists: {
    status: 409,
    title: 'The value is taken',
    explanation: 'Another object has this value already, and it must be unique. `errors` names the field.',
  },
  in_use: {
    status: 409,
    title: 'The object is still in use',
    explanation: 'Live objects depend on it; `inUseBy` names them (at most twenty). Archive or change those first.',
  },
  archived: {
    status: 409,
    title: 'The object is archived',
    explanation: 'An archived object can be read, but not changed.',
  },
  action_not_allowed: {
    status: 409,
    title: 'The action is not allowed now',
    explanation: 'The status of the object does not allow this action; `availableActions` lists those that it does.',
  },
  checks_failed: {
    status: 409,
    title: 'The creative has errors',
    explanation:
      'A creative that has a check of severity `error` is not approved; `errors` lists them. Change the creative first.',
  },
  request_in_progress: {
    status: 409,
    title: 'A request with this Idempotency-Key is still running',
    explanation: 'Wait and send the same request again; the first answer will be repeated.',
  },
  no_longer_kept: {
    status: 410,
    title: 'What was asked for is no longer kept',
    explanation:
      'A cursor or time reaches back further than what is kept, or into a database that has been restored since. Read the objects themselves again and go on from there.',
  },
  upload_moved: {
    status: 409,
    title: 'The upload is elsewhere',
    explanation:
      'The `Upload-Offset` header is not where the upload is, since another call has continued it. Ask with HEAD and go on from there.',
  },
  upload_incomplete: {
    status: 409,
    title: 'The upload is not complete',
    explanation: 'The upload that the call names has not arrived completely. Send the rest of it first.',
  },
  too_many_uploads: {
    status: 409,
    title: 'Too many uploads are open',
    explanation:
      'The caller has 50 open uploads, or has announced 8 GiB in total. Delete some, or wait for `Upload-Expires` of one.',
  },
  unsupported_upload_protocol: {
    status: 412,
    title: 'The version of the upload protocol is not supported',
    explanation: 'Resumable uploads speak tus 1.0.0, as `Tus-Version` says.',
  },
  stale_version: {
    status: 412,
    title: 'The object has changed since',
    explanation:
      'The `If-Match` header names an older version. Read the object again and repeat the change on what you find.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    explanation: 'A JSON body may have 1 MiB, an uploaded file 25 MiB, a resumable upload 2 GiB.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The content type is not supported',
    explanation: 'Send `application/json`; a PATCH may also send `application/merge-patch+json`.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key belongs to another request',
    explanation: 'The same key was sent within 24 hours with another path or body. Use a new key for a new request.',
  },
  precondition_required: {
    status: 428,
    title: 'If-Match is required',
    explanation:
      'Send the ETag of the version that you read as `If-Match`, so that no change of somebody else gets lost; `*` overwrites any.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many calls',
    explanation:
      'The caller has made all the calls that they may make in a minute, as the `RateLimit-Policy` header says. Call again after `Retry-After` seconds.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    explanation: 'All header lines together may have 16 KiB.',
  },
  checksum_mismatch: {
    status: 460,
    title: 'What arrived is not what was sent',
    explanation:
      'The bytes do not have the checksum of the `Upload-Checksum` header. Nothing of them was kept: send them again.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our side',
    explanation: 'The cause is in the log of the server under the request id of `instance`. Nothing was half-written.',
  },
  unavailable: {
    status: 503,
    title: 'The database is away',
    explanation:
      'The management API needs its database, which cannot be reached now. Ads go on. Retry after `Retry-After` seconds.',
  },
  http_version_not_supported: {
    status: 505,
    title: 'The HTTP version is not supported',
    explanation: 'The request line names a version other than HTTP/1.0 and HTTP/1.1. The connection is closed.',
  },
  store_unavailable: {
    status: 503,
    title: 'The file store is away',
    explanation:
      'The folder or bucket for files cannot be reached or has no room, so nothing was stored. Everything else works, ads go on. Retry after `Retry-After` seconds.',
  },
} as const;

/** A stable problem code. */
export type ProblemCode = keyof typeof problems;

/** What is wrong with one field. */
export const fieldErrorSchema = z
  .object({
    pointer: z.string().meta({
      description: 'JSON pointer (RFC 6901) to the field; a parameter or header stands as `/name`',
      example: '/name',
    }),
    in: z
      .enum(['body', 'path', 'query', 'header'])
      .meta({ description: 'Which part of the request the pointer points into' }),
    code: z.string().meta({ description: 'Stable code of what is wrong with the field', example: 'too_small' }),
    message: z.string().meta({ description: 'For people', example: 'must not be empty' }),
  })
  .meta({ id: 'FieldError' });
/** An object of `fieldErrorSchema`. */
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** One object in the way of archiving another. */
export const objectReferenceSchema = z
  .object({
    kind: z.string().meta({ description: 'As in its path below /api/v1', example: 'inventory/publication' }),
    id: z.number().meta({ description: 'Its id', example: 12 }),
    name: z.string().meta({ description: 'Its name', example: 'The Courier' }),
  })
  .meta({ id: 'ObjectReference' });
/** An object of `objectReferenceSchema`. */
export type ObjectReference = z.infer<typeof objectReferenceSchema>;

/** Every error of the management API. Source: RFC 9457 and product decisions 2. */
export const problemSchema = z
  .object({
    type: z.string().meta({
      description: 'Address that explains the code, relative to the server',
      example: '/problems/invalid_request',
    }),
    title: z.string().meta({ description: 'The code in words', example: 'The request is invalid' }),
    status: z.number().meta({ description: 'The HTTP status', example: 400 }),
    detail: z
      .string()
      .optional()
      .meta({ description: 'This occurrence in words', example: 'body /name: must not be empty' }),
    instance: z.string().meta({
      description: 'This occurrence: `urn:uuid:` and the request id, which also stands in the log of the server',
      example: 'urn:uuid:0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1d4',
    }),
    code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]).meta({ description: 'Stable code' }),
    errors: z.array(fieldErrorSchema).optional().meta({ description: 'One entry per field that is wrong' }),
    inUseBy: z
      .array(objectReferenceSchema)
      .optional()
      .meta({ description: 'With `in_use`: what depends on the object' }),
    currentStatus: z.string().optional().meta({ description: 'With `action_not_allowed`: the computed status' }),
    availableActions: z
      .array(z.string())
      .optional()
      .meta({ description: 'With `action_not_allowed`: what is allowed now' }),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details' });
/** An object of `problemSchema`. */
export type ProblemBody = z.infer<typeof problemSchema>;
