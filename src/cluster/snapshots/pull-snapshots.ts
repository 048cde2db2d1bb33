import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { deltasAfter, type SnapshotState } from '../../exchange/snapshot/file-names.ts';
import type { SnapshotFolder } from '../../exchange/snapshot/snapshot-folder.ts';
import { replaceFile } from '../../platform/durable/write-durably.ts';
import { limitConcurrency } from '../../platform/process/limit-concurrency.ts';
import { runRetryLoop } from '../../platform/process/retry-loop.ts';
import { createWake } from '../../platform/process/wake.ts';
import type { HostLink } from '../host-link.ts';
import { sharedKeys } from '../shared-keys.ts';
import { storedFile, storedPointer } from './push-snapshots.ts';
import { comparePointers, encodeSharedPointer, parseSharedPointer, type SharedPointer } from './snapshot-pointer.ts';

/** Polling intervals in case notices are lost. Redis and the store are polled independently. */
const redisPollMs = 1_000;
const storePollMs = 2_000;
const maxFetches = 8;
/** Minimum interval of repairs of a damaged file, in case the disk itself damages it. */
const repairMs = 10_000;
const decompress = promisify(gunzip);

export type SnapshotPull = {
  /** A new snapshot is available. */
  notice(): void;
  close(): Promise<void>;
};

/**
 * Keeps a folder at the snapshot that all hosts serve. If Redis and the store are unavailable, the delivery processes
 * of this host continue with the local files. Source: docs/decisions/0090-hosts.md.
 */
export function startSnapshotPull(options: {
  readonly link: HostLink;
  readonly folder: SnapshotFolder;
  readonly folderPath: string;
  readonly secret: string;
}): SnapshotPull {
  const { link, folder } = options;
  const end = new AbortController();
  const orderPath = join(options.folderPath, 'shared.json');
  const inTurn = limitConcurrency(1);
  const fetchFile = createFetch(link);
  let newest: SharedPointer | null | undefined;
  let repairedAtMs = Number.NEGATIVE_INFINITY;
  let wrongSecret = '';

  async function look(text: string | null): Promise<void> {
    const pointer = text === null ? null : parseSharedPointer(text);
    if (pointer === null) return;
    if (pointer.secret !== options.secret) {
      if (wrongSecret !== pointer.secret) link.log.error('The snapshots of the other hosts use another PLACARD_SECRET');
      wrongSecret = pointer.secret;
      return;
    }
    await inTurn(() => follow(pointer));
  }

  async function follow(pointer: SharedPointer): Promise<void> {
    if (newest === undefined) newest = await readFile(orderPath, 'utf8').then(parseSharedPointer, () => null);
    const current = await folder.current();
    // A host that has lost its folder starts with any available snapshot.
    if (newest !== null && current !== null && comparePointers(pointer, newest) < 0) return;
    await repair(pointer.state);
    if (!isSame(current, pointer.state)) await bring(pointer.state, current);
    if (newest !== null && comparePointers(pointer, newest) === 0) return;
    newest = pointer;
    await replaceFile(orderPath, encodeSharedPointer(pointer));
  }

  /** Fetches changes first, so that an edit does not wait for a new base. */
  async function bring(state: SnapshotState, current: SnapshotState | null): Promise<void> {
    const own = current?.lineage === state.lineage ? current : null;
    const from = Math.min(state.base.revision, own?.revision ?? Number.POSITIVE_INFINITY);
    const wanted = state.deltas.filter((delta) => delta.revision > from);
    await fetchMissing(wanted.map((delta) => delta.name));
    if (own !== null && own.base.name !== state.base.name) {
      const known = new Set(own.deltas.map((delta) => delta.name));
      const deltas = [...own.deltas, ...wanted.filter((delta) => !known.has(delta.name))];
      const soon = { ...state, base: own.base, deltas: deltas.toSorted((a, b) => a.revision - b.revision) };
      if (deltasAfter(own.base.revision, soon) !== null) await folder.makeCurrent(soon);
    }
    await fetchMissing([state.base.name]);
    const here = await folder.names();
    await folder.makeCurrent({ ...state, deltas: state.deltas.filter((delta) => here.has(delta.name)) });
  }

  async function fetchMissing(names: readonly string[]): Promise<void> {
    const here = await folder.names();
    const several = limitConcurrency(maxFetches);
    const missing = names.filter((name) => !here.has(name));
    await Promise.all(missing.map((name) => several(async () => folder.takeOver(name, await fetchFile(name)))));
  }

  async function repair({ base, deltas }: SnapshotState): Promise<void> {
    const damaged = new Set(await folder.damageReports());
    if (damaged.size === 0 || performance.now() - repairedAtMs < repairMs) return;
    repairedAtMs = performance.now();
    for (const { name } of [base, ...deltas]) if (damaged.has(name)) await folder.takeOver(name, await fetchFile(name));
  }

  const wake = createWake();
  const running = [
    runRetryLoop({
      task: async () => look(await link.redis.ask<string | null>('GET', sharedKeys.pointer)),
      pauseMs: redisPollMs,
      wake,
      failureMessage: 'The snapshot pointer cannot be read from Redis; using the store',
      log: link.log,
      signal: end.signal,
    }),
    runRetryLoop({
      task: async () => look((await link.store.get(storedPointer))?.toString('utf8') ?? null),
      pauseMs: storePollMs,
      failureMessage: 'The snapshot pointer cannot be read from the store; using Redis',
      log: link.log,
      signal: end.signal,
    }),
  ];

  return {
    notice: wake.now,
    async close() {
      end.abort();
      wake.now();
      await Promise.all(running);
    },
  };
}

/** Reads from Redis, else from the store. */
function createFetch({ redis, store }: HostLink): (name: string) => Promise<Buffer> {
  return async (name) => {
    const shared = await redis.askForBytes<Buffer | null>('GET', sharedKeys.fileOf(name)).catch(() => null);
    const content = shared ?? (await store.get(storedFile(name)));
    if (content === null) throw new Error(`${name} is neither in Redis nor in the store`);
    return decompress(content);
  };
}

function isSame(current: SnapshotState | null, state: SnapshotState): boolean {
  if (current?.lineage !== state.lineage) return false;
  return current.revision === state.revision && current.base.name === state.base.name;
}
