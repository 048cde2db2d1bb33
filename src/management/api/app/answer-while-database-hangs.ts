import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { databaseAway } from '../../records/errors-of-engines.ts';
import type { DatabasePulse } from '../call/database-answers.ts';
import type { ManagementServices } from '../management-services.ts';
import { sendProblem } from '../problem/handle-problems.ts';
import { problemOfDomainError } from '../problem/problem.ts';

/** A call that takes longer makes us ask whether the database still lives; together they stay below two seconds. */
const suspiciousMs = 1_100;
const probeMs = 600;

/**
 * A database that is frozen or cut off answers nothing at all, not even an error. A call that waits for it is told so
 * within two seconds instead of hanging; a call that is merely slow goes on, because the database answers the probe.
 */
export function answerWhileDatabaseHangs(
  app: FastifyInstance,
  services: ManagementServices,
  pulse: DatabasePulse,
): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  // After the body has arrived: a slow upload is no sign of a slow database.
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
    sendProblem(problemOfDomainError(databaseAway(new Error('The database has stopped answering'))), exchange);
  }
}

type Exchange = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: ManagementServices;
};
