import { unversioned } from '../resource/operation-schema.ts';

/** Parts of an OpenAPI document that are read or changed here. */
type Operation = {
  parameters?: { in?: string; name?: string; [member: string]: unknown }[];
  responses?: Record<string, { headers?: Record<string, unknown>; [member: string]: unknown }>;
  requestBody?: { content?: Record<string, unknown>; required?: boolean };
  [member: string]: unknown;
};

const text = { type: 'string' };
const requestHeaders = {
  idempotencyKey: {
    in: 'header',
    name: 'Idempotency-Key',
    required: false,
    schema: { type: 'string', maxLength: 255 },
    description: 'Key that makes repeated requests safe for 24 hours',
  },
  ifMatch: {
    in: 'header',
    name: 'If-Match',
    required: true,
    schema: text,
    description: 'ETag of the version that you read, or `*` for any version',
  },
  ifNoneMatch: {
    in: 'header',
    name: 'If-None-Match',
    required: false,
    schema: text,
    description: 'ETag of the version that the client has cached',
  },
};
const responseHeaders = {
  etag: { ETag: { description: 'Strong ETag, for `If-Match`', schema: text } },
  location: { Location: { description: 'URL of the new object', schema: text } },
  revision: { 'Placard-Revision': { description: 'Revision of this change', schema: { type: 'integer' } } },
  count: { 'Record-Count': { description: 'Number of matching objects on all pages', schema: { type: 'integer' } } },
  link: { Link: { description: '`rel="next"`: URL of the next page', schema: text } },
  rate: {
    'RateLimit-Policy': { description: 'Rate limit: `q` calls in `w` seconds', schema: text },
    RateLimit: {
      description: 'Remaining calls `r`, and seconds `t` until the full quota is available again',
      schema: text,
    },
  },
  retry: {
    'Retry-After': { description: 'Number of seconds to wait before the next attempt', schema: { type: 'integer' } },
  },
};

/**
 * Adds the headers that the common rules define for every operation of a kind. They are checked by shared code and not
 * by schemas, so they are described here for all resources. Also removes component schemas without references.
 */
export function describeHeaders<Document extends object>(document: Document): Document {
  const { paths = {} } = document as { paths?: Record<string, Record<string, Operation>> };
  for (const operations of Object.values(paths)) {
    for (const [method, operation] of Object.entries(operations)) describeOperation(method, operation);
  }
  return withoutUnused(document);
}

function describeOperation(method: string, operation: Operation): void {
  const parameters = operation.parameters ?? [];
  const answers = operation.responses ?? {};
  // Calls that change nothing can be repeated without a key.
  if (method === 'post' && '422' in answers) parameters.push(requestHeaders.idempotencyKey);
  if ('412' in answers) parameters.push({ ...requestHeaders.ifMatch, required: '428' in answers });
  if ('304' in answers) parameters.push(requestHeaders.ifNoneMatch);
  if (parameters.length > 0) operation.parameters = parameters;
  for (const [status, response] of Object.entries(answers)) {
    const headers = headersOf(method, status, operation);
    if (Object.keys(headers).length > 0) response.headers = { ...response.headers, ...headers };
    if (status === '304') delete response['content'];
  }
  delete operation[unversioned];
  const content = operation.requestBody?.content;
  if (method === 'patch' && content?.['application/json'] !== undefined) {
    content['application/merge-patch+json'] = content['application/json'];
  }
}

function headersOf(method: string, status: string, operation: Operation): Record<string, unknown> {
  if (status === '429') return { ...responseHeaders.retry, ...responseHeaders.rate };
  if (status === '503') return responseHeaders.retry;
  if (operation[unversioned] === true) return status === '201' ? responseHeaders.location : {};
  if (status === '201') return { ...responseHeaders.etag, ...responseHeaders.location, ...responseHeaders.revision };
  if (status === '304') return responseHeaders.etag;
  if (status !== '200') return {};
  if (method !== 'get') return { ...responseHeaders.etag, ...responseHeaders.revision };
  if (operation.responses?.['304'] !== undefined) return responseHeaders.etag;
  return {
    ...(hasQuery(operation, 'limit') && isList(operation) ? responseHeaders.count : {}),
    ...(hasQuery(operation, 'cursor') ? responseHeaders.link : {}),
  };
}

/** Other paged responses return the cursor in their body. */
function isList({ responses = {} }: Operation): boolean {
  const content = responses['200']?.['content'] as { 'application/json'?: { schema?: { type?: string } } } | undefined;
  return content?.['application/json']?.schema?.type === 'array';
}

function hasQuery(operation: Operation, name: string): boolean {
  return operation.parameters?.some((parameter) => parameter.in === 'query' && parameter.name === name) ?? false;
}

function withoutUnused<Document extends object>(document: Document): Document {
  const schemas = (document as { components?: { schemas?: Record<string, unknown> } }).components?.schemas ?? {};
  for (let removed = true; removed; ) {
    const written = JSON.stringify(document);
    const unused = Object.keys(schemas).filter((name) => !written.includes(`"#/components/schemas/${name}"`));
    for (const name of unused) delete schemas[name];
    removed = unused.length > 0;
  }
  return document;
}
