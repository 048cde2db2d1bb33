import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { deploymentFingerprint } from '../../cluster/deployment-fingerprint.ts';
import type { HostLink } from '../../cluster/host-link.ts';
import { openSharedPacing } from '../../cluster/pacing/shared-pacing.ts';
import { type SnapshotPush, startSnapshotPush } from '../../cluster/snapshots/push-snapshots.ts';
import { createJournalArchive, type JournalArchive } from '../../exchange/journal/journal-archive.ts';
import { openPacingFolder, type PacingFolder } from '../../exchange/plan/pacing-folder.ts';
import { openSnapshotFolder, type SnapshotFolder } from '../../exchange/snapshot/snapshot-folder.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/schema.ts';
import { openPlainStore } from '../../platform/files/plain-store.ts';
import { createSequenceReader } from '../../platform/keys/decision-ids.ts';
import { deriveKey } from '../../platform/keys/derive-key.ts';
import type { Lease } from '../../platform/lease/lease.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { JournalShipping } from '../../worker/count/journal-shipping.ts';
import { openShipping } from './open-shipping.ts';

/** Transport of a worker's input and output: in the data folder of the single machine, or between hosts. */
export type Carriers = {
  /** Folder in which snapshots are published. */
  readonly snapshots: SnapshotFolder;
  /** Absolute path of that folder. */
  readonly snapshotsPath: string;
  readonly pacing: PacingFolder;
  readonly shipping: JournalShipping;
  readonly archive: JournalArchive;
  /** Distributes published snapshots under the lease. null if the readers use the folder directly. */
  readonly push: (lease: Lease) => SnapshotPush | null;
  close(): Promise<void>;
};

export function openCarriers(options: {
  readonly config: Config;
  readonly database: Kysely<Database>;
  /** Snapshots of this host, which its delivery processes follow. */
  readonly snapshotFolder: SnapshotFolder;
  readonly link: HostLink | null;
  readonly host: string;
  readonly secret: string;
  readonly log: Logger;
}): Carriers {
  const { config, link, host, secret } = options;
  const sequences = createSequenceReader(deriveKey(secret, 'decision-sequence'));
  const shipping = openShipping({ ...options, sequences });
  const { dataFolder } = config;
  const journalFolder = join(dataFolder, 'journal');
  if (link === null) {
    const store = openPlainStore(config);
    return {
      snapshots: options.snapshotFolder,
      snapshotsPath: join(dataFolder, 'snapshots'),
      pacing: openPacingFolder(dataFolder),
      shipping,
      archive: createJournalArchive({ journalFolder, store, host }),
      push: () => null,
      close: store.close,
    };
  }
  // Separate from the snapshots that this host serves, which are distributed to it as to every other host.
  const snapshotsPath = join(dataFolder, 'published');
  const snapshots = openSnapshotFolder(snapshotsPath);
  return {
    snapshots,
    snapshotsPath,
    pacing: openSharedPacing(link.redis),
    shipping,
    archive: createJournalArchive({ journalFolder, store: link.store, host }),
    push: (lease) =>
      startSnapshotPush({ link, folder: snapshots, term: lease.term, secret: deploymentFingerprint(secret) }),
    close: async () => undefined,
  };
}
