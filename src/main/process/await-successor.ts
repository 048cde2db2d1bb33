import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../platform/config/config.ts';
import type { Logger } from '../../platform/log/log.ts';
import { lockHolderPath, readLockHolder } from '../supervisor/data-folder-lock.ts';

const lookEveryMs = 100;
/** Long enough for any service manager or person to start it again, and no server that is forgotten. */
const longestMs = 600_000;

/**
 * A delivery process whose supervisor was killed keeps serving: ads need no supervisor, and events are durable in the journal.
 * Resolves when it has to end: another supervisor works on the data folder and starts delivery processes of its own, the folder is
 * gone, or no successor started for ten minutes. Source: docs/decisions/0147-supervisor.md.
 */
export async function awaitSuccessor(options: {
  readonly config: Pick<Config, 'dataFolder'>;
  readonly log: Logger;
  readonly supervisorPid: number;
}): Promise<void> {
  const { config, log, supervisorPid } = options;
  const { dataFolder } = config;
  log.warn('The supervisor has ended. Ads are served until another one takes over, for ten minutes at most.');
  const deadlineMs = performance.now() + longestMs;
  while (performance.now() < deadlineMs && existsSync(lockHolderPath(dataFolder, 'delivery'))) {
    const holder = readLockHolder(dataFolder, 'delivery');
    // null: it is being written at this moment.
    if (holder !== null && holder.pid !== supervisorPid) {
      log.info({ supervisor: holder.pid }, 'another supervisor takes over');
      return;
    }
    await delay(lookEveryMs);
  }
}
