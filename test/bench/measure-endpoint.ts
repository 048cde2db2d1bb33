import type { ChildProcess } from 'node:child_process';
import { benchBodies } from './bench-model.ts';
import { type BenchServer, nextMessage, startBenchServer } from './bench-process.ts';
import type { LoadRequest } from './http/raw-http.ts';
import type { Load, LoadResult } from './load-generator.ts';
import { type Spread, spreadOfRounds } from './result/spread.ts';

export const connections = 64;
/** Number of different requests, sent in a loop in the order of traffic. */
const differentRequests = 2_000;
/** Time limit of a warm-up. */
const longestWarmUpMs = 60_000;
const bareWarmUpSeconds = 2;

/** Ratios of a server to the bare one per round. */
export type EndpointRatios = {
  readonly perSecond: Spread;
  readonly bare: Spread;
  readonly perSecondRatio: Spread;
  readonly cpuMicros: Spread;
  readonly cpuRatio: Spread;
  readonly p99Ratio: Spread;
  readonly requestBytes: number;
  readonly answerBytes: number;
  readonly failures: number;
};

export type EndpointTask = LoadTask & {
  readonly slots: number;
  /** Requests before the measurement, to warm up the process. */
  readonly warmUpRequests: number;
};

/** A server under load in rounds. */
export type LoadTask = {
  readonly generator: ChildProcess;
  readonly server: BenchServer;
  /** Omitted: `connections`. */
  readonly connections?: number;
  readonly rounds: number;
  readonly seconds: number;
};

/** Result of one second of load. */
export type Measured = LoadResult & { readonly cpuMicrosPerRequest: number };

/**
 * Compares `POST /json` of a server with a bare node:http server that parses the same bodies and returns the same
 * number of bytes. Both are measured in each round in alternating order, so that changes of the machine's speed affect
 * both. Each round gives one ratio.
 */
export async function measureEndpoint(task: EndpointTask): Promise<EndpointRatios> {
  const requests = adRequests(task.slots);
  const bodies = requests.map(({ body }) => body);
  const answer = await usualAnswer(task.server, bodies);
  const bare = await startBenchServer('bare-server.ts', [answer]);
  try {
    await warmUp(task, task.server, requests);
    await measure(task, bare, bareWarmUpSeconds, requests);
    const pairs = await measureInTurns(task, bare, requests);
    return { ...ratiosOf(pairs), requestBytes: bodies[0]?.length ?? 0, answerBytes: answer.length };
  } finally {
    await bare.stop();
  }
}

/** Returns the ratios of a server to another one in rounds. */
export function ratiosOf(pairs: readonly MeasuredPair[]): Omit<EndpointRatios, 'requestBytes' | 'answerBytes'> {
  return {
    perSecond: spreadOfRounds(pairs.map(({ own }) => own.perSecond)),
    bare: spreadOfRounds(pairs.map((pair) => pair.other.perSecond)),
    perSecondRatio: spreadOfRounds(pairs.map((pair) => pair.own.perSecond / pair.other.perSecond)),
    cpuMicros: spreadOfRounds(pairs.map(({ own }) => own.cpuMicrosPerRequest)),
    cpuRatio: spreadOfRounds(pairs.map((pair) => pair.own.cpuMicrosPerRequest / pair.other.cpuMicrosPerRequest)),
    p99Ratio: spreadOfRounds(pairs.map((pair) => pair.own.p99Ms / pair.other.p99Ms)),
    failures: pairs.reduce((sum, pair) => sum + pair.own.failures + pair.other.failures, 0),
  };
}

/** Returns ad requests in the order of traffic. */
export function adRequests(slots: number) {
  return benchBodies(differentRequests, slots).map((body) => ({ method: 'POST', path: '/json', body }) as const);
}

/** Results of two servers in one round. */
export type MeasuredPair = { readonly own: Measured; readonly other: Measured };

/**
 * Measures two servers once per round in alternating order.
 * @param requests omitted: those of the previous load
 */
export async function measureInTurns(
  task: LoadTask,
  other: BenchServer,
  requests?: readonly LoadRequest[],
): Promise<readonly MeasuredPair[]> {
  const pairs: MeasuredPair[] = [];
  for (let round = 0; round < task.rounds; round += 1) {
    const isFirst = round % 2 === 0;
    const first = await measure(task, isFirst ? task.server : other, task.seconds, requests);
    const second = await measure(task, isFirst ? other : task.server, task.seconds, requests);
    pairs.push(isFirst ? { own: first, other: second } : { own: second, other: first });
  }
  return pairs;
}

export async function warmUp(task: EndpointTask, server: BenchServer, requests: readonly LoadRequest[]): Promise<void> {
  const endMs = performance.now() + longestWarmUpMs;
  for (let sent = 0; sent < task.warmUpRequests && performance.now() < endMs; ) {
    sent += (await measure(task, server, task.seconds, requests)).requests;
  }
}

/**
 * Measures a server under load.
 * @param requests omitted: those of the previous load
 */
export async function measure(
  task: Pick<LoadTask, 'generator' | 'connections'>,
  server: BenchServer,
  seconds: number,
  requests?: readonly LoadRequest[],
): Promise<Measured> {
  const before = await server.cpuMicros();
  const load = { port: server.port, connections: task.connections ?? connections, seconds };
  const result = await generate(task.generator, requests === undefined ? load : { ...load, requests });
  return { ...result, cpuMicrosPerRequest: ((await server.cpuMicros()) - before) / result.requests };
}

export async function generate(generator: ChildProcess, load: Load): Promise<LoadResult> {
  generator.send(load);
  return (await nextMessage(generator)) as LoadResult;
}

export async function requestAds(server: BenchServer, body: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/json`, { method: 'POST', body });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`Unexpected response: ${answer.status} ${text}`);
  return text;
}

/** Returns a response of median length. */
async function usualAnswer(server: BenchServer, bodies: readonly string[]): Promise<string> {
  const answers: string[] = [];
  for (const body of bodies.slice(0, 101)) answers.push(await requestAds(server, body));
  answers.sort((a, b) => a.length - b.length);
  return answers[50] as string;
}
