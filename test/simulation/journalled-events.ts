import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeliveryEvent } from '../../src/exchange/journal/delivery-event.ts';
import { openSegmentReader } from '../../src/exchange/journal/journal-reader.ts';

/** Content of the journals, including archived segments. */
export type Journalled = {
  /** Events that count once, by ID, with the time of their first occurrence. */
  readonly counting: ReadonlyMap<string, DeliveryEvent>;
  /** Number of records that must not count, by reason, including repetitions. */
  readonly apart: Readonly<Record<string, number>>;
};

/** Reads all segments below a folder. Tolerates torn records at their ends. */
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
