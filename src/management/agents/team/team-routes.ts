/*
 * MCP server for the team, at `/agents/mcp`: a person connects an assistant, which reads and explains with the rights of
 * the person and prepares drafts.
 *
 * - `team-routes.ts`: the route and its authentication. `answer-team.ts`: MCP over streamable HTTP.
 * - `team-tool.ts`: the form of a tool and its calls of the API. `find-tools.ts`, `read-tools.ts`, `explain-tools.ts`,
 *   `draft-tools.ts`: the tools. `team-resources.ts`: campaigns and reports as resources.
 * - `present-records.ts`: fields of records. `simulate-booking.ts`: the effect of a change. `draft-link.ts`: forms with
 *   prepared values.
 *
 * See docs/decisions/0242-team-server.md.
 */

import type { FastifyInstance } from 'fastify';
import { resourcePaths } from '../../access/token/token-service-options.ts';
import { authenticateEveryCall } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { faultAnswer, messageFault } from '../adcp/message-fault.ts';

/** Largest message, in bytes. */
const maxMessageBytes = 256 * 1024;

/**
 * Registers `POST /agents/mcp`. Every call needs a token that a person granted to an assistant. Tokens of the API and
 * sessions are refused.
 */
export async function registerTeamServer(app: FastifyInstance, services: ManagementServices): Promise<void> {
  const url = new URL(resourcePaths.team, services.config.publicUrl).href;
  await app.register(async (agents) => {
    authenticateEveryCall(agents, services, {
      path: resourcePaths.team,
      async identify(token, request) {
        request.assistant = await services.tokenService.verifyAssistantToken(token);
        return request.assistant?.caller ?? null;
      },
    });
    agents.post(resourcePaths.team, {
      config: { scope: null },
      schema: { hide: true },
      bodyLimit: maxMessageBytes,
      async handler(request, reply) {
        const { assistant } = request;
        if (assistant === null) throw new Error('the team server was reached without an assistant');
        const fault = messageFault(request.body);
        if (fault !== null) return reply.send(faultAnswer(request.body, fault));
        const { answerTeam } = await import('./answer-team.ts');
        const answer = await answerTeam(
          { headers: request.headers, message: request.body, url },
          {
            app,
            assistant,
            services,
            requestId: request.id,
          },
        );
        return reply.code(answer.status).headers(answer.headers).send(answer.body);
      },
    });
  });
}
