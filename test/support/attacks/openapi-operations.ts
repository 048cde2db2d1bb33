import '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { type Scope, scopes } from '../../../src/contract/access/scopes.ts';

export type OpenApiOperation = {
  /** For the message of a failed test: `PATCH /api/v1/brands/{id}`. */
  readonly name: string;
  readonly method: string;
  /** As documented, such as `/api/v1/brands/{id}`. */
  readonly pattern: string;
  /** null: every caller who is known. */
  readonly scope: Scope | null;
  readonly allScopes: readonly Scope[];
  /** Media types that the body may have; empty: it takes none. */
  readonly bodyTypes: readonly string[];
  /** Schema of the JSON body, references followed one level; null: it takes none. */
  readonly bodySchema: JsonSchema | null;
  readonly queryParameters: readonly { readonly name: string; readonly schema: JsonSchema }[];
  readonly pathParameters: readonly string[];
  /** Headers that a request may carry, with whether they are required. */
  readonly headers: ReadonlyMap<string, boolean>;
  /** Documented statuses. */
  readonly statuses: ReadonlySet<string>;
  /** Headers of a successful answer. */
  readonly answerHeaders: ReadonlySet<string>;
  readonly tags: readonly string[];
  /** The address with this in place of every path parameter. */
  path(id: number | string): string;
};

export type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly $ref?: string;
};

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
};
type DocumentedOperation = {
  readonly security?: readonly { readonly oauth2?: readonly Scope[] }[];
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly schema: JsonSchema;
    readonly required?: boolean;
  }[];
  readonly responses: Readonly<Record<string, { readonly headers?: Readonly<Record<string, unknown>> }>>;
  readonly tags?: readonly string[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
};

/** Every operation of the published contract: what is registered is what is tested. */
export function allOperations(app: FastifyInstance): OpenApiOperation[] {
  const document = app.swagger() as unknown as Document;
  return Object.entries(document.paths).flatMap(([pattern, methods]) =>
    Object.entries(methods).map(([method, operation]) => describe(document, pattern, method, operation)),
  );
}

function describe(
  document: Document,
  pattern: string,
  method: string,
  operation: DocumentedOperation,
): OpenApiOperation {
  const parameters = operation.parameters ?? [];
  const content = operation.requestBody?.content ?? {};
  const schema = content['application/json']?.schema;
  const documented = operation.security?.[0]?.oauth2;
  if (documented === undefined) throw new Error(`${method} ${pattern} documents no scope`);
  return {
    name: `${method.toUpperCase()} ${pattern}`,
    method: method.toUpperCase(),
    pattern,
    scope: documented[0] ?? null,
    allScopes: scopes,
    bodyTypes: Object.keys(content),
    bodySchema: schema === undefined ? null : follow(document, schema),
    queryParameters: parameters.filter((parameter) => parameter.in === 'query'),
    pathParameters: parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name),
    headers: new Map(
      parameters
        .filter((parameter) => parameter.in === 'header')
        .map(({ name, required }) => [name, required === true]),
    ),
    statuses: new Set(Object.keys(operation.responses)),
    answerHeaders: new Set(Object.keys((operation.responses['200'] ?? operation.responses['201'])?.headers ?? {})),
    tags: operation.tags ?? [],
    path: (id) => pattern.replace(/\{(\w+)\}/g, (_, name) => parameterOf(name, id)),
  };
}

/** What stands for a hash where the path is to be a valid one. */
const someHash = 'a'.repeat(64);

function parameterOf(name: string, id: number | string): string {
  if (typeof id !== 'number') return String(id);
  if (name === 'decisionId') return someHash.slice(0, 32);
  return name === 'sha256' ? someHash : String(id);
}

function follow(document: Document, schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  return name === undefined ? schema : (document.components.schemas[name] ?? schema);
}
