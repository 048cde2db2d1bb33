import { z } from 'zod';
import type { ChapterName } from '../../../contract/common/chapters.ts';
import { type ProblemCode, problemSchema, problems } from '../../../contract/common/problems.ts';
import { translatorOf } from '../../../messages/translator.ts';

/**
 * Kind of a successful response. `object` has an ETag; `reading` is computed and has none. `changed` requires If-Match;
 * `acted` and `parted` (a part was removed) accept it. `posted` (created), `added`, `removed` and `updated` have no version. `accepted`
 * runs later. `applied` changes many objects. `computed` changes nothing. `file` is not JSON.
 */
export type Answers =
  | 'list'
  | 'object'
  | 'reading'
  | 'computed'
  | 'created'
  | 'changed'
  | 'acted'
  | 'parted'
  | 'posted'
  | 'added'
  | 'removed'
  | 'updated'
  | 'applied'
  | 'bulk'
  | 'accepted'
  | 'file';

export type Operation = {
  readonly tag: ChapterName;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** Required scope. null: any authenticated caller. */
  readonly scope: string | null;
  readonly params?: z.ZodType;
  readonly querystring?: z.ZodType;
  readonly body?: z.ZodType;
  /** Media types of the body. Default: application/json, and merge patch for a PATCH. */
  readonly consumes?: readonly string[];
  readonly answers: Answers;
  /** Set if the operation can be requested for data beyond its retention: 410. */
  readonly reachesBack?: true;
  /** Set if the state of the object can make a computation impossible: 409. */
  readonly conflicts?: true;
  /** Schema of one object. Not used by `file`. */
  readonly view: z.ZodType;
  /** Media types of `file`, or of files that the client can request instead of a `reading`. */
  readonly files?: readonly string[];
};

/**
 * Returns the Fastify schema of an operation. It validates the request and becomes its entry in the OpenAPI document,
 * with every problem that it can return.
 */
export function operationSchema(operation: Operation) {
  const { params, querystring, body, consumes } = operation;
  return {
    operationId: operation.operationId,
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    tags: [operation.tag],
    security: securityOf(operation),
    ...(isUnversioned(operation.answers) ? { [unversioned]: true } : {}),
    ...(params === undefined ? {} : { params }),
    querystring: querystring ?? z.strictObject({}),
    ...(body === undefined ? {} : { body }),
    ...(consumes === undefined ? {} : { consumes: [...consumes] }),
    response: { ...success(operation), ...failures(operation) },
  };
}

/** Extension that flags operations without ETag and revision. `describe-headers.ts` removes it. */
export const unversioned = 'x-unversioned';

/**
 * Returns the security requirement: a token with the scope, or the cookie of a session. Changes with the cookie also
 * require a header.
 */
function securityOf({ scope, answers }: Operation) {
  const reads = answers === 'list' || answers === 'object' || answers === 'reading' || answers === 'file';
  return [{ oauth2: scope === null ? [] : [scope] }, reads ? { session: [] } : { session: [], sessionChange: [] }];
}

function isUnversioned(answers: Answers): boolean {
  return (
    answers === 'computed' ||
    answers === 'posted' ||
    answers === 'added' ||
    answers === 'removed' ||
    answers === 'updated' ||
    answers === 'applied' ||
    answers === 'bulk' ||
    answers === 'accepted'
  );
}

function problemResponses(statuses: readonly number[]) {
  return Object.fromEntries(statuses.map((status) => [status, problemResponse(status)]));
}

function success(operation: Operation) {
  switch (operation.answers) {
    case 'created':
    case 'posted':
      return { 201: json('Created', operation.view) };
    case 'list':
      return { 200: json('One page', z.array(operation.view)) };
    case 'object':
      return {
        200: json('The object', operation.view),
        304: json('Not modified since the version of the client', z.null()),
      };
    case 'computed':
      return { 200: json('Computed result', operation.view) };
    case 'reading':
      return { 200: withFiles(json('Current state', operation.view), operation.files ?? []) };
    case 'file':
      return { 200: { description: 'The file', content: filesOf(operation.files ?? []) } };
    case 'added':
      return { 201: json('Complete list after the change', operation.view) };
    case 'bulk':
      return { 200: json('Result of each entry', operation.view) };
    case 'accepted':
      return { 202: json('Accepted; runs in the background', operation.view) };
    case 'updated':
    case 'applied':
      return { 200: json('After the change', operation.view) };
    case 'removed':
      return { 200: json('Remaining entries', operation.view) };
    case 'changed':
    case 'acted':
    case 'parted':
      return { 200: json('The object after the change', operation.view) };
  }
}

function failures(operation: Operation) {
  const item = [...(operation.params === undefined ? [] : [404]), ...(operation.reachesBack === true ? [410] : [])];
  const state = operation.conflicts === true ? [409] : [];
  const sent = operation.body === undefined ? [] : [413, 415];
  const writes: Record<Answers, readonly number[]> = {
    list: [],
    object: [],
    reading: [],
    file: [],
    computed: sent,
    created: [409, 413, 415, 422],
    acted: [409, 412, 422, ...sent],
    parted: [409, 412],
    posted: [409, 413, 415, 422],
    added: [409, 413, 415, 422],
    bulk: [409, 413, 415, 422],
    accepted: [409, 413, 415, 422],
    removed: sent,
    updated: sent,
    applied: [409, 422, ...sent],
    changed: [409, 412, 428, ...sent],
  };
  return problemResponses([400, 401, 403, 408, ...item, ...state, ...writes[operation.answers], 429, 431, 500, 503]);
}

function json(description: string, schema: z.ZodType) {
  return { description, content: { 'application/json': { schema } } };
}

function withFiles({ description, content }: ReturnType<typeof json>, types: readonly string[]) {
  return { description, content: { ...content, ...filesOf(types) } };
}

/** OpenAPI describes a file as a text of format binary. */
function filesOf(types: readonly string[]) {
  return Object.fromEntries(types.map((type) => [type, { schema: z.string().meta({ format: 'binary' }) }]));
}

function problemResponse(status: number) {
  const codes = (Object.keys(problems) as ProblemCode[]).filter((code) => problems[code].status === status);
  return {
    description: codes.map((code) => translatorOf('en')(`problem.title.${code}`)).join('; '),
    content: { 'application/problem+json': { schema: problemSchema } },
  };
}
