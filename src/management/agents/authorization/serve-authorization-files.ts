import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ManagementServices } from '../../api/management-services.ts';
import { adagentsOf, adsTxtLines, sellerAddressesOf, sellersOf } from './authorization-documents.ts';
import { readSeller, readSoldPublications, type Seller, type SoldPublication } from './read-seller.ts';

type Directory = { readonly seller: Seller; readonly publications: readonly SoldPublication[] } | null;

/** Time for which files are served from memory, so that their callers do not load the database. */
const keptMs = 1_000;
const cacheControl = 'public, max-age=300';
const hidden = { schema: { hide: true } };

/**
 * Serves the authorization files without authentication: those of this deployment, and those of each domain of a
 * publication below `/authorization/`. Without a seller domain in the settings, all of them return 404.
 */
export function serveAuthorizationFiles(app: FastifyInstance, { database, config }: ManagementServices): void {
  const addresses = sellerAddressesOf(config.publicUrl);
  const read = keepBriefly(async (): Promise<Directory> => {
    const seller = await readSeller(database);
    return seller === null ? null : { seller, publications: await readSoldPublications(database) };
  });
  app.get('/.well-known/adagents.json', hidden, async (_request, reply) => {
    const directory = await read();
    return sendJson(reply, directory && adagentsOf(directory.seller, directory.publications, addresses, null));
  });
  app.get('/sellers.json', hidden, async (_request, reply) => {
    const directory = await read();
    return sendJson(reply, directory && sellersOf(directory.seller, directory.publications));
  });
  app.get<DomainRequest>('/authorization/:domain/adagents.json', hidden, async (request, reply) => {
    const directory = await read();
    const { domain } = request.params;
    return sendJson(reply, directory && adagentsOf(directory.seller, directory.publications, addresses, domain));
  });
  for (const file of ['ads.txt', 'app-ads.txt']) {
    app.get<DomainRequest>(`/authorization/:domain/${file}`, hidden, async (request, reply) => {
      const directory = await read();
      const { domain } = request.params;
      const lines = directory === null ? [] : adsTxtLines(directory.seller, directory.publications, domain);
      if (lines.length === 0) return reply.callNotFound();
      return withHeaders(reply)
        .type('text/plain; charset=utf-8')
        .send(`${lines.join('\n')}\n`);
    });
  }
}

type DomainRequest = { readonly Params: { readonly domain: string } };

function sendJson(reply: FastifyReply, content: object | null) {
  if (content === null) return reply.callNotFound();
  return withHeaders(reply)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(content, null, 2));
}

/** Scripts of other origins may read the files, which are public. */
function withHeaders(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'Cache-Control': cacheControl,
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}

/** Wraps a function without arguments: calls within some seconds share one result. A failure is not kept. */
function keepBriefly<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let kept: { readonly result: Promise<Result>; readonly untilMs: number } | null = null;
  return () => {
    const nowMs = performance.now();
    if (kept !== null && nowMs < kept.untilMs) return kept.result;
    const result = make();
    kept = { result, untilMs: nowMs + keptMs };
    result.catch(() => {
      kept = null;
    });
    return result;
  };
}
