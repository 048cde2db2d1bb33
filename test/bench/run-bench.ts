import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchBodies } from './bench-model.ts';
import { measureInProcess, startBenchProcess, startBenchServer } from './bench-process.ts';
import { benchParts, compareCheckouts, figuresBelow, presentComparison } from './compare-checkouts.ts';
import { measureCounting } from './counting/measure-counting.ts';
import type { DecisionResult } from './decision-process.ts';
import { impressionUrls, measureEventBatches, measureImpressions } from './events/measure-impressions.ts';
import type { ImagesResult } from './images-process.ts';
import type { JournalResult } from './journal-process.ts';
import { measureSlowClients, measureUploads } from './measure-concurrent-load.ts';
import { connections, measureEndpoint, requestAds } from './measure-endpoint.ts';
import { publishBench } from './publish-bench.ts';
import { measureReport } from './reports/measure-report.ts';
import type { BenchResult, SizeResult } from './result/bench-result.ts';
import { withFigures } from './result/capacity-block.ts';
import { keyFigures } from './result/key-figures.ts';
import { missedLimits, presentPage, presentText } from './result/present-results.ts';
import { rounded } from './result/spread.ts';
import { measureEdits } from './start-measure-edits.ts';
import { measureStartUp } from './start-up/measure-start-up.ts';
import { measureThreads } from './start-up/measure-threads.ts';
import { measureSustained } from './sustained/measure-sustained.ts';
import { presentSustained, withSustainedLoad } from './sustained/present-sustained.ts';

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    rounds: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '1' },
    against: { type: 'string' },
    parts: { type: 'string' },
    only: { type: 'string' },
    minutes: { type: 'string', default: '60' },
  },
});
const sizes = options.sizes?.split(',').map(Number) ?? [1_000, 100_000, ...(options.full ? [1_000_000] : [])];
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
/** Events per round of the measurement of counting. */
const counted = { events: 1_000_000, rounds: Math.min(rounds, 5) };
/** Number of bookings for the edit measurement, which runs the whole program with its own PostgreSQL. */
const editBookings = 100_000;
/** Number of bookings for the measurement of starts and pauses. */
const startUpBookings = 1_000_000;
/** With `--against` and `--strict`, the bench fails if a figure is below this part of the other checkout. */
const leastRatio = 0.97;
/** Part of the capacity that a sustained load uses. */
const sustainedPart = 0.7;
const guide = join(import.meta.dirname, '../../docs/guide');

const folder = await mkdtemp(join(tmpdir(), 'placard-bench-'));
const generator = startBenchProcess('load-generator.ts');
try {
  if (options.only === 'counting')
    console.log(JSON.stringify(await measureCounting(join(folder, 'counting'), counted)));
  else if (options.only === 'report') console.log(JSON.stringify(await measureReport(join(folder, 'report'))));
  else if (options.only === 'sustained') await sustainLoad();
  else if (options.against === undefined) await measureThisCheckout();
  else {
    const checkout = resolve(options.against);
    const compared = await compareCheckouts({
      checkout,
      folder,
      generator,
      bookings: sizes.at(-1) ?? 0,
      rounds,
      seconds,
      parts: benchParts.filter((part) => options.parts?.split(',').includes(part) ?? true),
    });
    console.log(options.json ? JSON.stringify(compared) : presentComparison(compared));
    const below = figuresBelow(compared, leastRatio);
    if (below.length > 0) console.log(`below ${leastRatio} of the other checkout: ${below.join('; ')}`);
    if (options.strict && below.length > 0) process.exitCode = 1;
  }
} finally {
  generator.disconnect();
  await rm(folder, { recursive: true, force: true });
}

/** Applies a sustained load. Fails if a limit is violated. */
async function sustainLoad(): Promise<void> {
  const result = await measureSustained(join(folder, 'sustained'), {
    bookings: sizes.at(-1) ?? 0,
    minutes: Number(options.minutes),
    part: sustainedPart,
    progress: (line) => process.stderr.write(`${line}\n`),
  });
  const today = new Date().toISOString().slice(0, 10);
  console.log(options.json ? JSON.stringify(result) : presentSustained(result, today));
  if (result.violations.length > 0) process.exitCode = 1;
  if (!options.page) return;
  const capacity = join(guide, 'operate/capacity.md');
  await writeFile(capacity, withSustainedLoad(await readFile(capacity, 'utf8'), result, today));
}

