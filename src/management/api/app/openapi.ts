import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { scopes } from '../../../contract/access/scopes.ts';
import { chapters } from '../../../contract/common/chapters.ts';
import { cookieName, sessionCookie } from '../../access/session/session-cookie.ts';
import { changeHeader } from '../call/session-call.ts';
import { describeExamples } from './describe-examples.ts';
import { describeHeaders } from './describe-headers.ts';
import { describeUploads } from './describe-uploads.ts';
import { describedWebhook } from './describe-webhook.ts';
import { icon } from './developer-pages.ts';
import { openApiFor30 } from './openapi-for-3-0.ts';
import { plainTypes } from './plain-types.ts';

const version = '1.0.0';

/**
 * Publishes the contract as OpenAPI 3.1 at /api/openapi.json, as 3.0.3 at /api/openapi-3.0.json, and as a browsable
 * page at /api/docs, without external resources.
 */
export async function publishContract(app: FastifyInstance, publicUrl: string): Promise<void> {
  const zodToJsonConfig = { override: showAsSent };
  const transformObject = createJsonSchemaTransformObject({ zodToJsonConfig });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Placard management API',
        version,
        description: overview,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      tags: Object.entries(chapters).map(([name, description]) => ({ name, description })),
      servers: [{ url: publicUrl, description: 'This server' }],
      components: { securitySchemes: securitySchemes(publicUrl) },
      webhooks: { event: describedWebhook },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig }),
    transformObject: (document) =>
      describeExamples(shortenNames(describeHeaders(describeUploads(plainTypes(transformObject(document)))))),
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'self'; frame-ancestors 'none'",
    uiConfig: { docExpansion: 'list', deepLinking: true, persistAuthorization: false, layout: 'BaseLayout' },
    theme: {
      title: 'Placard management API',
      favicon: [{ filename: 'icon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: icon }],
    },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, (_request, reply) => reply.send(app.swagger()));
  app.get('/api/openapi-3.0.json', { schema: { hide: true } }, (_request, reply) =>
    reply.send(openApiFor30(app.swagger())),
  );
}

function securitySchemes(publicUrl: string) {
  return {
    oauth2: {
      type: 'oauth2' as const,
      description: 'OAuth 2.0 client credentials of a service account. Tokens are valid for 300 seconds',
      flows: {
        clientCredentials: {
          tokenUrl: `${publicUrl}/oauth2/token`,
          scopes: Object.fromEntries(scopes.map((scope) => [scope, scopeInWords(scope)])),
        },
      },
    },
    session: {
      type: 'apiKey' as const,
      in: 'cookie' as const,
      name: cookieName(sessionCookie, { publicUrl }),
      description: 'Session of a user who signed in at `/sign-in`. Only for pages of this server',
    },
    sessionChange: {
      type: 'apiKey' as const,
      in: 'header' as const,
      name: changeHeader.name,
      description: `Required in addition to the cookie for every change: \`${changeHeader.value}\`. Pages of other sites cannot send it`,
    },
  };
}

function scopeInWords(scope: string): string {
  const [area = '', verb = ''] = scope.split(':');
  return `${verb} ${area.replaceAll('-', ' ')}`;
}

/**
 * Shortens component names. A schema used by requests and responses is one component, and a schema used only by
 * requests does not need the suffix `Input`, which generated clients would copy.
 */
function shortenNames<Document extends object>(document: Document): Document {
  const { components = {} } = document as { components?: { schemas?: Record<string, object> } };
  const schemas = components.schemas ?? {};
  const shortened = shortenable(schemas);
  for (const name of shortened) {
    schemas[shortOf(name)] ??= schemas[name] ?? {};
    delete schemas[name];
  }
  return JSON.parse(withShortNames(JSON.stringify(document), shortened)) as Document;
}

/** Returns names whose short form is unused, or has the same content once all are shortened. */
function shortenable(schemas: Readonly<Record<string, object>>): readonly string[] {
  let names = Object.keys(schemas).filter((name) => name.endsWith('Input'));
  for (;;) {
    const written = (name: string) => withShortNames(JSON.stringify(schemas[name]), names);
    const fitting = names.filter((name) => !(shortOf(name) in schemas) || written(name) === written(shortOf(name)));
    if (fitting.length === names.length) return fitting;
    names = fitting;
  }
}

function withShortNames(written: string, names: readonly string[]): string {
  return names.reduce(
    (text, name) => text.replaceAll(`"#/components/schemas/${name}"`, `"#/components/schemas/${shortOf(name)}"`),
    written,
  );
}

function shortOf(name: string): string {
  return name.slice(0, -'Input'.length);
}

/** Describes numbers in paths and queries as integers. The server receives them as text and parses them strictly. */
function showAsSent(context: {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  const { jsonSchema } = context;
  if (jsonSchema['integerText'] === true) {
    delete jsonSchema['integerText'];
    delete jsonSchema.pattern;
    jsonSchema.type = 'integer';
    jsonSchema.maximum ??= Number.MAX_SAFE_INTEGER;
    jsonSchema.minimum ??= 0;
  }
}

const overview = `API for campaigns, inventory, creatives, reports and administration.

**Access.** Request a token at \`/oauth2/token\` with the client credentials of a service account and send it as
\`Authorization: Bearer\`. Every operation names the scope that it requires. Pages of this server can send the cookie of a session
instead, and \`Placard-Session: 1\` with changes. \`/api/v1/me\` returns the caller and its scopes.

**Lists** return a JSON array. Parameters: \`limit\` (50, at most 500) and \`offset\`. \`Record-Count\` is the total. For long lists
follow \`Link: rel="next"\`: its \`cursor\` stays stable while objects are added and removed.

**Bulk edits.** \`POST /{kind}/bulk\` accepts up to 200 creates, patches and actions. They succeed or fail together, or individually in
partial mode. \`dryRun\` returns the results without saving.

**Changes.** PATCH is a JSON merge patch (RFC 7396): absent fields are unchanged, null clears a field. Send the ETag that you read as
\`If-Match\`. The response is 428 without it, and 412 if the object has changed since. DELETE archives the object and returns it.
Archived objects stay readable and are listed only with \`includeArchived=true\`. Archiving an object that active objects use returns 409.
Archiving a campaign archives its bookings. Archiving a creative stops it in all bookings that contain it.
Every change returns \`Placard-Revision\`; \`/api/v1/revisions/{revision}\` states when it is live.

**Idempotency.** A POST with an \`Idempotency-Key\` is executed once within 24 hours. Repeated requests return the first
response with \`Idempotency-Replayed: true\`. A failed request can be repeated with the same key.

**Rate limits.** Every response contains \`RateLimit-Policy\` (\`q\` calls in \`w\` seconds) and \`RateLimit\`
(\`r\` calls remaining, \`t\` seconds until the full quota is available). Calls beyond the limit return 429 with \`Retry-After\`.
\`/api/v1/limits\` lists these and the other limits.

**Errors** are problem details (RFC 9457) with a stable \`code\`, and \`errors\` with a JSON pointer to each invalid field.
A field that refers to a missing object is an invalid field: 400 with the code \`reference_not_found\` in its entry of \`errors\`.
Each problem \`code\` is explained at \`/problems/{code}\`.`;
