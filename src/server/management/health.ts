import type { FastifyInstance } from 'fastify';
import { databaseAnswers } from '../http/database-answers.ts';
import type { ManagementServices } from '../http/management-services.ts';

/** A database that has not answered by then does not count as ready. */
const readyTimeoutMs = 1_000;

/** GET /health: 200 when the database answers, 503 when it does not; `alive` says that this process runs. */
export function registerHealth(app: FastifyInstance, services: ManagementServices): void {
  app.get('/health', { schema: { hide: true } }, async (_request, reply) => {
    const ready = await databaseAnswers(services.database, readyTimeoutMs);
    return reply
      .code(ready ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ alive: true, ready });
  });
}
