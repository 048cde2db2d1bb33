import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchServer, nextMessage, startBenchServer } from './bench-process.ts';
import { benchSlotName } from './bench-snapshot.ts';
import type { Load, LoadResult } from './load-generator.ts';

const rounds = 6;
const secondsPerRun = 2;
const connections = 64;
/** Impressions of so many different decisions are sent again and again: the journal takes repetitions like others. */
const differentImpressions = 500;

/** An ad request as Prebid.js sends it. */
const adRequest = JSON.stringify({
  slots: [{ slotname: benchSlotName, parameters: { ci: ['gent'], ct: ['sports', 'news'] } }],
  parameters: {
    tl: ['all'],
    xf: [Buffer.from('https://news.example/sports/2026/11/cup-final.html').toString('base64url')],
    kw: ['football', 'cup', 'final'],
    dt: ['desktop'],
    br: ['Chrome', 'Chrome156', 'Linux'],
  },
  vastContentAsUrl: true,
  user: { ext: { eids: [{ source: 'id5-sync.com', uids: [{ id: 'ID5-1234567890abcdef', atype: 1 }] }] } },
});

type Measured = LoadResult & { readonly cpuMicrosPerRequest: number };
type Spread = { readonly median: number; readonly min: number; readonly max: number };
type Result = {
  readonly requestBytes: number;
  readonly answerBytes: number;
  readonly jsonPerSecond: Spread;
  readonly barePerSecond: Spread;
  readonly perSecondRatio: Spread;
  readonly cpuRatio: Spread;
  readonly p99Ratio: Spread;
  readonly impressionsPerSecond: number;
  readonly failures: number;
};

const dataFolder = await mkdtemp(join(tmpdir(), 'placard-bench-'));
const generator = fork(join(import.meta.dirname, 'load-generator.ts'), {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
try {
  const result = await bench();
  if (process.argv.includes('--json')) console.log(JSON.stringify(result));
  else print(result);
} finally {
  generator.disconnect();
  await rm(dataFolder, { recursive: true, force: true });
}

async function bench(): Promise<Result> {
  const delivery = await startBenchServer('delivery-server.ts', [dataFolder]);
  const answer = await askForAd(delivery);
  const bare = await startBenchServer('bare-server.ts', [answer]);
  try {
    for (const server of [delivery, bare]) await measureJson(server, 1);
    const pairs: { json: Measured; bare: Measured }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // In turn first and second, so that a machine that gets slower or faster favours neither.
      const first = await measureJson(round % 2 === 0 ? delivery : bare, secondsPerRun);
      const second = await measureJson(round % 2 === 0 ? bare : delivery, secondsPerRun);
      pairs.push(round % 2 === 0 ? { json: first, bare: second } : { json: second, bare: first });
    }
    const impressions = await measureImpressions(delivery);
    return {
      requestBytes: adRequest.length,
      answerBytes: answer.length,
      jsonPerSecond: spread(pairs.map(({ json }) => json.perSecond)),
      barePerSecond: spread(pairs.map((pair) => pair.bare.perSecond)),
      perSecondRatio: spread(pairs.map((pair) => pair.json.perSecond / pair.bare.perSecond)),
      cpuRatio: spread(pairs.map((pair) => pair.json.cpuMicrosPerRequest / pair.bare.cpuMicrosPerRequest)),
      p99Ratio: spread(pairs.map((pair) => pair.json.p99Ms / Math.max(1, pair.bare.p99Ms))),
      impressionsPerSecond: Math.round(impressions.perSecond),
      failures: pairs.reduce((sum, pair) => sum + pair.json.failures + pair.bare.failures, impressions.failures),
    };
  } finally {
    await Promise.all([delivery.stop(), bare.stop()]);
  }
}

async function askForAd(server: BenchServer): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/json`, { method: 'POST', body: adRequest });
  const text = await answer.text();
  if (answer.status !== 200 || text === '[]') throw new Error(`No ad for ${benchSlotName}: ${answer.status} ${text}`);
  return text;
}

async function measureJson(server: BenchServer, seconds: number): Promise<Measured> {
  const before = await server.cpuMicros();
  const result = await generate({
    port: server.port,
    connections,
    seconds,
    requests: [{ method: 'POST', path: '/json', body: adRequest }],
  });
  return { ...result, cpuMicrosPerRequest: ((await server.cpuMicros()) - before) / result.requests };
}

/** Impressions that were answered 200, which happens when they are on disk. */
async function measureImpressions(server: BenchServer): Promise<LoadResult> {
  const paths: string[] = [];
  for (let number = 0; number < differentImpressions; number += 1) {
    const [ad] = JSON.parse(await askForAd(server)) as { readonly impressionCounter: string }[];
    paths.push(new URL(ad?.impressionCounter ?? '').pathname);
  }
  return generate({
    port: server.port,
    connections,
    seconds: secondsPerRun,
    requests: paths.map((path) => ({ method: 'GET', path })),
  });
}

async function generate(load: Load): Promise<LoadResult> {
  generator.send(load);
  return (await nextMessage(generator)) as LoadResult;
}

function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
  return { median: rounded(median), min: rounded(sorted[0] ?? 0), max: rounded(sorted.at(-1) ?? 0) };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function print(result: Result): void {
  const ratio = ({ median, min, max }: Spread) => `${median.toFixed(2)} (${min.toFixed(2)}..${max.toFixed(2)})`;
  const rate = ({ median }: Spread) => Math.round(median).toLocaleString('en');
  console.log(`POST /json, 1 slot, 400 bookings, journal on, next to bare node:http that parses the same body
  (${result.requestBytes} bytes) and answers as much fixed JSON (${result.answerBytes} bytes);
  ${connections} connections, ${rounds} interleaved rounds of ${secondsPerRun} s, median (min..max) of the ratios

  requests per second   ${ratio(result.perSecondRatio)}    ${rate(result.jsonPerSecond)} against ${rate(result.barePerSecond)}
  CPU per request       ${ratio(result.cpuRatio)}
  p99 latency           ${ratio(result.p99Ratio)}

  impressions acknowledged per second, each on disk before its answer: ${result.impressionsPerSecond.toLocaleString('en')}
  failed requests: ${result.failures}`);
}
