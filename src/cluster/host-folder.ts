import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostState } from '../exchange/hosts/host-state.ts';
import { nameOfServes, type Serves } from '../platform/config/roles.ts';
import { replaceFile } from '../platform/durable/write-durably.ts';
import { type HostStates, stateTtlMs } from './host-states.ts';

/** Registry of programs on one machine that serve different roles on the same data folder. */
export function openHostFolder(dataFolder: string, serves: Serves): HostStates {
  const folder = join(dataFolder, 'hosts');
  const own = join(folder, `${nameOfServes(serves)}.json`);
  return {
    async say(state) {
      await mkdir(folder, { recursive: true });
      await replaceFile(own, JSON.stringify(state));
    },
    async list() {
      const names = (await readdir(folder).catch(() => [])).filter((name) => /^[\w-]+\.json$/.test(name)).toSorted();
      const states = await Promise.all(names.map((name) => read(join(folder, name))));
      return states.filter((state) => state !== null && state.atMs > Date.now() - stateTtlMs) as HostState[];
    },
    forget: () => rm(own, { force: true }),
  };
}

/** null: it is being written or was just removed. */
async function read(path: string): Promise<HostState | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as HostState;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
