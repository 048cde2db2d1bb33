import { link, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hourMs } from '../../../src/core/time/durations.ts';
import { type CountedHour, saveCountedHours } from '../../../src/exchange/open-data/counted-hours.ts';
import {
  countedColumns,
  countedFileName,
  keyColumn,
  sumsFileName,
} from '../../../src/exchange/open-data/counted-schema.ts';
import { openOpenDataStore } from '../../../src/exchange/open-data/open-data-store.ts';
import { openParquetSession, sqlName } from '../../../src/exchange/open-data/parquet-session.ts';
import { createRawReportEngine } from '../../../src/management/insight/raw-report/raw-report-engine.ts';
import type { RawCounts, RawReportTask } from '../../../src/management/insight/raw-report/raw-report-task.ts';
import { sumHour } from '../../../src/worker/open-data/counted/sum-hour.ts';
import { taskByCountry } from '../../support/open-data/report-task.ts';

/** Ten days of ten million events. Each distinct hour is stored under twenty hours. */
const hours = 240;
const distinctHours = 12;
const adsPerHour = 240_000;
const rounds = 5;

export type ReportResult = {
  readonly events: number;
  /** Median time of a report by key-value in ms, with files in the page cache. */
  readonly warmMs: number;
  /** Time of the first report, which starts the process. */
  readonly firstMs: number;
};

/** Values of an ad, as expressions of its number `n` in all hours: 1,000 bookings at 200 positions. */
const values: Readonly<Record<string, string>> = {
  booking_id: 'hash(n * 7) % 1000',
  creative_id: '5000 + hash(n * 7) % 1000',
  position_id: 'hash(n * 7) % 200',
  impressions: '1',
  viewables: 'case when hash(n * 41) % 10 < 6 then 1 else 0 end',
  clicks: 'case when hash(n * 43) % 200 = 0 then 1 else 0 end',
  starts: 'case when hash(n * 47) % 10 = 0 then 1 else 0 end',
  first_quartiles: 'case when hash(n * 47) % 12 = 0 then 1 else 0 end',
  country: `['BE', 'NL', 'FR', 'DE'][1 + (hash(n) % 4)::bigint]`,
  device: `['phone', 'desktop', 'tablet'][1 + (hash(n * 3) % 3)::bigint]`,
  browser: `['Chrome', 'Safari', 'Firefox'][1 + (hash(n * 5) % 3)::bigint]`,
  page: `'https://news.example/article/' || hash(n * 53) % 20000`,
  segments: `['s' || hash(n * 13) % 50, 't' || hash(n * 17) % 50]`,
};
const keys: Readonly<Record<string, string>> = {
  section: `['section-' || hash(n * 19) % 40]`,
  topic: `['topic-' || hash(n * 23) % 500]`,
  article: `['article-' || hash(n * 53) % 20000]`,
  tags: `['x' || hash(n * 31) % 1000, 'y' || hash(n * 37) % 1000]`,
  variant: `['v' || hash(n * 29) % 4]`,
};

/** Measures a report by key-value over 100 million events in hourly files of the real schema. */
export async function measureReport(folder: string): Promise<ReportResult> {
  const location = { store: { kind: 'folder', folder } as const, dataFolder: folder };
  await storeHours(location);
  const engine = createRawReportEngine({ ...location, name: 'reports' });
  const task: RawReportTask = { ...taskByCountry, groupBy: ['keyValue'], key: 'section', maxRows: 50_000 };
  const times: number[] = [];
  let events = 0;
  for (let round = 0; round <= rounds; round += 1) {
    const startedMs = performance.now();
    const { totals } = await engine.count(task);
    times.push(performance.now() - startedMs);
    events = eventsOf(totals);
  }
  await engine.close();
  await rm(folder, { recursive: true, force: true });
  const [firstMs = 0, ...warm] = times;
  return { events, firstMs, warmMs: warm.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0 };
}

async function storeHours(location: Parameters<typeof openOpenDataStore>[0]): Promise<void> {
  const store = openOpenDataStore(location);
  const session = await openParquetSession(join(location.dataFolder, 'drafts'));
  const firstMs = Date.parse('2026-11-01T00:00:00Z');
  const stored: CountedHour[] = [];
  const path = join(session.folder, 'counted.parquet');
  for (let hour = 0; hour < hours; hour += 1) {
    const startMs = firstMs + hour * hourMs;
    const before = stored[hour - distinctHours];
    if (before === undefined) {
      await session.run(`copy (${rowsOf(startMs, hour)}) to '${path}' (format parquet, compression zstd)`);
      const summed = await sumHour({ session, store }, { startMs, path, keys: Object.keys(keys) });
      await store.put(countedFileName(startMs), path);
      stored.push({ ...madeHour, startMs, earliestMs: startMs, summed });
      continue;
    }
    for (const nameOf of [countedFileName, sumsFileName]) {
      const to = store.localPath(nameOf(startMs)) ?? '';
      await mkdir(dirname(to), { recursive: true });
      await link(store.localPath(nameOf(before.startMs)) ?? '', to);
    }
    stored.push({ ...before, startMs, earliestMs: startMs });
  }
  await saveCountedHours(store, stored);
  await session.close();
  await store.close();
}

const madeHour = {
  events: ['events'],
  requests: ['requests'],
  changedAtMs: 1,
  madeAtMs: 2,
  keys: Object.keys(keys),
  hasViewers: false,
  erasedAtMs: null,
};

function rowsOf(startMs: number, hour: number): string {
  const day = new Date(startMs).toISOString().slice(0, 10);
  const columns = Object.entries(countedColumns).map(([name, { type }]) => {
    const known: Readonly<Record<string, string>> = { hour_at: `epoch_ms(${startMs})`, local_day: `date '${day}'` };
    const value = known[name] ?? values[name] ?? (type === 'INTEGER' ? '0' : 'null');
    return `cast(${value} as ${type}) as ${name}`;
  });
  const ofKeys = Object.entries(keys).map(([key, value]) => `${value} as ${sqlName(keyColumn(key))}`);
  return `select ${[...columns, ...ofKeys].join(', ')}
    from (select range + ${hour * adsPerHour} as n from range(${adsPerHour})) order by booking_id, position_id`;
}

function eventsOf({ impressions, viewables, clicks, events }: RawCounts): number {
  return Object.values(events).reduce((sum, count) => sum + count, impressions + viewables + clicks);
}
