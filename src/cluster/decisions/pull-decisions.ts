import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { parseDecisionFileName } from '../../exchange/decisions/decision-format.ts';
import { nameOfOthers, recordName } from '../../exchange/decisions/other-hosts.ts';
import { replaceFile } from '../../platform/durable/write-durably.ts';
import type { HostLink } from '../host-link.ts';
import { readHostShutdowns } from '../host-shutdowns.ts';
import {
  hostOfList,
  parseStoredDecisions,
  type StoredDecisionFile,
  storedDecisionsOf,
  storedDecisionsTtlMs,
  storedListOf,
  storedLists,
} from './stored-decisions.ts';

const decompress = promisify(gunzip);

export type DecisionPull = {
  /** Fetches new files of all other hosts. */
  pull(): Promise<void>;
};

/**
 * Copies the recorded decisions of other hosts next to the local ones in the same format, so that readers see those of
 * all hosts. Source: docs/decisions/0129-decisions-of-all-hosts.md.
 */
export function createDecisionPull(
  options: Pick<HostLink, 'store' | 'redis' | 'host'> & { readonly dataFolder: string },
): DecisionPull {
  const { store, redis } = options;
  const folder = join(options.dataFolder, 'decisions');
  /** Local sizes of the files of a host, by their names in the store. */
  const here = new Map<string, number>();
  /** As last read from Redis. */
  let ends: ReadonlyMap<string, number> = new Map();

  async function follow(host: string): Promise<void> {
    const text = await store.get(storedListOf(host));
    const list = parseStoredDecisions(text?.toString('utf8') ?? '');
    if (list === null) throw new Error(`The list of decisions of host ${host} is damaged`);
    const { throughMs, isEnded, files } = list;
    if (throughMs < Date.now() - storedDecisionsTtlMs) return forget(host, files);
    await mkdir(folder, { recursive: true });
    for (const file of files) await bring(host, file);
    await removeOthers(host, files);
    const endedAtMs = isEnded ? throughMs : (ends.get(host) ?? null);
    await replaceFile(join(folder, recordName(host)), JSON.stringify({ host, throughMs, endedAtMs }));
  }

  async function bring(host: string, file: StoredDecisionFile): Promise<void> {
    const name = storedDecisionsOf(host, file);
    const path = join(folder, nameOfOthers(host, file.processId), file.name);
    const size = here.get(name) ?? (await stat(path).catch(() => null))?.size ?? 0;
    here.set(name, size);
    if (size >= file.bytes) return;
    const content = await store.get(name);
    // Removed since the list was written. The next list does not contain it.
    if (content === null) return;
    const plain = await decompress(content);
    await mkdir(join(folder, nameOfOthers(host, file.processId)), { recursive: true });
    await replaceFile(path, plain);
    here.set(name, plain.length);
  }

  async function removeOthers(host: string, files: readonly StoredDecisionFile[]): Promise<void> {
    const wanted = new Set(files.map((file) => storedDecisionsOf(host, file)));
    const begin = nameOfOthers(host, '');
    for (const process of (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(begin))) {
      const processId = process.slice(begin.length);
      for (const name of await readdir(join(folder, process)).catch(() => [])) {
        const stored = storedDecisionsOf(host, { processId, name });
        if (wanted.has(stored) || parseDecisionFileName(name) === null) continue;
        await rm(join(folder, process, name), { force: true });
        here.delete(stored);
      }
    }
  }

  /** Removes the files of a host that is gone permanently from the store and locally. */
  async function forget(host: string, files: readonly StoredDecisionFile[]): Promise<void> {
    for (const file of files) await store.remove(storedDecisionsOf(host, file));
    await store.remove(storedListOf(host));
    await removeOthers(host, []);
    await rm(join(folder, recordName(host)), { force: true });
  }

  return {
    async pull() {
      const faults: unknown[] = [];
      const all = (await store.list(storedLists)).flatMap((name) => hostOfList(name) ?? []);
      const others = all.filter((host) => host !== options.host);
      const said = await readHostShutdowns(redis, others).catch((error: unknown) => void faults.push(error));
      ends = said ?? ends;
      for (const host of others) {
        // An error of one host does not affect the others.
        await follow(host).catch((error: unknown) => faults.push(error));
      }
      if (faults.length > 0) throw faults[0];
    },
  };
}
