import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHostDirectory } from '../../../src/cluster/host-directory.ts';
import type { HostDirectory } from '../../../src/exchange/hosts/host-state.ts';
import type { SnapshotFolder } from '../../../src/exchange/snapshot/snapshot-folder.ts';
import { servesOf } from '../../../src/platform/config/roles.ts';

const noFolder = join(tmpdir(), 'placard-no-such-folder');

/** A directory with a single host, whose delivery processes acknowledge in this folder. */
export function localHosts(folder: SnapshotFolder, dataFolder = noFolder): HostDirectory {
  return openHostDirectory({ config: { serves: servesOf(['all']), dataFolder }, host: 'test', link: null, folder });
}
