import { benchBodies } from '../bench-model.ts';
import { startBenchServer } from '../bench-process.ts';
import {
  type EndpointRatios,
  generate,
  type LoadTask,
  measure,
  measureInTurns,
  ratiosOf,
  requestAds,
} from '../measure-endpoint.ts';
import { type Spread, spreadOfRounds } from '../result/spread.ts';

/**
 * Number of different impressions, sent in a loop. Real impressions are all different, so a cache of URLs would have no
 * effect on them. More than any cache of the program would keep.
 */
const differentImpressions = 100_000;
/**
 * Connections of the main figure. Impressions come from many browsers. Each connection waits for its response, so that
 * with few connections the throughput is their number divided by the latency of the disk, whatever an impression costs.
 */
const manyConnections = 512;
/** Slots of the ad requests that issue the URLs. */
const slotsPerRequest = 10;
const differentBodies = 2_000;
/** Text with the length of the one-pixel image that answers an impression. */
const pixelSized = 'x'.repeat(43);
const warmUpSeconds = 2;
/** Events of a batch, and connections that report batches: as many events at a time as in the measurement of the journal. */
const eventsPerBatch = 100;
const batchConnections = 40;

/** Impressions over HTTP, one request each, compared with a bare server that answers the same requests. */
export type ImpressionRatios = Omit<EndpointRatios, 'requestBytes' | 'answerBytes'> & {
  /** The same with the number of connections of the other measurements. */
  readonly perSecondRatioWithFewConnections: Spread;
};

/** Events in batches over HTTP. */
export type BatchFigures = { readonly eventsPerSecond: Spread; readonly cpuMicrosPerEvent: Spread };

/**
 * Measures impressions that are acknowledged with 200 after they are on disk. The bare server receives the same GET
 * requests, reads no body, and returns as many bytes as an impression. Both alternate in each round.
 */
export async function measureImpressions(task: LoadTask, urls: readonly string[]): Promise<ImpressionRatios> {
  const requests = urls.map((url) => ({ method: 'GET', path: new URL(url).pathname }) as const);
  const bare = await startBenchServer('bare-server.ts', [pixelSized, 'image/gif']);
  try {
    await measure(task, task.server, warmUpSeconds, requests);
    await measure(task, bare, warmUpSeconds);
    const many = ratiosOf(await measureInTurns({ ...task, connections: manyConnections }, bare));
    const few = ratiosOf(await measureInTurns(task, bare));
    const failures = many.failures + few.failures;
    if (failures > 0) throw new Error(`${failures} impressions were not acknowledged`);
    return { ...many, perSecondRatioWithFewConnections: few.perSecondRatio };
  } finally {
    await bare.stop();
  }
}

/** Measures `POST /v1/events` with batches of 100 different impressions, acknowledged after they are on disk. */
export async function measureEventBatches(
  { generator, server, rounds, seconds }: LoadTask,
  urls: readonly string[],
): Promise<BatchFigures> {
  const requests = Array.from({ length: Math.floor(urls.length / eventsPerBatch) }, (_, batch) => {
    const events = urls.slice(batch * eventsPerBatch, (batch + 1) * eventsPerBatch).map((url) => ({ url }));
    return { method: 'POST', path: '/v1/events', body: JSON.stringify({ events }) } as const;
  });
  const load = { port: server.port, connections: batchConnections };
  await generate(generator, { ...load, seconds: warmUpSeconds, requests });
  const perSecond: number[] = [];
  const micros: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = await server.cpuMicros();
    const result = await generate(generator, { ...load, seconds });
    if (result.failures > 0) throw new Error(`${result.failures} batches were not acknowledged`);
    perSecond.push(result.perSecond * eventsPerBatch);
    micros.push(((await server.cpuMicros()) - before) / (result.requests * eventsPerBatch));
  }
  return { eventsPerSecond: spreadOfRounds(perSecond), cpuMicrosPerEvent: spreadOfRounds(micros) };
}

/** Requests ads until this number of different impression URLs was issued. */
export async function impressionUrls(server: LoadTask['server'], number = differentImpressions): Promise<string[]> {
  const bodies = benchBodies(differentBodies, slotsPerRequest);
  const urls: string[] = [];
  for (let index = 0; urls.length < number; index += 1) {
    const ads = JSON.parse(await requestAds(server, bodies[index % bodies.length] as string)) as Impression[];
    urls.push(...ads.map((ad) => ad.impressionCounter));
    if (index === bodies.length && urls.length === 0) throw new Error('No ads are delivered');
  }
  return urls.slice(0, number);
}

type Impression = { readonly impressionCounter: string };
