import { join } from 'node:path';
import { imageNameOf } from '../../../exchange/snapshot/image/image-layout.ts';
import { readImageBytes } from '../../../exchange/snapshot/image/image-reader.ts';
import type { SharedImages } from '../../../exchange/snapshot/snapshot-folder.ts';

/**
 * Reads and verifies the image of a base once for all threads. Keeps the latest one for threads that start later.
 * Returns null for an image that cannot be used.
 * @param folder folder of snapshots
 */
export function createSharedImages(folder: string): SharedImages {
  let latest: { readonly base: string; readonly bytes: Promise<SharedArrayBuffer | null> } | null = null;
  return async (base) => {
    if (latest?.base !== base) {
      // Removes the previous image first, so that its memory can be reused.
      latest = null;
      releaseMemory();
      latest = { base, bytes: readImageBytes(join(folder, imageNameOf(base))).catch(() => null) };
    }
    const reading = latest;
    const bytes = await reading.bytes;
    // A file that could not be read may be readable later.
    if (bytes === null && latest === reading) latest = null;
    return bytes;
  };
}

/** V8 does not take shared buffers into account when it decides to collect garbage. */
function releaseMemory(): void {
  globalThis.gc?.();
}
