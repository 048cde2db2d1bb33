import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SegmentFolder } from '../../exchange/audience/segment-folder.ts';
import {
  type ForgottenViewer,
  noSegments,
  parseSegmentState,
  partsOfState,
  type SegmentChange,
  type SegmentState,
  segmentStateText,
} from '../../exchange/audience/segment-pointer.ts';
import { storedPart, storedSegments } from '../../exchange/audience/stored-names.ts';
import type { PlainStore } from '../../platform/files/plain-store.ts';

/** Access to the segments in force for the worker that holds the lease. */
export type SegmentPublisher = {
  /** All files that it names are in the folder. */
  current(): Promise<SegmentState>;
  /** The files of the change must be in the folder and durable. */
  publish(change: SegmentChange, options?: PublishOptions): Promise<SegmentState>;
};

export type PublishOptions = {
  /** True: files that the change no longer names are deleted immediately. */
  readonly erases?: true;
  /** Viewers whose data delivery processes must remove; omitted: unchanged. */
  readonly forgotten?: readonly ForgottenViewer[];
};

/**
 * @param store shared with other hosts; null: this is the only host. Written first, so that no host is ever ahead of it
 */
export function createSegmentPublisher(folder: SegmentFolder, store: PlainStore | null): SegmentPublisher {
  async function current(): Promise<SegmentState> {
    if (store === null) return (await folder.current()) ?? noSegments;
    const text = await store.get(storedSegments);
    const state = text === null ? noSegments : parseSegmentState(text.toString('utf8'));
    if (state === null) throw new Error('The segment state in the store is damaged');
    const here = await folder.names();
    for (const { name } of partsOfState(state)) {
      if (here.has(name)) continue;
      const content = await store.get(storedPart(name));
      if (content === null) throw new Error(`${name} is missing from the store`);
      await folder.write(name, content);
    }
    return state;
  }
  return {
    current,
    async publish(change, options) {
      const before = await current();
      const { forgotten = before.forgotten ?? [] } = options ?? {};
      const { layers, ownDomains } = change;
      const named = { layers, ownDomains, ...(forgotten.length > 0 && { forgotten }) };
      const state: SegmentState = { ...named, sequence: before.sequence + 1 };
      if (store !== null) {
        const there = new Set(partsOfState(before).map(({ name }) => name));
        for (const { name } of partsOfState(state)) {
          if (!there.has(name)) await store.put(storedPart(name), await readFile(join(folder.path, name)));
        }
        await store.put(storedSegments, Buffer.from(segmentStateText(state)));
      }
      await folder.makeCurrent(state);
      await folder.tidy(state, { atOnce: options?.erases === true });
      if (store !== null) await tidyStore(store, state);
      return state;
    },
  };
}

async function tidyStore(store: PlainStore, state: SegmentState): Promise<void> {
  const kept = new Set([storedSegments, ...partsOfState(state).map(({ name }) => storedPart(name))]);
  for (const name of await store.list('segments')) if (!kept.has(name)) await store.remove(name);
}
