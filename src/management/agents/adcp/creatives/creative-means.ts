import type { Config } from '../../../../platform/config/config.ts';
import type { Logger } from '../../../../platform/log/log.ts';
import { createImageWorkshop } from '../../../../platform/media/image-workshop.ts';
import type { Workshops } from '../../../resources/creative/files/prepare-file.ts';
import { createBuyerFileFetch, type FetchBuyerFile } from './fetch-file.ts';

/** What is needed to process the files of buyers. */
export type CreativeMeans = {
  readonly workshops: Workshops;
  readonly fetchFile: FetchBuyerFile;
};

/** Creates the means. Processes for images start with the first image. */
export function createCreativeMeans({
  log,
  config,
}: {
  readonly log: Logger;
  readonly config: Pick<Config, 'privateTargets'>;
}): CreativeMeans & { close(): Promise<void> } {
  const images = createImageWorkshop(log);
  return { workshops: { images }, fetchFile: createBuyerFileFetch(config.privateTargets), close: () => images.close() };
}
