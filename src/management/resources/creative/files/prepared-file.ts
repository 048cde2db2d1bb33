import type { StoredAsset } from '../../../../platform/db/tables/stored-asset.ts';
import type { ReadVideo } from '../../../../platform/media/read-video.ts';
import type { FileSet } from './store-files.ts';

/** Result of an upload: the files to store, and their entries in the creative. */
export type PreparedFile = {
  /** Each set is stored under its own hash. */
  readonly sets: readonly FileSet[];
  /** The uploaded file first, then the derived files. */
  readonly assets: readonly [StoredAsset, ...StoredAsset[]];
  /** Properties of a video or audio file for players. */
  readonly videoFile: ReadVideo | null;
};
