import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config/config.ts';
import { readSessionCaller } from '../call/session-call.ts';
import { htmlPage } from '../html-page.ts';
import type { ManagementServices } from '../management-services.ts';

/** First parts of the addresses that the web interface has pages at; its router knows what comes after them. */
const webSections = [
  'campaigns',
  'bookings',
  'creatives',
  'decisions',
  'review',
  'inventory',
  'media-partners',
  'audiences',
  'products',
  'reports',
  'administration',
  'help',
] as const;

/** Where `npm run web` builds it. */
const builtFolder = join(import.meta.dirname, '../../../../dist/web');
/** Names of built files have a hash of their content in them. */
const assetsMaxAge = '365d';
const nonceBytes = 16;
const noncePlace = '{{nonce}}';

/**
 * The campaign interface: one document for all its pages, to people who are signed in, and its files to everybody. It may
 * run no script but its own files, and shows pictures and previews of the delivery and creative origins.
 */
export async function serveWebInterface(app: FastifyInstance, services: ManagementServices): Promise<void> {
  await app.register(async (web) => {
    if (existsSync(join(builtFolder, 'assets'))) await serveAssets(web);
    const answer = (request: FastifyRequest, reply: FastifyReply) => answerPage({ request, reply }, services);
    web.get('/', { schema: { hide: true } }, answer);
    for (const section of webSections) {
      web.get(`/${section}`, { schema: { hide: true } }, answer);
      web.get(`/${section}/*`, { schema: { hide: true } }, answer);
    }
  });
}

function serveAssets(web: FastifyInstance) {
  return web.register(fastifyStatic, {
    root: join(builtFolder, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    preCompressed: true,
    index: false,
    immutable: true,
    maxAge: assetsMaxAge,
    schemaHide: true,
  });
}

/** Read anew for each visit: an upgrade in place needs no restart; null: it is not built. */
function readPage(): Promise<string | null> {
  return readFile(join(builtFolder, 'index.html'), 'utf8').catch(() => null);
}

async function answerPage(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  services: ManagementServices,
) {
  const page = await readPage();
  reply.header('Cache-Control', 'private, no-cache').type('text/html; charset=utf-8');
  if (page === null) return reply.code(503).send(notBuiltPage());
  const caller = await readSessionCaller(request, services);
  if (caller === null) return reply.redirect(`/sign-in?returnTo=${encodeURIComponent(request.url)}`, 303);
  const nonce = randomBytes(nonceBytes).toString('base64');
  reply.header('Content-Security-Policy', contentPolicy(services.config, nonce));
  return reply.send(page.replaceAll(noncePlace, nonce));
}

function contentPolicy(config: Config, nonce: string): string {
  const delivery = new URL(config.deliveryUrl).origin;
  const frames = [delivery, config.creativeOrigin].filter((origin) => origin !== null).join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Its style sheets carry the nonce; what a script sets on an element is no inline style.
    `style-src 'self' 'nonce-${nonce}'`,
    // Pictures of products are where their shops have them (docs/decisions/0124-pictures-of-products.md).
    `img-src 'self' data: blob: https: http:`,
    `media-src 'self' blob: ${delivery}`,
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${frames}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function notBuiltPage(): string {
  return htmlPage(
    'Placard',
    `<h1>The web interface is not built</h1><section><p>Run <code>npm run web</code> in the folder of Placard and start it
again; <code>npm start</code> does both. The API works without it: <a href="/api/docs">documentation</a>.</p></section>`,
  );
}
