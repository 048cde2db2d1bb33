import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeliveryEvent } from '../../src/exchange/journal/delivery-event.ts';
import { openSegmentReader } from '../../src/exchange/journal/journal-reader.ts';

/** What the journals hold, those that were archived too. */
export type Journalled = {
  /** Each event that counts once, by its id: when it happened first. */
  readonly counting: ReadonlyMap<string, DeliveryEvent>;
  /** Records that must not count, by their reason; repetitions among them. */
  readonly apart: Readonly<Record<string, number>>;
};

/** Reads all segments below a folder, whatever is torn at their ends. */
export async function readJournals(folder: string): Promise<Journalled> {
  const counting = new Map<string, DeliveryEvent>();
  const apart: Record<string, number> = {};
  const note = (reason: string) => {
    apart[reason] = (apart[reason] ?? 0) + 1;
  };
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.journal')) continue;
    const reader = await openSegmentReader(join(entry.parentPath, entry.name));
    const { events } = await reader.read({ fromOffset: 0, maxBytes: 64 * 1024 * 1024 });
    await reader.close();
    for (const event of events) {
      const before = counting.get(event.eventId);
      if (event.filtered !== null) note(event.filtered);
      else {
        if (before !== undefined) note('duplicate');
        if (before === undefined || event.atMs < before.atMs) counting.set(event.eventId, event);
      }
    }
  }
  return { counting, apart };
}
