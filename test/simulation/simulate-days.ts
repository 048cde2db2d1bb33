import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { dayMs, minuteMs } from '../../src/core/time/durations.ts';
import { openOpenDataStore } from '../../src/exchange/open-data/open-data-store.ts';
import { forgetCounted } from '../../src/worker/count/remove-counted.ts';
import { storePositionZones } from '../../src/worker/open-data/position-zones.ts';
import type { TestManagement } from '../support/server/test-management.ts';
import { type Child, startChild } from './child-process.ts';
import type { DeliveryMessage } from './delivery-process.ts';
import { makeMarket, type SimulationMarket } from './market.ts';
import { Mulberry } from './random-numbers.ts';
import { SimulatedVisitors } from './simulated-visitors.ts';

const tickMs = 10 * minuteMs;
/** The product's worker remembers event IDs for the same time. */
const rememberMs = 48 * 60 * minuteMs;
const deliveryNames = ['delivery-0', 'delivery-1'];
const workers = 2;

export type SimulatedDays = {
  readonly market: SimulationMarket;
  readonly visitors: SimulatedVisitors;
  readonly dataFolder: string;
  readonly journalFolder: string;
  readonly faults: Readonly<Record<string, number>>;
  remove(): Promise<void>;
};

type Delivery = { readonly child: Child<DeliveryMessage>; readonly base: string };

/**
 * Simulates days of a market in minutes, with two delivery processes that use a simulated clock and two counting
 * workers that use the real one. Meanwhile processes are killed with SIGKILL, records are torn at the end of a journal,
 * database connections are cut, and IDs of events counted long ago are removed. An export of open data runs and is
 * killed too. Resolves when everything is counted and exported.
 */
export async function simulateDays(
  management: TestManagement,
  options: {
    readonly seed: number;
    readonly fromMs: number;
    readonly days: number;
    readonly visitsPerTick: number;
    readonly faultsPerDay: number;
  },
): Promise<SimulatedDays> {
  const random = new Mulberry(options.seed);
  const chance = new Mulberry(options.seed + 1);
  const dataFolder = await mkdtemp(join(tmpdir(), 'placard-simulation-'));
  const journalFolder = join(dataFolder, 'journal');
  const market = await makeMarket(management, dataFolder);
  const visitors = new SimulatedVisitors(market, random);
  const faults: Record<string, number> = {
    'killed delivery': 0,
    'torn record': 0,
    'killed worker': 0,
    'cut connections': 0,
    'killed export': 0,
  };
  let nowMs = options.fromMs;

  const startDelivery = async (name: string): Promise<Delivery> => {
    const child = startChild<DeliveryMessage>('delivery-process.ts', [name, dataFolder, String(nowMs)]);
    const message = await child.hear();
    return { child, base: `http://127.0.0.1:${'port' in message ? message.port : 0}` };
  };
  const startWorker = async () => {
    const child = startChild<string>('worker-process.ts', [management.databaseUrl, journalFolder]);
    await child.hear();
    return child;
  };
  const startExport = async () => {
    const child = startChild<string>('open-data-process.ts', [dataFolder]);
    await child.hear();
    return child;
  };
  const openData = openOpenDataStore({ store: { kind: 'folder', folder: null }, dataFolder });
  await storePositionZones(management.database, openData);
  let exporting = await startExport();
  const deliveries = await Promise.all(deliveryNames.map(startDelivery));
  const counting = await Promise.all(Array.from({ length: workers }, startWorker));

  const fault: Readonly<Record<string, () => Promise<void>>> = {
    async 'killed delivery'() {
      const which = chance.upTo(deliveries.length - 1);
      await deliveries[which]?.child.kill();
      deliveries[which] = await startDelivery(deliveryNames[which] as string);
    },
    async 'torn record'() {
      const which = chance.upTo(deliveries.length - 1);
      await deliveries[which]?.child.kill();
      await tearJournal(join(journalFolder, deliveryNames[which] as string), chance);
      deliveries[which] = await startDelivery(deliveryNames[which] as string);
    },
    async 'killed worker'() {
      const which = chance.upTo(counting.length - 1);
      await counting[which]?.kill();
      counting[which] = await startWorker();
    },
    async 'cut connections'() {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state is not null`.execute(
        management.database,
      );
    },
    async 'killed export'() {
      await exporting.kill();
      exporting = await startExport();
    },
  };

  const ticks = Math.round((options.days * dayMs) / tickMs);
  const faultAt = planFaults(Object.keys(fault), { ticks, count: options.days * options.faultsPerDay }, chance);
  try {
    for (let tick = 0; tick < ticks; tick += 1) {
      nowMs = options.fromMs + tick * tickMs;
      await Promise.all(deliveries.map(({ child }) => setClock(child, nowMs)));
      const name = faultAt.get(tick);
      const acting = visitors.act(nowMs, visitsOf(nowMs, options.visitsPerTick, random), () => deliveries);
      if (name !== undefined) {
        faults[name] = (faults[name] ?? 0) + 1;
        await Promise.all([acting, afterAWhile(chance).then(fault[name])]);
      } else await acting;
      if (nowMs % dayMs === 0) await forgetCounted(management.database, nowMs - rememberMs, nowMs);
    }
    for (const { child } of deliveries) await child.kill();
    for (const child of counting) {
      child.tell('settle');
      await child.hear();
    }
    exporting.tell('settle');
    await exporting.hear();
  } finally {
    visitors.close();
    for (const child of [...deliveries.map((delivery) => delivery.child), ...counting, exporting]) await child.kill();
    await openData.close();
  }
  return {
    market,
    visitors,
    dataFolder,
    journalFolder,
    faults,
    remove: () => rm(dataFolder, { recursive: true, force: true }),
  };
}

/** Returns the faults by tick: all kinds equally often, at most one per tick. */
function planFaults(
  names: readonly string[],
  { ticks, count }: { readonly ticks: number; readonly count: number },
  chance: Mulberry,
): ReadonlyMap<number, string> {
  const faultAt = new Map<number, string>();
  while (faultAt.size < Math.min(count, ticks)) {
    const tick = chance.upTo(ticks - 1);
    if (!faultAt.has(tick)) faultAt.set(tick, names[faultAt.size % names.length] as string);
  }
  return faultAt;
}

async function setClock(child: Child<DeliveryMessage>, nowMs: number): Promise<void> {
  const heard = child.hear();
  child.tell({ nowMs });
  await heard;
}

/** Returns the number of visits of a tick: few at night, with a peak in the evening. */
function visitsOf(nowMs: number, usual: number, random: Mulberry): number {
  const hour = (nowMs / 3_600_000) % 24;
  return Math.round(usual * (1 + Math.sin(((hour - 13) / 24) * 2 * Math.PI)) * (0.5 + random.next()));
}

/** Waits for a random time, so that the fault occurs during other work. */
async function afterAWhile(random: Mulberry): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, random.upTo(30)));
}

/** Appends a partial unacknowledged record, as after a power failure. */
async function tearJournal(folder: string, random: Mulberry): Promise<void> {
  const newest = (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith('.journal'))
    .sort()
    .at(-1);
  if (newest === undefined) return;
  const part = Buffer.alloc(8 + random.upTo(200), 0x7b);
  part.writeUInt32LE(300, 0);
  await appendFile(join(folder, newest), part);
}
