import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { databaseAway } from '../../records/errors-of-engines.ts';
import type { DatabasePulse } from '../call/database-answers.ts';
import type { ManagementServices } from '../management-services.ts';
import { sendProblem } from '../problem/handle-problems.ts';
import { problemOfDomainError } from '../problem/problem.ts';

/** Duration of a call after which the database is probed. With the probe's timeout it stays below two seconds. */
const suspiciousMs = 1_100;
const probeMs = 600;

/**
 * Ends calls that wait for a frozen or disconnected database, which returns no error. The call receives 503 within two
 * seconds. A call that is only slow continues, because the database answers the probe.
 */
export function answerWhileDatabaseHangs(
  app: FastifyInstance,
  services: ManagementServices,
  pulse: DatabasePulse,
): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  // Starts after the body has arrived, because a slow upload does not indicate a slow database.
  app.addHook('preHandler', async (request, reply) => {
    const timer = setTimeout(() => void probe({ request, reply, services }, pulse), suspiciousMs);
    timer.unref();
    timers.set(request, timer);
  });
  app.addHook('onResponse', async (request) => clearTimeout(timers.get(request)));
}

async function probe(exchange: Exchange, pulse: DatabasePulse): Promise<void> {
  const beats = await pulse.beats(exchange.services.database, probeMs);
  if (!beats && !exchange.reply.sent) {
    sendProblem(problemOfDomainError(databaseAway(new Error('The database does not respond'))), exchange);
  }
}

type Exchange = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: ManagementServices;
};
