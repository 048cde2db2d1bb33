import { startEmbeddedPostgres } from '../../src/platform/db/embedded/start-embedded-postgres.ts';
import { createLog } from '../../src/platform/log/log.ts';

/** Messages of the process that runs the PostgreSQL. */
export type HolderMessage =
  | {
      readonly type: 'ready';
      readonly origin: string;
      readonly pid: number;
      /** Connection of the owner, and of the runtime role. */
      readonly url: string;
      readonly runtimeUrl: string;
      readonly home: string;
    }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'pid'; readonly pid: number | null };

// Runs the bundled PostgreSQL for a test in a process that can be killed: postgres-holder.ts <data folder>.
const dataFolder = process.argv[2] ?? '';
const tell = (message: HolderMessage) => process.send?.(message);
try {
  const server = await startEmbeddedPostgres({ dataFolder, log: createLog({ level: 'silent', name: 'holder' }) });
  process.on('message', (asked: 'stop' | 'pid') => {
    if (asked === 'pid') tell({ type: 'pid', pid: server.pid() });
    else void server.stop().then(() => process.disconnect());
  });
  const { ownerUrl: url, url: runtimeUrl, origin, location } = server;
  tell({ type: 'ready', origin, pid: server.pid() ?? 0, url, runtimeUrl, home: location.home });
} catch (error) {
  tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  process.disconnect();
}
