import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ManagementServices } from './management-services.ts';

/** A database that has not answered by then does not count as ready. */
const readyTimeoutMs = 1_000;

/** GET /health: 200 when the database answers, 503 when it does not; `alive` says that this process runs. */
export function registerHealth(app: FastifyInstance, services: ManagementServices): void {
  app.get('/health', { schema: { hide: true } }, async (_request, reply) => {
    const ready = await databaseAnswers(services);
    return reply
      .code(ready ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ alive: true, ready });
  });
}

async function databaseAnswers(services: ManagementServices): Promise<boolean> {
  const answered = sql`select 1`.execute(services.database).then(
    () => true,
    // Why it does not answer is logged by the calls that needed it.
    () => false,
  );
  return Promise.race([answered, timeout(readyTimeoutMs)]);
}

function timeout(milliseconds: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), milliseconds).unref();
  });
}
