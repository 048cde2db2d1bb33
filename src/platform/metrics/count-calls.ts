import type { Server } from 'node:http';
import { Counter, Histogram, type Registry } from 'prom-client';

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const perSecond = 1000;

/** Counts the responses of a server by method and status, and measures their duration. */
export function countCalls(server: Server, registry: Registry): void {
  const registers = [registry];
  const calls = new Counter({
    name: 'placard_management_calls_total',
    help: 'Requests to the management listener by method and status',
    labelNames: ['method', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'placard_management_call_seconds',
    help: 'Response time of the management listener',
    buckets,
    registers,
  });
  server.on('request', (request, response) => {
    const startedAtMs = performance.now();
    response.once('finish', () => {
      calls.inc({ method: request.method ?? '', status: String(response.statusCode) });
      seconds.observe((performance.now() - startedAtMs) / perSecond);
    });
  });
}
