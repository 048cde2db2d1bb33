/*
 * Seller agent of the Ad Context Protocol (AdCP 3.0), over MCP at `/agents/adcp` and over A2A at `/agents/adcp/a2a`.
 *
 * - `adcp-routes.ts`: the route, authentication and the buyer agent of the caller (`seller-context.ts`).
 * - `seller-server.ts`: the server of the protocol for one message. `answer-mcp.ts`: MCP over streamable HTTP. `a2a/`:
 *   A2A. All are loaded with the first call.
 * - `seller-platform.ts`: the tools. `page-of.ts`: pages of their results.
 * - `accounts/`: the buyer agent and its accounts. `products/`: packages with their inventory as products and formats.
 *   `media-buys/`: purchases and their tasks. `creatives/`, `audiences/`, `catalogs/`: data of the buyer.
 *   `webhooks/`: notifications of ended tasks. `signatures/`: signed calls. `completed-content.ts`: what the library omits in results.
 * - `protocol-error.ts`: errors of the write service as errors of the protocol. `replay-backend.ts`: repeated calls.
 *
 * See docs/decisions/0240-seller-agent.md.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problems } from '../../../contract/common/problems.ts';
import { openLatestPlan } from '../../../exchange/plan/latest-plan.ts';
import { resourcePaths } from '../../access/token/token-service-options.ts';
import { authenticateEveryCall, callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { Problem } from '../../api/problem/problem.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { bookingResource } from '../../resources/booking/booking.ts';
import { campaignResource } from '../../resources/campaign/campaign.ts';
import type { createAgentCard } from './a2a/agent-card.ts';
import { type Buyer, readBuyer } from './accounts/read-buyer.ts';
import { createCreativeMeans } from './creatives/creative-means.ts';
import { faultAnswer, messageFault } from './message-fault.ts';
import type { AgentCall, SellerContext } from './seller-context.ts';
import { createSignedCalls } from './signatures/signed-calls.ts';
import { serveWebhookKey } from './webhooks/serve-webhook-key.ts';

/** Largest message, in bytes. */
const maxMessageBytes = 256 * 1024;

/**
 * Registers `POST /agents/adcp` (MCP), `POST /agents/adcp/a2a` (A2A) and the public agent card. Every call needs the
 * access token of a service account with a buyer agent. The authentication, rate limits and scopes are those of the
 * management API.
 */
export async function registerSellerAgent(app: FastifyInstance, services: ManagementServices): Promise<void> {
  const nowMs = services.nowMs ?? Date.now;
  const moment = { nowMs, readPlan: openLatestPlan(services.config.dataFolder) };
  const resources = { campaign: campaignResource(moment), booking: bookingResource(moment) };
  const agentUrl = new URL('/agents/adcp', services.config.publicUrl).href;
  const creativeMeans = createCreativeMeans(services);
  const signedCalls = createSignedCalls(services);
  app.addHook('onClose', () => creativeMeans.close());
  const contextFor = (by: Pick<SellerContext, 'caller' | 'buyer' | 'requestId'>): AgentCall => {
    return { ...by, services, named: {}, resources, nowMs: nowMs(), agentUrl, creativeMeans };
  };
  const cards = createCards(contextFor);
  for (const path of ['/.well-known/agent-card.json', '/agents/adcp/.well-known/agent-card.json']) {
    app.get(path, { schema: { hide: true } }, async ({ headers }, reply) => {
      const test = await isTestAgent(headers.authorization, services);
      const caching = test ? 'no-store' : 'public, max-age=300';
      return reply.headers({ 'Cache-Control': caching, Vary: 'Authorization' }).send(await cards.read({ test }));
    });
  }
  serveWebhookKey(app, services);
  const route = { config: { scope: 'inventory:read' }, schema: { hide: true }, bodyLimit: maxMessageBytes } as const;
  await app.register(
    async (agents) => {
      agents.addHook('onRequest', async (request) => signedCalls.refuseAmbiguousType(request));
      authenticateEveryCall(agents, services, {
        path: resourcePaths.sellerAgent,
        identify: (token) => services.tokenService.verifySellerToken(token),
        signatures: signedCalls,
      });
      const parseMessage = readUnparsed(agents);
      const read = async (request: FastifyRequest) => {
        const context = contextFor(await identify(request, services));
        const message = await parseMessage(request);
        await signedCalls.require(request, message, context.buyer);
        return { context, message, fault: messageFault(message) };
      };
      agents.post('/adcp', route, async (request, reply) => {
        const { context, message, fault } = await read(request);
        if (fault !== null) return reply.send(faultAnswer(message, fault));
        const { answerMcp } = await import('./answer-mcp.ts');
        const answer = await answerMcp({ headers: request.headers, message, url: agentUrl }, context);
        return reply.code(answer.status).headers(answer.headers).send(answer.body);
      });
      agents.post('/adcp/a2a', route, async (request) => {
        const { context, message, fault } = await read(request);
        if (fault !== null) return faultAnswer(message, fault);
        const { answerA2a } = await import('./a2a/answer-a2a.ts');
        return answerA2a(message, await cards.read(context.buyer), context);
      });
    },
    { prefix: '/agents' },
  );
}

/** Passes bodies on as text, because signatures cover it. Returns the function that parses the message of a call. */
function readUnparsed(agents: FastifyInstance): (request: FastifyRequest) => Promise<unknown> {
  const parse = agents.getDefaultJsonParser('error', 'error');
  agents.removeAllContentTypeParsers();
  agents.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
  return async (request) => {
    if (request.body === undefined || request.body === '') return undefined;
    if (request.mediaType !== 'application/json') {
      throw new Problem('unsupported_media_type', { detail: problems.unsupported_media_type.explanation });
    }
    return new Promise((resolve, reject) => {
      void parse(request, request.body as string, (error, message) => (error ? reject(error) : resolve(message)));
    });
  };
}

/** Returns the caller and its buyer agent. Throws 403 if the caller has none. */
async function identify(request: FastifyRequest, { database }: ManagementServices) {
  const caller = callerOf(request);
  const buyer = caller.kind === 'service-account' ? await readBuyer(database, caller.id) : null;
  if (buyer === null) throw new Problem('not_permitted', { detail: detailMessage('noBuyerAgent') });
  return { caller, buyer, requestId: request.id };
}

/** Returns whether a token belongs to the buyer agent of a test account. Others get the public agent card. */
async function isTestAgent(authorization: string | undefined, services: ManagementServices): Promise<boolean> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  const caller = token === undefined ? null : await services.tokenService.verifySellerToken(token);
  if (caller === null) return false;
  return (await readBuyer(services.database, caller.id))?.test ?? false;
}

/** Agent cards of production and test accounts. Each is created with its first request. */
function createCards(contextFor: Parameters<typeof createAgentCard>[0]) {
  const create = async (test: boolean) => (await import('./a2a/agent-card.ts')).createAgentCard(contextFor, { test });
  const production = createOnce(() => create(false));
  const test = createOnce(() => create(true));
  return { read: (buyer: Pick<Buyer, 'test'>) => (buyer.test ? test() : production()) };
}

/** Wraps a function without arguments: it runs once, and again after a failure. */
function createOnce<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
