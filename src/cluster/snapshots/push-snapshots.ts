import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { hourMs } from '../../core/time/durations.ts';
import type { SnapshotState } from '../../exchange/snapshot/file-names.ts';
import type { SnapshotFolder } from '../../exchange/snapshot/snapshot-folder.ts';
import { runRetryLoop } from '../../platform/process/retry-loop.ts';
import { createWake } from '../../platform/process/wake.ts';
import type { HostLink } from '../host-link.ts';
import { sharedKeys } from '../shared-keys.ts';
import { encodeSharedPointer, type SharedPointer } from './snapshot-pointer.ts';

const pollMs = 200;
/** Interval at which Redis and the store are checked for lost data. */
const checkMs = 2_000;
/** Larger files are only in the store. */
const maxRedisBytes = 512 * 1024;
const redisTtlMs = hourMs;
const maxNotices = 100;
const compress = promisify(gzip);

/** Paths of the pointer and the files of a snapshot in the store. */
export const storedPointer = 'snapshots/current.json';
export const storedFile = (name: string): string => `snapshots/${name}.gz`;

export type SnapshotPush = { close(): Promise<void> };

/**
 * Distributes published files to all hosts in two independent ways: small files and the notice through Redis, all files
 * through the store. Source: docs/decisions/0090-hosts.md.
 */
export function startSnapshotPush(options: {
  readonly link: HostLink;
  readonly folder: SnapshotFolder;
  /** Term of the publisher lease; null: another worker publishes. */
  readonly term: () => number | null;
  /** Secret from which the mark of the deployment is derived. */
  readonly secret: string;
}): SnapshotPush {
  const { link, folder } = options;
  const end = new AbortController();
  const ways = [byRedis(link, folder), byStore(link, folder)].map(({ failureMessage, push }) => ({
    wake: createWake(),
    failureMessage,
    push: onlyNews(push),
  }));
  const unwatch = folder.watch(() => {
    for (const { wake } of ways) wake.now();
  });
  const running = ways.map(({ wake, failureMessage, push }) =>
    runRetryLoop({
      task: () => pushCurrent(push),
      pauseMs: pollMs,
      failureMessage,
      wake,
      log: link.log,
      signal: end.signal,
    }),
  );

  async function pushCurrent(push: Push): Promise<void> {
    const term = options.term();
    const state = await folder.current();
    if (term === null || state === null) return;
    await push({ term, secret: options.secret, state });
  }

  return {
    async close() {
      end.abort();
      unwatch();
      for (const { wake } of ways) wake.now();
      await Promise.all(running);
    },
  };
}

type Push = (pointer: SharedPointer) => Promise<void>;

/** Repeats an unchanged push only at intervals. */
function onlyNews(push: Push): Push {
  let pushed = { text: '', atMs: 0 };
  return async (pointer) => {
    const text = encodeSharedPointer(pointer);
    if (text === pushed.text && performance.now() - pushed.atMs < checkMs) return;
    await push(pointer);
    pushed = { text, atMs: performance.now() };
  };
}

function byRedis(
  { redis }: HostLink,
  folder: SnapshotFolder,
): { readonly failureMessage: string; readonly push: Push } {
  let sent = new Set<string>();
  return {
    failureMessage: 'Snapshot cannot be announced in Redis; hosts find it in the store',
    async push(pointer) {
      const text = encodeSharedPointer(pointer);
      const there = await redis.ask<string | null>('GET', sharedKeys.pointer);
      if (there === text) return;
      if (there === null) sent = new Set();
      const names = filesOf(pointer.state);
      for (const name of names.filter((file) => !sent.has(file))) {
        const content = await compress(await folder.contentOf(name), { level: 1 });
        if (content.length > maxRedisBytes) continue;
        await redis.ask('SET', sharedKeys.fileOf(name), content, 'PX', String(redisTtlMs));
      }
      sent = new Set(names);
      await redis.ask('SET', sharedKeys.pointer, text);
      await redis.ask('XADD', sharedKeys.notices, 'MAXLEN', '~', String(maxNotices), '*', 'of', 'snapshot');
    },
  };
}

function byStore(
  { store }: HostLink,
  folder: SnapshotFolder,
): { readonly failureMessage: string; readonly push: Push } {
  let known: Set<string> | null = null;
  let written: Buffer | null = null;
  let base = '';
  return {
    failureMessage:
      'Snapshot cannot be stored; running hosts receive it through Redis, new hosts cannot start without it',
    async push(pointer) {
      const text = Buffer.from(encodeSharedPointer(pointer));
      const found = await store.get(storedPointer);
      if (found?.equals(text) === true) return;
      // Another host has written to the store, or data was lost.
      if (written === null || found?.equals(written) !== true) known = null;
      known ??= new Set(await store.list('snapshots'));
      const there = known;
      for (const name of filesOf(pointer.state).filter((file) => !there.has(storedFile(file)))) {
        await store.put(storedFile(name), await compress(await folder.contentOf(name)));
        there.add(storedFile(name));
      }
      await store.put(storedPointer, text);
      written = text;
      if (base === pointer.state.base.name) return;
      base = pointer.state.base.name;
      // Removes files that are no longer in the folder.
      const kept = new Set([...(await folder.names())].map(storedFile)).add(storedPointer);
      for (const name of [...there].filter((file) => !kept.has(file))) {
        await store.remove(name);
        there.delete(name);
      }
    },
  };
}

/** A new host needs the base and later deltas. Older deltas are for hosts that already have the previous base. */
function filesOf({ base, deltas }: SnapshotState): string[] {
  return [base.name, ...deltas.filter((delta) => delta.revision > base.revision).map((delta) => delta.name)];
}
