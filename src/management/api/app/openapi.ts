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

/** The contract as OpenAPI 3.1 at /api/openapi.json, as 3.0.3 at /api/openapi-3.0.json, and to browse at /api/docs, without any file from elsewhere. */
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
      description: 'OAuth 2.0 client credentials of a service account; tokens live 300 seconds',
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
      description: 'Session of a person who signed in at `/sign-in`; for pages of this server alone',
    },
    sessionChange: {
      type: 'apiKey' as const,
      in: 'header' as const,
      name: changeHeader.name,
      description: `Beside the cookie with every change: \`${changeHeader.value}\`. No page of another site can send it`,
    },
  };
}

function scopeInWords(scope: string): string {
  const [area = '', verb = ''] = scope.split(':');
  return `${verb} ${area.replaceAll('-', ' ')}`;
}

/**
 * A schema that requests and answers use alike is one component, and one that only requests use needs no `Input` in its
 * name either, which generated clients would carry on.
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

/** Those whose short name is free, or means the same once all of them are short. */
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

/** A number in a path or query is text to us, read strictly, but an integer to everybody who reads the contract. */
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

const overview = `Campaigns, inventory and everything around them, for programs.

**Access.** Get a token at \`/oauth2/token\` with the client credentials of a service account and send it as
\`Authorization: Bearer\`. Every operation names the scope that it needs. A page of this server may send the cookie of a session
instead, and with a change \`Placard-Session: 1\`. \`/api/v1/me\` says who is calling and what they may do.

**Lists** answer a JSON array: \`limit\` (50, at most 500), \`offset\`, the total in \`Record-Count\`; for long lists
follow \`Link: rel="next"\`, whose \`cursor\` stays stable while objects come and go.

**Many at once.** \`POST /{kind}/bulk\` takes up to 200 creates, patches and actions, all or nothing or what can be done, and with
\`dryRun\` only says what would happen.

**Changes.** PATCH is a JSON merge patch (RFC 7396): absent leaves unchanged, null clears. Send the ETag that you read as
\`If-Match\`: without it 428, when the object has changed since 412. DELETE archives and answers the archived object,
which stays readable and stands in lists only with \`includeArchived=true\`; what live objects still use answers 409. A
campaign takes its bookings along, and a creative is no longer shown in the bookings that have it.
Every change answers \`Placard-Revision\`; \`/api/v1/revisions/{revision}\` tells when it is live.

**Repeating safely.** A POST with an \`Idempotency-Key\` happens once within 24 hours, whatever is repeated; the first
answer is given again with \`Idempotency-Replayed: true\`. A call that failed may be repeated with the same key.

**Limits.** Every answer says in \`RateLimit-Policy\` how many calls (\`q\`) you may make in how many seconds (\`w\`), and in \`RateLimit\`
how many are left (\`r\`) and when all are there again (\`t\` seconds). One too many answers 429 with \`Retry-After\`.
\`/api/v1/limits\` has these and the other limits.

**Errors** are problem details (RFC 9457) with a stable \`code\`, and \`errors\` with a JSON pointer to each wrong field.
A field that names an object which does not exist is an invalid field: 400, where its entry in \`errors\` has the code
\`reference_not_found\`. The \`code\` of the problem itself is explained at \`/problems/{code}\`.`;
