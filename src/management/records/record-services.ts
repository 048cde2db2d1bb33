import type { Kysely } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { UploadFolder } from '../../platform/files/upload/upload-folder.ts';
import type { Logger } from '../../platform/log/log.ts';

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
