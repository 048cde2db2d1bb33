import type { ChildProcess } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startEmbeddedPostgres } from '../../../src/platform/db/embedded/start-embedded-postgres.ts';
import { migrateToLatest } from '../../../src/platform/db/migrate.ts';
import { openDatabase } from '../../../src/platform/db/open-database.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { nextMessage, startBenchProcess } from '../bench-process.ts';
import { type Spread, spreadOfRounds } from '../result/spread.ts';
import { writeJournals } from './write-journals.ts';

export type CountingResult = {
  /** Events counted into the sums of reports per second by one worker. */
  readonly perSecond1Worker: Spread;
  /** CPU time of the worker per event in microseconds, without PostgreSQL. */
  readonly cpuMicrosPerEvent: number;
  /** Rate of two workers divided by that of one, of consecutive rounds. */
  readonly scale2Workers: Spread;
  /** Size of the tables of counted events per million events, with their indexes. */
  readonly dedupBytesPerMillionEvents: number;
};

/** Delivery processes that have written the journals. */
const processes = 4;
const tables = ['counted_range', 'counted_event', 'delivery_hour', 'booking_day', 'booking_total', 'filtered_hour'];

/**
 * Measures the roll-up with the bundled PostgreSQL and its durable settings: from a journal on disk to committed sums.
 * Rounds of one and of two worker processes alternate over copies of the same journals, each with empty tables.
 */
export async function measureCounting(folder: string, options: { readonly events: number; readonly rounds: number }) {
  await mkdir(folder, { recursive: true });
  const written = join(folder, 'written');
  const events = await writeJournals(written, { processes, events: options.events });
  const postgres = await startEmbeddedPostgres({
    dataFolder: join(folder, 'data'),
    log: createLog({ level: 'silent', name: 'bench' }),
  });
  const { kysely } = openDatabase(postgres.ownerUrl, { maxConnections: 1 });
  const journalFolder = join(folder, 'journal');
  const workers: ChildProcess[] = [];
  try {
    await migrateToLatest(kysely);
    for (let worker = 0; worker < 2; worker += 1) {
      const child = startBenchProcess('counting/counting-process.ts', [postgres.ownerUrl, journalFolder]);
      await nextMessage(child);
      workers.push(child);
    }
    const count = async (using: readonly ChildProcess[]) => {
      await rm(journalFolder, { recursive: true, force: true });
      await cp(written, journalFolder, { recursive: true });
      await sql`truncate journal_position, ${sql.join(tables.map((table) => sql.table(table)))}`.execute(kysely);
      await sql`checkpoint`.execute(kysely);
      const startedAtMs = performance.now();
      const cpu = await Promise.all(
        using.map(async (child) => {
          child.send('count');
          return (await nextMessage(child)) as { readonly cpuMicros: number };
        }),
      );
      const seconds = (performance.now() - startedAtMs) / 1000;
      const { rows } = await sql<{ events: number }>`
        select sum(impressions + viewables + clicks)::bigint as events from delivery_hour`.execute(kysely);
      if (rows[0]?.events !== events) throw new Error(`${rows[0]?.events} of ${events} events were counted`);
      return { perSecond: events / seconds, cpuMicros: cpu.reduce((sum, one) => sum + one.cpuMicros, 0) };
    };
    await count(workers.slice(0, 1));
    await count(workers.slice(1));
    const [one, scale, cpuMicros]: [number[], number[], number[]] = [[], [], []];
    let bytes = 0;
    for (let round = 0; round < options.rounds; round += 1) {
      const alone = await count(workers.slice(0, 1));
      bytes = await sizeOf(kysely, ['counted_range', 'counted_event']);
      const both = await count(workers);
      one.push(alone.perSecond);
      scale.push(both.perSecond / alone.perSecond);
      cpuMicros.push(alone.cpuMicros / events);
    }
    return {
      perSecond1Worker: spreadOfRounds(one),
      cpuMicrosPerEvent: spreadOfRounds(cpuMicros).median,
      scale2Workers: spreadOfRounds(scale),
      dedupBytesPerMillionEvents: Math.round((bytes / events) * 1_000_000),
    } satisfies CountingResult;
  } finally {
    for (const child of workers) child.disconnect();
    await kysely.destroy();
    await postgres.stop();
  }
}

async function sizeOf(database: ReturnType<typeof openDatabase>['kysely'], names: readonly string[]): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(name::regclass))::bigint as bytes from unnest(${names}::text[]) as name`.execute(
    database,
  );
  return rows[0]?.bytes ?? 0;
}
