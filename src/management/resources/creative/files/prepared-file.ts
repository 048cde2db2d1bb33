import type { StoredAsset } from '../../../../platform/db/schema.ts';
import type { ReadVideo } from '../../../../platform/media/read-video.ts';
import type { FileSet } from './store-files.ts';

/** What an upload became: the files that are stored, and how the creative knows them. */
export type PreparedFile = {
  /** Each lies under a hash of its own. */
  readonly sets: readonly FileSet[];
  /** The file itself first, then what was made of it. */
  readonly assets: readonly [StoredAsset, ...StoredAsset[]];
  /** What was found in a film or sound, which players are told. */
  readonly videoFile: ReadVideo | null;
};
