import type { Kysely } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { UploadFolder } from '../../platform/files/upload/upload-folder.ts';
import type { Logger } from '../../platform/log/log.ts';

/** Services that reading and writing of records requires. */
export type RecordServices = {
  readonly database: Kysely<Database>;
  readonly log: Logger;
  readonly config: Config;
  readonly fileStore: FileStore;
  readonly uploads: UploadFolder;
  /** Deployment secret, from which keys are derived. */
  readonly secret: string;
  /**
   * Current time in epoch ms for everything that depends on the clock. Default: the system clock. Tests override it.
   */
  readonly nowMs?: () => number;
};
