import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { servesOf } from '../../src/server/config/roles.ts';
import { openHostDirectory } from '../../src/server/host/host-directory.ts';
import type { HostDirectory } from '../../src/server/host-state.ts';
import type { SnapshotFolder } from '../../src/server/snapshot-file/snapshot-folder.ts';

const noFolder = join(tmpdir(), 'placard-no-such-folder');

/** One host without others, whose delivery processes acknowledge in this folder. */
export function localHosts(folder: SnapshotFolder, dataFolder = noFolder): HostDirectory {
  return openHostDirectory({ config: { serves: servesOf(['all']), dataFolder }, host: 'test', link: null, folder });
}
