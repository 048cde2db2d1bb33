import '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { type Scope, scopes } from '../../../src/contract/access/scopes.ts';

export type OpenApiOperation = {
  /** Name for the message of a failed test: `PATCH /api/v1/brands/{id}`. */
  readonly name: string;
  readonly method: string;
  /** Path as documented, such as `/api/v1/brands/{id}`. */
  readonly pattern: string;
  /** Required scope. null if any authenticated caller is allowed. */
  readonly scope: Scope | null;
  readonly allScopes: readonly Scope[];
  /** Media types of the body. Empty if the operation accepts none. */
  readonly bodyTypes: readonly string[];
  /** Schema of the JSON body with references resolved one level. null if the operation accepts none. */
  readonly bodySchema: JsonSchema | null;
  readonly queryParameters: readonly { readonly name: string; readonly schema: JsonSchema }[];
  readonly pathParameters: readonly string[];
  /** Request headers, with whether they are required. */
  readonly headers: ReadonlyMap<string, boolean>;
  /** Documented statuses. */
  readonly statuses: ReadonlySet<string>;
  /** Headers of a successful response. */
  readonly answerHeaders: ReadonlySet<string>;
  readonly tags: readonly string[];
  /** Returns the path with this value for all path parameters. */
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

/** Returns every operation of the published contract, so that all registered operations are tested. */
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

/** Valid placeholder of a hash in a path. */
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
