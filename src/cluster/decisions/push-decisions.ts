import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { parseDecisionFileName } from '../../exchange/decisions/decision-format.ts';
import { hostOf } from '../../exchange/decisions/other-hosts.ts';
import type { HostLink } from '../host-link.ts';
import {
  parseStoredDecisions,
  type StoredDecisionFile,
  type StoredDecisions,
  storedDecisionsOf,
  storedListOf,
} from './stored-decisions.ts';

const compress = promisify(gzip);
/** Maximum delay between a decision and its record on disk. */
const writingMs = 1_000;
/** Interval at which the list is updated without new decisions. */
const repeatMs = 10_000;

export type DecisionPush = {
  /** Stores new data since the last call. @param isEnded true: no more decisions follow on this host */
  push(isEnded?: boolean): Promise<void>;
};

/**
 * Copies the recorded decisions of this host's delivery processes to the store, for all other hosts. Source:
 * docs/decisions/0129-decisions-of-all-hosts.md.
 */
export function createDecisionPush(
  options: Pick<HostLink, 'store' | 'host'> & { readonly dataFolder: string },
): DecisionPush {
  const { store, host } = options;
  const folder = join(options.dataFolder, 'decisions');
  /** null: the content of the store is not known yet. */
  let stored: StoredDecisions | null = null;

  async function knownList(): Promise<StoredDecisions> {
    const text = await store.get(storedListOf(host));
    return parseStoredDecisions(text?.toString('utf8') ?? '') ?? { throughMs: 0, isEnded: false, files: [] };
  }

  return {
    async push(isEnded = false) {
      const throughMs = Date.now() - (isEnded ? 0 : writingMs);
      const files = await filesIn(folder);
      if (stored === null && files.length === 0) return;
      stored ??= await knownList();
      const before = new Map(stored.files.map((file) => [storedDecisionsOf(host, file), file.bytes]));
      const isSame =
        files.length === before.size && files.every((file) => before.get(storedDecisionsOf(host, file)) === file.bytes);
      if (isSame && isEnded === stored.isEnded && throughMs - stored.throughMs < repeatMs) return;
      const put: StoredDecisionFile[] = [];
      for (const file of files) {
        const name = storedDecisionsOf(host, file);
        if (before.get(name) === file.bytes) {
          put.push(file);
          continue;
        }
        // The oldest file may be removed at any time.
        const content = await readFile(join(folder, file.processId, file.name)).catch(nullIfGone);
        if (content === null) continue;
        await store.put(name, await compress(content, { level: 1 }));
        put.push({ ...file, bytes: content.length });
      }
      const list = { throughMs, isEnded, files: put };
      await store.put(storedListOf(host), Buffer.from(JSON.stringify(list)));
      stored = list;
      const kept = new Set(put.map((file) => storedDecisionsOf(host, file)));
      for (const name of before.keys()) if (!kept.has(name)) await store.remove(name);
    },
  };
}

/** Returns the files of the processes of this host with their sizes. */
async function filesIn(folder: string): Promise<readonly StoredDecisionFile[]> {
  const files: StoredDecisionFile[] = [];
  for (const processId of await namesIn(folder)) {
    if (hostOf(processId) !== null) continue;
    const names = (await namesIn(join(folder, processId))).filter((name) => parseDecisionFileName(name) !== null);
    // A file is complete if a newer one exists.
    for (const name of names.sort()) {
      const found = await stat(join(folder, processId, name)).catch(nullIfGone);
      if (found !== null) files.push({ processId, name, bytes: found.size });
    }
  }
  return files;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(nullIfGone)) ?? [];
}

function nullIfGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
