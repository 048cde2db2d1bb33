import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { openFolderStore } from './folder-store.ts';
import { openRedisStore } from './redis-store.ts';
import type { VideoStore } from './video-store.ts';

/** Redis where it is set, so that all machines share the cache; else files that all processes of this machine share. */
export function openVideoStore(options: {
  readonly config: Pick<Config, 'dataFolder' | 'deliveryProcesses' | 'redisUrl' | 'videoCacheBytes'>;
  readonly processId: string;
  readonly log: Logger;
  readonly now: () => number;
}): VideoStore {
  const { config, processId, log, now } = options;
  if (config.redisUrl !== null) return openRedisStore({ url: config.redisUrl, log, now });
  return openFolderStore({
    folder: join(config.dataFolder, 'video-cache'),
    limitBytes: config.videoCacheBytes,
    processes: config.deliveryProcesses,
    processId,
    now,
    log,
  });
}
