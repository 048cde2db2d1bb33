import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../../platform/config/config.ts';
import { openVideoFolder } from '../video-cache/folder-store.ts';
import type { VideoStore } from '../video-cache/video-store.ts';
import { openContentLog } from './content-log.ts';
import { type ContentStore, createSharedContent } from './content-store.ts';

export type VideoStores = {
  /** Documents that pages store in the video cache. */
  readonly videoStore: VideoStore;
  /** VAST documents of Placard's video ads. */
  readonly content: ContentStore;
  readonly close: () => Promise<void>;
};

/**
 * Opens the stores. With Redis, all machines share the documents. Otherwise, the processes of this machine share files,
 * and each of the two stores gets half of the space.
 */
export async function openVideoStores(options: {
  readonly config: Pick<Config, 'dataFolder' | 'deliveryProcesses' | 'redisUrl' | 'videoCacheBytes'>;
  readonly processId: string;
  readonly log: Logger;
  readonly now: () => number;
}): Promise<VideoStores> {
  const { config, processId, log, now } = options;
  const { dataFolder, redisUrl, deliveryProcesses: processes } = config;
  const capacity = { limitBytes: config.videoCacheBytes / 2, processes, processId, now, log };
  const videoStore =
    redisUrl === null
      ? openVideoFolder({ ...capacity, folder: join(dataFolder, 'video-cache') })
      : await openShared(redisUrl, { log, now });
  const content =
    redisUrl === null
      ? openContentLog({ ...capacity, folder: join(dataFolder, 'video-content') })
      : createSharedContent(videoStore);
  return {
    videoStore,
    content,
    close: async () => {
      await content.close();
      await videoStore.close();
    },
  };
}

/** The Redis client consists of hundreds of modules, so it is loaded only if it is used. */
async function openShared(url: string, options: { readonly log: Logger; readonly now: () => number }) {
  const { openRedisStore } = await import('../video-cache/redis-store.ts');
  return openRedisStore({ url, ...options });
}
