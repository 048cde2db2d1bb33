/*
 * The guide of `docs/guide` at `/docs`, with search. It needs no sign-in and runs no script.
 *
 * - `guide-pages.ts`: reads the Markdown files. `render-guide-page.ts`: their HTML. `search-guide.ts`: the search index.
 * - `guide-style.ts`: the style sheet.
 */

import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { docsFolder, readGuidePages } from './guide-pages.ts';
import { guideStyle } from './guide-style.ts';
import { renderGuidePage, renderSearch } from './render-guide-page.ts';
import { searchGuide } from './search-guide.ts';

const hidden = { schema: { hide: true } };
const html = 'text/html; charset=utf-8';
const contentPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const maxQueryLength = 200;

/** Serves the guide at `/docs`. An unknown page returns 404. */
export async function serveGuide(app: FastifyInstance): Promise<void> {
  await app.register(async (guide) => {
    guide.addHook('onRequest', async (_request, reply) => {
      reply.header('Content-Security-Policy', contentPolicy).header('Cache-Control', 'no-cache');
    });
    await guide.register(fastifyStatic, {
      root: join(docsFolder, 'pictures'),
      prefix: '/docs/pictures/',
      decorateReply: false,
      index: false,
      schemaHide: true,
    });
    guide.get('/docs/guide.css', hidden, (_request, reply) => reply.type('text/css; charset=utf-8').send(guideStyle));
    guide.get<{ Querystring: Readonly<Record<string, unknown>> }>('/docs/search', hidden, async (request, reply) => {
      const query = String(request.query['q'] ?? '').slice(0, maxQueryLength);
      return reply.type(html).send(await renderSearch(query, await searchGuide(query)));
    });
    guide.get<{ Params: { readonly '*': string } }>('/docs/*', hidden, async (request, reply) => {
      const page = (await readGuidePages()).get(request.params['*'].replace(/\/$/, ''));
      if (page === undefined) return reply.callNotFound();
      return reply.type(html).send(await renderGuidePage(page));
    });
    guide.get('/docs', hidden, (_request, reply) => reply.redirect('/docs/', 308));
  });
}