async function measureThisCheckout(): Promise<void> {
  const result = await bench();
  if (options.page) await writePages(result);
  console.log(options.json ? JSON.stringify(keyFigures(result)) : presentText(result));
  if (options.strict && missedLimits(result).length > 0) process.exitCode = 1;
}

/** Writes the performance page and the figures of the capacity page derived from it. */
async function writePages(result: BenchResult): Promise<void> {
  const page = presentPage(result);
  await writeFile(join(guide, 'reference/performance.md'), page);
  const capacity = join(guide, 'operate/capacity.md');
  await writeFile(capacity, withFigures(await readFile(capacity, 'utf8'), page));
}

async function bench(): Promise<BenchResult> {
  const loadBefore = rounded(loadavg()[0] ?? 0);
  const bySize: SizeResult[] = [];
  for (const bookings of sizes) bySize.push(await measureSize(bookings));
  const concurrentLoad = { generator, dataFolder: join(folder, String(sizes[0])), rounds, seconds };
  const slowClientsP99Ratio = await measureSlowClients(concurrentLoad);
  const uploadsP99Ratio = await measureUploads(concurrentLoad);
  const edits = sizes.includes(editBookings) ? await measureEdits(editBookings) : null;
  const isLarge = sizes.includes(startUpBookings);
  const twoThreads = isLarge ? await measureThreads(join(folder, String(startUpBookings)), 2) : null;
  const startUp = isLarge ? await measureStartUp(join(folder, String(startUpBookings))) : null;
  const editsAt1M = isLarge ? await measureEdits(startUpBookings) : null;
  const journal = await measureInProcess<JournalResult>('journal-process.ts', [join(folder, 'events')]);
  const images = await measureInProcess<ImagesResult>('images-process.ts', []);
  return {
    at: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node.js ${process.versions.node}`,
    load: [loadBefore, rounded(loadavg()[0] ?? 0)],
    rounds,
    seconds,
    connections,
    bySize,
    slowClientsP99Ratio,
    uploadsP99Ratio,
    edits,
    startUp,
    twoThreads,
    editsAt1M,
    counting: options.full ? await measureCounting(join(folder, 'counting'), counted) : null,
    report: options.full ? await measureReport(join(folder, 'report')) : null,
    eventsDurablePerSecond: Math.round(journal.eventsPerSecond),
    cpuMicrosPerEvent: rounded(journal.cpuMicrosPerEvent),
    images,
  };
}

async function measureSize(bookings: number): Promise<SizeResult> {
  const dataFolder = join(folder, String(bookings));
  await publishBench(dataFolder, bookings);
  const startedMs = performance.now();
  const server = await startBenchServer('delivery-server.ts', [dataFolder, 'on']);
  try {
    await requestAds(server, benchBodies(1, 1)[0] as string);
    const coldStartMs = Math.round(performance.now() - startedMs);
    const warmUpRequests = Math.max(5_000, Math.min(200_000, bookings));
    const oneSlot = await measureEndpoint({ generator, server, slots: 1, rounds, seconds, warmUpRequests });
    const twoSlots = await measureEndpoint({ generator, server, slots: 2, rounds, seconds, warmUpRequests: 5_000 });
    const urls = await impressionUrls(server);
    const impressions = await measureImpressions({ generator, server, rounds, seconds }, urls);
    const eventBatches = await measureEventBatches({ generator, server, rounds, seconds }, urls);
    await server.stop();
    return {
      bookings,
      coldStartMs,
      oneSlot,
      twoSlots,
      oneSlotByNode: await measureWithoutFastPath(dataFolder, warmUpRequests),
      impressions,
      eventBatches,
      decision: await measureInProcess<DecisionResult>('decision-process.ts', [String(bookings)]),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Measures the same process with the fast path disabled. */
async function measureWithoutFastPath(dataFolder: string, warmUpRequests: number) {
  const server = await startBenchServer('delivery-server.ts', [dataFolder, 'off']);
  try {
    return await measureEndpoint({ generator, server, slots: 1, rounds, seconds, warmUpRequests });
  } finally {
    await server.stop();
  }
}
