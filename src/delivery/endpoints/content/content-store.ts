import { randomUUID } from 'node:crypto';
import { contentTtlMs } from '../../../core/vocabulary/limits/delivery-limits.ts';
import type { Entry, FoundVideo, VideoStore } from '../video-cache/video-store.ts';

/** VAST documents of Placard's video ads, available by URL (docs/decisions/0030-content-log.md). */
export type ContentStore = {
  /**
   * Stores a document and returns the UUID of its URL. The document is available when `written` has resolved.
   * @param trackingPath part of every URL in the document, unique to the impression
   */
  keep(vast: string, trackingPath: string): string;
  /** Resolves when all documents so far are available. Rejects with `StoreAwayError`. */
  written(): Promise<void>;
  get(uuid: string): Promise<FoundVideo>;
  close(): Promise<void>;
};

/** Creates a content store in the video cache. If several machines share the cache, they also share these documents. */
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
      // The caller that opened the store closes it.
    },
  };
}

/** Keys of `/content` and `/cache` never collide. */
function keyOf(uuid: string): string {
  return `content:${uuid.toLowerCase()}`;
}
