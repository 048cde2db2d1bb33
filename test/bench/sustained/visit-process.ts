import { setTimeout as delay } from 'node:timers/promises';
import { benchBodies } from '../bench-model.ts';
import { type ConnectionPool, openConnectionPool } from '../http/connection-pool.ts';
import { LatencyHistogram } from '../http/latency-histogram.ts';
import type { LoadRequest } from '../http/raw-http.ts';

/** Visits of pages: an ad request, then the events of its ads. */
export type VisitLoad = {
  readonly port: number;
  readonly seconds: number;
  /** Visits per second, regardless of response times. null: as many as 64 concurrent visitors make. */
  readonly perSecond: number | null;
  readonly windowSeconds: number;
};

/** Totals of a window, or of the whole load. */
export type VisitWindow = {
  readonly seconds: number;
  readonly visits: number;
  readonly requests: number;
  readonly ads: Latencies;
  readonly events: Latencies;
  /** Responses with another status than 200, including connections closed without a response. */
  readonly failures: number;
};

/** Milliseconds since the time at which the request was due. */
type Latencies = { readonly requests: number; readonly p50Ms: number; readonly p99Ms: number };

/** Acknowledged events, each counted once even if it was reported twice. */
export type Acknowledged = { readonly impressions: number; readonly viewables: number; readonly clicks: number };

export type VisitMessage =
  | { readonly type: 'window'; readonly window: VisitWindow }
  | { readonly type: 'end'; readonly window: VisitWindow; readonly acknowledged: Acknowledged };

/** `clickTag` without a target, so that the response is 200. */
type Ad = { readonly impressionCounter: string; readonly viewableImpressionCounter: string; readonly clickTag: string };

const connections = 256;
const concurrentVisitors = 64;
const tickMs = 5;
/** Visits under way above which further ones are dropped as failures. */
const maxUnderWay = 5_000;
/** Of 100 ad requests, this many have two slots. */
const twoSlotsPercent = 20;
/** Of 100 visits, this many report their events in one batch, like an app. */
const batchPercent = 10;
const [viewablePercent, clickPercent, repeatedPercent] = [50, 1, 5];
const bodies = [benchBodies(2_000, 1), benchBodies(2_000, 2)] as const;

process.on('message', (load: VisitLoad) => void run(load));
process.on('disconnect', () => process.exit(0));

async function run(load: VisitLoad): Promise<void> {
  const pool = await openConnectionPool(load.port, connections);
  const visits = createVisits(pool);
  const startedMs = performance.now();
  const windows = setInterval(() => {
    process.send?.({ type: 'window', window: visits.endWindow() } satisfies VisitMessage);
  }, load.windowSeconds * 1000);
  await (load.perSecond === null
    ? visitConcurrently(visits, startedMs + load.seconds * 1000)
    : visitAtRate(visits, load.perSecond, load.seconds));
  clearInterval(windows);
  pool.close();
  const { acknowledged } = visits;
  process.send?.({ type: 'end', window: visits.endWindow(), acknowledged } satisfies VisitMessage);
}

type Visits = ReturnType<typeof createVisits>;

function createVisits(pool: ConnectionPool) {
  const latencies = { ads: new LatencyHistogram(), events: new LatencyHistogram() };
  const acknowledged = { impressions: 0, viewables: 0, clicks: 0 };
  let [visits, failures, windowStartedMs, number] = [0, 0, performance.now(), 0];

  async function send(kind: 'ads' | 'events', request: LoadRequest, dueMs: number) {
    const response = await pool.send(request);
    latencies[kind].add(performance.now() - dueMs);
    if (response.status !== 200) failures += 1;
    return response.status === 200 ? response.body : null;
  }

  async function report(address: string, kind: keyof Acknowledged): Promise<void> {
    const path = new URL(address).pathname;
    const body = await send('events', { method: 'GET', path }, performance.now());
    if (body !== null) acknowledged[kind] += 1;
  }

  async function reportBatch(ads: readonly Ad[]): Promise<void> {
    const body = JSON.stringify({ events: ads.map(({ impressionCounter: url }) => ({ url })) });
    const answer = await send('events', { method: 'POST', path: '/v1/events', body }, performance.now());
    if (answer !== null) acknowledged.impressions += ads.length;
  }

  /** @param dueMs time at which the visit was due, which a slow server delays */
  async function visit(dueMs: number): Promise<void> {
    visits += 1;
    number += 1;
    const some = bodies[number % 100 < twoSlotsPercent ? 1 : 0];
    const body = some[number % some.length] as string;
    const answer = await send('ads', { method: 'POST', path: '/json', body }, dueMs);
    if (answer === null) return;
    const ads = (JSON.parse(answer) as Partial<Ad>[]).filter((ad): ad is Ad => ad.impressionCounter !== undefined);
    if (ads.length === 0) return;
    if (number % 100 >= 100 - batchPercent) return reportBatch(ads);
    const has = (percent: number) => Math.random() * 100 < percent;
    await Promise.all(
      ads.map(async ({ impressionCounter, viewableImpressionCounter, clickTag }) => {
        await report(impressionCounter, 'impressions');
        if (has(repeatedPercent)) await send('events', getOf(impressionCounter), performance.now());
        if (has(viewablePercent)) await report(viewableImpressionCounter, 'viewables');
        if (has(clickPercent)) await report(clickTag, 'clicks');
      }),
    );
  }

  return {
    acknowledged,
    visit,
    drop() {
      failures += 1;
    },
    endWindow(): VisitWindow {
      const nowMs = performance.now();
      const of = (histogram: LatencyHistogram) => ({
        requests: histogram.size,
        p50Ms: histogram.percentile(0.5),
        p99Ms: histogram.percentile(0.99),
      });
      const requests = latencies.ads.size + latencies.events.size;
      const seconds = (nowMs - windowStartedMs) / 1000;
      const window = { seconds, visits, requests, ads: of(latencies.ads), events: of(latencies.events), failures };
      for (const histogram of Object.values(latencies)) histogram.clear();
      [visits, failures, windowStartedMs] = [0, 0, nowMs];
      return window;
    },
  };
}

function getOf(address: string): LoadRequest {
  return { method: 'GET', path: new URL(address).pathname };
}

async function visitConcurrently(visits: Visits, untilMs: number): Promise<void> {
  const visitor = async () => {
    while (performance.now() < untilMs) await visits.visit(performance.now());
  };
  await Promise.all(Array.from({ length: concurrentVisitors }, visitor));
}

async function visitAtRate(visits: Visits, perSecond: number, seconds: number): Promise<void> {
  const startedMs = performance.now();
  const total = Math.round(perSecond * seconds);
  const underWay = new Set<Promise<void>>();
  for (let started = 0; started < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - startedMs) / 1000) * perSecond));
    for (; started < due; started += 1) {
      if (underWay.size >= maxUnderWay) {
        visits.drop();
        continue;
      }
      const visit = visits.visit(startedMs + (started / perSecond) * 1000);
      underWay.add(visit);
      void visit.finally(() => underWay.delete(visit));
    }
    await delay(tickMs);
  }
  await Promise.all(underWay);
}
