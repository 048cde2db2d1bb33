import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import {
  type DailyDelivery,
  type DailyDeliveryQuery,
  dailyDeliveryQuery,
  dailyDeliveryView,
} from '../../../contract/insight/daily-delivery.ts';
import { type LiveDelivery, liveDeliveryView } from '../../../contract/insight/live-delivery.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { Problem } from '../../api/problem/problem.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { createDailyDeliveryCache } from './daily-delivery-cache.ts';
import { readLiveDelivery } from './live-counts.ts';
import { createLiveUpdates, type LiveUpdates } from './live-updates.ts';

const eventStream = 'text/event-stream';
/** Streams of one process. Each is an open connection. */
const maxStreams = 500;
/** A stream ends after this time, so that the permissions of its caller are checked again when it reconnects. */
const streamMs = 60_000;
const reconnectMs = 1_000;
/** Interval of comments that keep proxies from closing an idle connection. */
const keepAliveMs = 15_000;

/**
 * Registers `GET /delivery/daily`: delivery by day, and `GET /delivery/live`: the counts of today, once as JSON or
 * continuously as server-sent events.
 */
export function registerLiveRoutes(app: FastifyInstance, services: ManagementServices): void {
  const updates = createLiveUpdates(services.database, services.log);
  const daily = createDailyDeliveryCache(services.database);
  const streams = new Set<Readable>();
  app.addHook('preClose', async () => {
    updates.close();
    for (const stream of streams) stream.push(null);
  });
  app.get('/delivery/daily', {
    config: { scope: 'reports:read' },
    schema: operationSchema({
      tag: 'Reports',
      operationId: 'getDailyDelivery',
      summary: 'Retrieve delivery by day',
      description:
        'Counted events and spend of all bookings by local day of the publication. The same as a report grouped by day, but faster with many bookings, and without filters. The last three days are up to 10 seconds old, earlier days up to five minutes.',
      scope: 'reports:read',
      querystring: dailyDeliveryQuery,
      answers: 'reading',
      view: dailyDeliveryView,
    }),
    handler: async (request): Promise<DailyDelivery> =>
      daily.read(request.query as DailyDeliveryQuery, callerOf(request).reach),
  });
  app.get('/delivery/live', {
    config: { scope: 'reports:read' },
    schema: operationSchema({
      tag: 'Reports',
      operationId: 'getLiveDelivery',
      summary: 'Retrieve or follow the counts of today',
      description:
        'Counted events of the most recent local days, about two seconds behind the counting. With `Accept: text/event-stream`, the response is a stream of server-sent events: the current counts, and again after each change. The stream ends after a minute. An `EventSource` reconnects automatically.',
      scope: 'reports:read',
      answers: 'reading',
      view: liveDeliveryView,
      files: [eventStream],
    }),
    handler: async (request, reply): Promise<LiveDelivery | Readable> => {
      const { reach } = callerOf(request);
      if (!(request.headers.accept ?? '').includes(eventStream)) return readLiveDelivery(services.database, reach);
      if (streams.size >= maxStreams) throw new Problem('unavailable', { retryAfterSeconds: 5 });
      const stream = streamOf(updates, reach);
      streams.add(stream);
      stream.once('close', () => streams.delete(stream));
      reply.raw.once('close', () => stream.destroy());
      // Without it, nginx would collect the events.
      return reply.type(eventStream).header('X-Accel-Buffering', 'no').send(stream);
    },
  });
}

function streamOf(updates: LiveUpdates, reach: ReturnType<typeof callerOf>['reach']): Readable {
  const stream = new Readable({ read: () => undefined });
  stream.push(`retry: ${reconnectMs}\n\n`);
  const leave = updates.follow(reach, (delivery) => stream.push(`data: ${delivery}\n\n`));
  const keepAlive = setInterval(() => stream.push(': keep-alive\n\n'), keepAliveMs);
  const end = setTimeout(() => stream.push(null), streamMs);
  stream.once('close', () => {
    leave();
    clearInterval(keepAlive);
    clearTimeout(end);
  });
  return stream;
}
