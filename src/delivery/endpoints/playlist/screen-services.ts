import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../../platform/config/config.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { createHeadsupLists } from '../headsup/headsup-lists.ts';
import { createListedBefore } from '../headsup/listed-before.ts';
import { createOfflineFiles } from '../headsup/offline-files.ts';
import { createPlaylistPlans } from './plan-playlist.ts';

/** Creates the services of screens: their files, head-up lists and playlists. */
export function createScreenServices(
  { dataFolder, deliveryUrl, creativeOrigin }: Pick<Config, 'creativeOrigin' | 'dataFolder' | 'deliveryUrl'>,
  options: {
    readonly fileStore: FileStore;
    readonly processId: string;
    readonly log: Logger;
    readonly now: () => number;
  },
) {
  const { fileStore, processId, log, now } = options;
  const listedBefore = createListedBefore({ folder: join(dataFolder, 'headsup'), processId, log });
  const offlineFiles = createOfflineFiles({ fileStore, creativeOrigin });
  return {
    offlineFiles,
    playlistPlans: createPlaylistPlans(),
    headsupLists: createHeadsupLists({ listedBefore, offlineFiles, deliveryUrl, now }),
  };
}
