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

/** First path segments of the pages of the web interface. Its router handles the rest. */
const webSections = [
  'activity',
  'campaigns',
  'conversions',
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
  'first-ad',
  'setup',
  'preferences',
] as const;

/** Output folder of `npm run web`. */
const builtFolder = join(import.meta.dirname, '../../../../dist/web');
/** Cache lifetime of built files. Their names contain a hash of their content. */
const assetsMaxAge = '365d';
const nonceBytes = 16;
const noncePlaceholder = '{{nonce}}';

/** Adds the branding of the installation to the document. */
type BrandDocument = (page: string) => Promise<string>;

/**
 * Serves the web interface: one document for all pages to signed-in users, and its files to everyone. The content
 * security policy allows only its own scripts, and images and previews of the delivery and creative origins.
 */
export async function serveWebInterface(
  app: FastifyInstance,
  services: ManagementServices,
  brand: BrandDocument,
): Promise<void> {
  await app.register(async (web) => {
    if (existsSync(join(builtFolder, 'assets'))) await serveAssets(web);
    const answer = (request: FastifyRequest, reply: FastifyReply) => answerPage({ request, reply }, services, brand);
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

/** Reads the page for each visit, so that an in-place upgrade needs no restart. Returns null if it is not built. */
function readPage(): Promise<string | null> {
  return readFile(join(builtFolder, 'index.html'), 'utf8').catch(() => null);
}

async function answerPage(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  services: ManagementServices,
  brand: BrandDocument,
) {
  const page = await readPage();
  reply.header('Cache-Control', 'private, no-cache').type('text/html; charset=utf-8');
  if (page === null) return reply.code(503).send(notBuiltPage());
  const caller = await readSessionCaller(request, services);
  if (caller === null) return reply.redirect(`/sign-in?returnTo=${encodeURIComponent(request.url)}`, 303);
  const nonce = randomBytes(nonceBytes).toString('base64');
  reply.header('Content-Security-Policy', contentPolicy(services.config, nonce));
  return reply.send(await brand(page.replaceAll(noncePlaceholder, nonce)));
}

function contentPolicy(config: Config, nonce: string): string {
  const delivery = new URL(config.deliveryUrl).origin;
  const frames = [delivery, config.creativeOrigin].filter((origin) => origin !== null).join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Style sheets carry the nonce. Styles that a script sets on an element are not inline styles.
    `style-src 'self' 'nonce-${nonce}'`,
    // Product images are loaded from the shops (docs/decisions/0124-pictures-of-products.md).
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
