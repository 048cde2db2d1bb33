import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../src/platform/db/embedded/start-embedded-postgres.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { type BenchProgram, startBenchProgram } from '../start-bench-program.ts';

export type FilledProgram = BenchProgram & {
  readonly journalFolder: string;
  /** Returns the time up to which all events are in reports, in epoch milliseconds; null: unknown. */
  countedTo(): Promise<number | null>;
};

/** Starts the whole program with the bundled PostgreSQL and its durable settings. */
export async function startFilledProgram(folder: string, bookings: number): Promise<FilledProgram> {
  const postgres = await startEmbeddedPostgres({
    dataFolder: join(folder, 'database'),
    log: createLog({ level: 'silent', name: 'bench' }),
  });
  const dataFolder = join(folder, 'data');
  let program: BenchProgram;
  try {
    program = await startBenchProgram({ databaseUrl: postgres.ownerUrl, dataFolder, bookings });
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return {
    ...program,
    journalFolder: join(dataFolder, 'journal'),
    async countedTo() {
      const { status, body } = await program.call('GET', '/api/v1/hosts');
      if (status !== 200) return null;
      const { countedTo } = body as { readonly countedTo: string | null };
      return countedTo === null ? null : Date.parse(countedTo);
    },
    async stop() {
      await program.stop();
      await postgres.stop();
    },
  };
}
