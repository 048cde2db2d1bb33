import type { Kysely } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/schema.ts';
import type { FileStore } from '../file-store/file-store.ts';
import type { UploadFolder } from '../file-store/upload-folder.ts';
import type { Logger } from '../log.ts';

/** What reading and writing records needs of the installation. */
export type RecordServices = {
  readonly database: Kysely<Database>;
  readonly log: Logger;
  readonly config: Config;
  readonly fileStore: FileStore;
  readonly uploads: UploadFolder;
  /** The installation's secret, from which keys are derived. */
  readonly secret: string;
  /** Epoch ms, for everything that is computed from the clock; default: the machine's. Tests turn it. */
  readonly nowMs?: () => number;
};
