import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { parseDecisionFileName } from '../../exchange/decisions/decision-format.ts';
import { nameOfOthers, recordName } from '../../exchange/decisions/other-hosts.ts';
import { replaceFile } from '../../platform/durable/write-durably.ts';
import { readHostEnds } from '../host-ends.ts';
import type { HostLink } from '../host-link.ts';
import {
  hostOfList,
  parseStoredDecisions,
  type StoredDecisionFile,
  storedDecisionsLifeMs,
  storedDecisionsOf,
  storedListOf,
  storedLists,
} from './stored-decisions.ts';

const decompress = promisify(gunzip);

export type DecisionPull = {
  /** Brings what is new of all other hosts. */
  pull(): Promise<void>;
};

/**
 * Keeps what other hosts decided beside what was decided here, in the same form, so that whoever reads decisions reads those
 * of all. Source: docs/decisions/0129-decisions-of-all-hosts.md.
 */
export function createDecisionPull(
  options: Pick<HostLink, 'store' | 'redis' | 'host'> & { readonly dataFolder: string },
): DecisionPull {
  const { store, redis } = options;
  const folder = join(options.dataFolder, 'decisions');
  /** What lies here of the files of a host, by their names in the store. */
  const here = new Map<string, number>();
  /** As Redis said last. */
  let ends: ReadonlyMap<string, number> = new Map();

  async function follow(host: string): Promise<void> {
    const text = await store.get(storedListOf(host));
    const list = parseStoredDecisions(text?.toString('utf8') ?? '');
    if (list === null) throw new Error(`What host ${host} says of its decisions is damaged`);
    const { throughMs, isEnded, files } = list;
    if (throughMs < Date.now() - storedDecisionsLifeMs) return forget(host, files);
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
    // It went since the list was written; the next list does not name it.
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

  /** The host is gone for good: so is what it left in the store, and here. */
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
      const said = await readHostEnds(redis, others).catch((error: unknown) => void faults.push(error));
      ends = said ?? ends;
      for (const host of others) {
        // One of them does not keep the others away.
        await follow(host).catch((error: unknown) => faults.push(error));
      }
      if (faults.length > 0) throw faults[0];
    },
  };
}
