/*
 * Seller agent of the Ad Context Protocol (AdCP 3.0) over MCP, at `/agents/adcp`.
 *
 * - `adcp-routes.ts`: the route, authentication and the buyer agent of the caller (`seller-context.ts`).
 * - `answer-mcp.ts`: MCP over streamable HTTP. Loads the protocol libraries with the first call.
 * - `seller-platform.ts`: the tools. `page-of.ts`: pages of their results.
 * - `accounts/`: the buyer agent and its accounts. `products/`: packages with their inventory as products and formats.
 *   `media-buys/`: purchases and their tasks. `creatives/`: creatives of the buyer.
 * - `protocol-error.ts`: errors of the write service as errors of the protocol. `replay-backend.ts`: repeated calls.
 *
 * See docs/decisions/0240-seller-agent.md.
 */

import type { FastifyInstance } from 'fastify';
import { openLatestPlan } from '../../../exchange/plan/latest-plan.ts';
import { resourcePaths } from '../../access/token/token-service-options.ts';
import { authenticateEveryCall, callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { Problem } from '../../api/problem/problem.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { bookingResource } from '../../resources/booking/booking.ts';
import { campaignResource } from '../../resources/campaign/campaign.ts';
import { readBuyer } from './accounts/read-buyer.ts';
import { createCreativeMeans } from './creatives/creative-means.ts';

/** Largest message, in bytes. */
const maxMessageBytes = 256 * 1024;

/**
 * Registers `POST /agents/adcp`. Every call needs the access token of a service account with a buyer agent. The
 * authentication, rate limits and scopes are those of the management API.
 */
export async function registerSellerAgent(app: FastifyInstance, services: ManagementServices): Promise<void> {
  const nowMs = services.nowMs ?? Date.now;
  const moment = { nowMs, readPlan: openLatestPlan(services.config.dataFolder) };
  const resources = { campaign: campaignResource(moment), booking: bookingResource(moment) };
  const agentUrl = new URL('/agents/adcp', services.config.publicUrl).href;
  await app.register(
    async (agents) => {
      const creativeMeans = createCreativeMeans(services);
      agents.addHook('onClose', () => creativeMeans.close());
      authenticateEveryCall(agents, services, {
        path: resourcePaths.sellerAgent,
        identify: (token) => services.tokenService.verifySellerToken(token),
      });
      agents.post('/adcp', {
        config: { scope: 'inventory:read' },
        schema: { hide: true },
        bodyLimit: maxMessageBytes,
        async handler(request, reply) {
          const caller = callerOf(request);
          const buyer = caller.kind === 'service-account' ? await readBuyer(services.database, caller.id) : null;
          if (buyer === null) throw new Problem('not_permitted', { detail: detailMessage('noBuyerAgent') });
          const { answerMcp } = await import('./answer-mcp.ts');
          const answer = await answerMcp(
            { headers: request.headers, message: request.body, url: agentUrl },
            {
              services,
              caller,
              requestId: request.id,
              buyer,
              named: {},
              resources,
              nowMs: nowMs(),
              agentUrl,
              creativeMeans,
            },
          );
          return reply.code(answer.status).headers(answer.headers).send(answer.body);
        },
      });
    },
    { prefix: '/agents' },
  );
}
