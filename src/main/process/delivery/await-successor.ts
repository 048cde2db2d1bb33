import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../../platform/config/config.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { lockHolderPath, readLockHolder } from '../../supervisor/data-folder-lock.ts';

const lookEveryMs = 100;
/**
 * Milliseconds until a delivery process without a supervisor ends: long enough for a restart by a service manager or a
 * person, and short enough to leave no forgotten server.
 */
const longestMs = 600_000;

/**
 * Keeps a delivery process serving after its supervisor was killed: ads need no supervisor, and events are durable in
 * the journal. Resolves when the process must end: another supervisor uses the data folder and starts its own delivery
 * processes, the folder is gone, or no successor started within ten minutes. Source: docs/decisions/0147-supervisor.md.
 */
export async function awaitSuccessor(options: {
  readonly config: Pick<Config, 'dataFolder'>;
  readonly log: Logger;
  readonly supervisorPid: number;
}): Promise<void> {
  const { config, log, supervisorPid } = options;
  const { dataFolder } = config;
  log.warn('The supervisor has ended. Ads are served until another supervisor takes over, for at most 10 minutes');
  const deadlineMs = performance.now() + longestMs;
  while (performance.now() < deadlineMs && existsSync(lockHolderPath(dataFolder, 'delivery'))) {
    const holder = readLockHolder(dataFolder, 'delivery');
    // null: the lock is being written.
    if (holder !== null && holder.pid !== supervisorPid) {
      log.info({ supervisor: holder.pid }, 'another supervisor takes over');
      return;
    }
    await delay(lookEveryMs);
  }
}
