import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { databaseAnswers } from '../call/database-answers.ts';
import type { ManagementServices } from '../management-services.ts';

/** Longest response time of the database for readiness, in milliseconds. */
const readyTimeoutMs = 1_000;

/**
 * Registers the health checks. `/health` and `/health/ready`: 200 if the database responds, otherwise 503. `engines`
 * states which engines are reachable, and `status` is `degraded` if one is unreachable or a component of the host
 * fails. `/health/live`: this process runs.
 */
export function registerHealth(app: FastifyInstance, services: ManagementServices): void {
  const hidden = { schema: { hide: true } };
  const answer = async (_request: FastifyRequest, reply: FastifyReply) => {
    const ready = await databaseAnswers(services.database, readyTimeoutMs);
    const others = services.hosts.engines();
    const isWhole = Object.values(others).every((state) => state !== 'away');
    const reasons = [...(ready ? [] : ['PostgreSQL is unreachable']), ...(services.problems?.() ?? [])];
    const status = !ready ? 'failing' : isWhole && reasons.length === 0 ? 'ok' : 'degraded';
    return reply
      .code(ready ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status, alive: true, ready, reasons, engines: { postgresql: ready ? 'ok' : 'away', ...others } });
  };
  app.get('/health', hidden, answer);
  app.get('/health/ready', hidden, answer);
  app.get('/health/live', hidden, (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ status: 'ok' }),
  );
}
