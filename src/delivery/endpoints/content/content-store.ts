import { randomUUID } from 'node:crypto';
import { contentTtlMs } from '../../../core/vocabulary/limits.ts';
import type { Entry, FoundVideo, VideoStore } from '../video-cache/video-store.ts';

/** Documents of our own video ads that are to be had by their addresses (docs/decisions/0030-content-log.md). */
export type ContentStore = {
  /**
   * Takes a document and answers the uuid of its address, under which it is found when `written` has resolved.
   * @param place what stands in each address of the document, and in no other showing
   */
  keep(vast: string, trackingPath: string): string;
  /** Resolves when all that was taken until now can be found; rejects with `StoreAwayError`. */
  written(): Promise<void>;
  get(uuid: string): Promise<FoundVideo>;
  close(): Promise<void>;
};

/** Documents among those of the cache: where that is shared by machines, they must be too. */
export function createSharedContent(store: VideoStore): ContentStore {
  let taken: Entry[] = [];
  return {
    keep(vast) {
      const uuid = randomUUID();
      taken.push({ key: keyOf(uuid), value: { type: 'xml', text: vast }, ttlMs: contentTtlMs });
      return uuid;
    },
    async written() {
      const entries = taken;
      taken = [];
      if (entries.length > 0) await store.putAll(entries);
    },
    get: (uuid) => store.get(keyOf(uuid)),
    async close() {
      // The store is closed by whoever opened it.
    },
  };
}

/** Keys of `/content` and of `/cache` do not meet. */
function keyOf(uuid: string): string {
  return `content:${uuid.toLowerCase()}`;
}
