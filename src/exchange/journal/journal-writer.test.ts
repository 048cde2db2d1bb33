import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DeliveryEvent } from './delivery-event.ts';
import { encodeRecord, segmentHeaderBytes } from './journal-format.ts';
import { openSegmentReader } from './journal-reader.ts';
import { listSegments } from './journal-segments.ts';
import { JournalUnavailableError, openJournal } from './journal-writer.ts';
import type { SegmentFile } from './writing/segment-file.ts';

let root: string;
let folder: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'placard-journal-'));
  folder = join(root, 'delivery-0');
});
afterEach(() => rm(root, { recursive: true, force: true }));

function event(eventId: string): DeliveryEvent {
  return {
    eventId,
    kind: 'impression',
    filtered: null,
    atMs: 1_795_000_001_000,
    decidedAtMs: 1_795_000_000_000,
    adId: 1,
    bookingId: 2,
    creativeId: 3,
    positionId: 4,
  };
}

async function readAll(path: string) {
  const reader = await openSegmentReader(path);
  const read = await reader.read({ fromOffset: 0, maxBytes: 20_000_000 });
  await reader.close();
  return read;
}

async function idsOnDisk(): Promise<string[]> {
  const ids: string[] = [];
  for (const segment of await listSegments(root)) {
    ids.push(...(await readAll(segment.path)).events.map(({ eventId }) => eventId));
  }
  return ids;
}

describe('journal', () => {
  test('has every acknowledged event on disk, in order', async () => {
    const journal = openJournal({ folder });
    await Promise.all(['a', 'b', 'c'].map((id) => journal.append(event(id))));
    await journal.append(event('d'));
    expect(await idsOnDisk()).toEqual(['a', 'b', 'c', 'd']);
    await journal.close();
  });

  test('syncs once for concurrent events, before any of them is acknowledged', async () => {
    let syncs = 0;
    let acknowledged = 0;
    const acknowledgedAtSync: number[] = [];
    const openFile = async (path: string): Promise<SegmentFile> => {
      const file = await open(path, 'ax');
      return {
        write: (bytes, offset, length) => file.write(bytes, offset, length),
        close: () => file.close(),
        datasync: async () => {
          await file.datasync();
          syncs += 1;
          acknowledgedAtSync.push(acknowledged);
        },
      };
    };
    const journal = openJournal({ folder, openFile });
    await Promise.all(
      Array.from({ length: 500 }, async (_, index) => {
        await journal.append(event(`e${index}`));
        acknowledged += 1;
      }),
    );
    expect(syncs).toBe(1);
    expect(acknowledgedAtSync).toEqual([0]);
    await journal.close();
  });

  test('writes large batches under load, and a single event immediately', async () => {
    let writes = 0;
    const openFile = async (path: string): Promise<SegmentFile> => {
      const file = await open(path, 'ax');
      return {
        write: (bytes, offset, length) => {
          writes += 1;
          return file.write(bytes, offset, length);
        },
        close: () => file.close(),
        // Faster than any disk.
        datasync: () => Promise.resolve(),
      };
    };
    const journal = openJournal({ folder, openFile });
    await journal.append(event('first'));
    const before = writes;
    const acknowledged: Promise<void>[] = [];
    const startedMs = performance.now();
    while (performance.now() - startedMs < 100) {
      for (let index = 0; index < 10; index += 1) acknowledged.push(journal.append(event(`e${acknowledged.length}`)));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(acknowledged);
    const busyMs = performance.now() - startedMs;
    // Each batch has 64 records or starts 2 ms after the previous one, except the first and the last.
    expect(writes - before).toBeLessThanOrEqual(acknowledged.length / 64 + busyMs / 2 + 2);
    await journal.append(event('last'));
    // Without load, each event is a batch.
    for (let round = 0; round < 3; round += 1) {
      const earlier = writes;
      await journal.append(event('single'));
      expect(writes).toBe(earlier + 1);
    }
    expect(await idsOnDisk()).toHaveLength(acknowledged.length + 5);
    await journal.close();
  });

  test('notifies all who wait for a batch exactly once, also if it fails', async () => {
    const { disk, openFile } = fullDisk();
    const journal = openJournal({ folder, openFile });
    const addAll = async () => {
      const outcomes: string[] = [];
      for (const id of ['a', 'b', 'c']) {
        journal.add(event(id), {
          stored: () => outcomes.push(`${id} stored`),
          failed: () => outcomes.push(`${id} failed`),
        });
      }
      await expect.poll(() => outcomes.length).toBeGreaterThanOrEqual(3);
      return outcomes;
    };
    expect(await addAll()).toEqual(['a stored', 'b stored', 'c stored']);
    disk.syncFails = true;
    expect(await addAll()).toEqual(['a failed', 'b failed', 'c failed']);
    // While it pauses, before `add` returns.
    let refusals = 0;
    journal.add(event('d'), { stored: () => undefined, failed: () => (refusals += 1) });
    expect(refusals).toBe(1);
    disk.syncFails = false;
    await journal.close();
  });

  test('starts a new segment with each process, after the newest existing one', async () => {
    for (const id of ['a', 'b', 'c']) {
      const journal = openJournal({ folder });
      await journal.append(event(id));
      await journal.close();
    }
    expect(await readdir(folder)).toEqual(['00000001.journal', '00000002.journal', '00000003.journal']);
    expect(await idsOnDisk()).toEqual(['a', 'b', 'c']);
  });

  test('never appends to a segment that another process has created', async () => {
    const journal = openJournal({ folder, maxSegmentBytes: 1 });
    await journal.append(event('a'));
    await writeFile(join(folder, '00000002.journal'), 'of another process');
    await expect(journal.append(event('b'))).rejects.toThrow(JournalUnavailableError);
    await expect
      .poll(() =>
        journal.append(event('b')).then(
          () => 'kept',
          () => 'refused',
        ),
      )
      .toBe('kept');
    expect(await readFile(join(folder, '00000002.journal'), 'utf8')).toBe('of another process');
    await journal.close();
  });

  test('closes a segment that is large or old', async () => {
    const bySize = openJournal({ folder, maxSegmentBytes: segmentHeaderBytes + encodeRecord(event('a')).length });
    for (const id of ['a', 'b', 'c']) await bySize.append(event(id));
    await bySize.close();
    const byAge = openJournal({ folder, maxSegmentAgeMs: 0 });
    for (const id of ['d', 'e']) await byAge.append(event(id));
    await byAge.close();
    expect((await listSegments(root)).map(({ number, closed }) => [number, closed])).toEqual([
      [1, true],
      [2, true],
      [3, true],
      [4, true],
      [5, false],
    ]);
    expect(await idsOnDisk()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('rejects events after it is closed, and completes pending ones', async () => {
    const journal = openJournal({ folder });
    const underWay = journal.append(event('a'));
    await journal.close();
    await underWay;
    await expect(journal.append(event('b'))).rejects.toThrow(JournalUnavailableError);
    expect(await idsOnDisk()).toEqual(['a']);
  });
});

/** A simulated disk that can be full: writes are short and then fail, or syncs fail. */
function fullDisk() {
  const disk = { full: false, syncFails: false, capacity: 0 };
  const openFile = async (path: string): Promise<SegmentFile> => {
    const file = await open(path, 'ax');
    const write: SegmentFile['write'] = async (buffer, offset, length) => {
      if (!disk.full) return file.write(buffer, offset, length);
      if (disk.capacity === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      const part = Math.min(disk.capacity, length);
      disk.capacity -= part;
      return file.write(buffer, offset, part);
    };
    return {
      write,
      close: () => file.close(),
      datasync: () => (disk.syncFails ? Promise.reject(new Error('input/output error')) : file.datasync()),
    };
  };
  return { disk, openFile };
}

describe('a full disk', () => {
  test.each([0, 1, 30, 200, 290])(
    'rejects events that it cannot store, after %i more bytes, and recovers',
    async (capacity) => {
      const { disk, openFile } = fullDisk();
      const failures: unknown[] = [];
      const journal = openJournal({ folder, openFile, onFailure: (error) => failures.push(error) });
      await journal.append(event('before'));
      Object.assign(disk, { full: true, capacity });
      const refused = await Promise.allSettled(['x', 'y'].map((id) => journal.append(event(id))));
      expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(failures).toHaveLength(1);
      disk.full = false;
      await expect
        .poll(() =>
          journal.append(event('after')).then(
            () => 'kept',
            () => 'refused',
          ),
        )
        .toBe('kept');
      const ids = await idsOnDisk();
      expect(ids).toContain('before');
      expect(ids).toContain('after');
      expect(ids.filter((id) => !['before', 'after', 'x', 'y'].includes(id))).toEqual([]);
      await journal.close();
    },
  );

  test('recovers equally fast when the clock is set back', async () => {
    const { disk, openFile } = fullDisk();
    const journal = openJournal({ folder, openFile });
    Object.assign(disk, { full: true });
    await expect(journal.append(event('x'))).rejects.toThrow();
    disk.full = false;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60 * 60 * 1000 });
    const append = () => journal.append(event('after')).then(Boolean, () => 'refused');
    await expect.poll(append, { timeout: 2_000 }).not.toBe('refused');
    vi.useRealTimers();
    await journal.close();
  });

  test('does not accumulate empty segments', async () => {
    const { disk, openFile } = fullDisk();
    Object.assign(disk, { full: true });
    const journal = openJournal({ folder, openFile });
    for (let round = 0; round < 50; round += 1) await expect(journal.append(event('x'))).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
    await journal.close();
  });

  test('abandons a segment permanently when its sync fails', async () => {
    const { disk, openFile } = fullDisk();
    const journal = openJournal({ folder, openFile });
    await journal.append(event('a'));
    disk.syncFails = true;
    await expect(journal.append(event('b'))).rejects.toThrow(JournalUnavailableError);
    disk.syncFails = false;
    await expect
      .poll(() =>
        journal.append(event('c')).then(
          () => 'kept',
          () => 'refused',
        ),
      )
      .toBe('kept');
    expect((await readAll(join(folder, '00000002.journal'))).events.map(({ eventId }) => eventId)).toEqual(['c']);
    await journal.close();
  });
});

test('prints the number of acknowledged events per second', async () => {
  const journal = openJournal({ folder });
  const events = Array.from({ length: 50_000 }, (_, index) => event(`event-${index}`));
  const startedAt = performance.now();
  const inFlight = 2_000;
  for (let start = 0; start < events.length; start += inFlight) {
    await Promise.all(events.slice(start, start + inFlight).map((one) => journal.append(one)));
  }
  const perSecond = Math.round(events.length / ((performance.now() - startedAt) / 1000));
  console.info(`journal: ${perSecond.toLocaleString('en')} acknowledged events per second, ${inFlight} in flight`);
  expect(await idsOnDisk()).toHaveLength(events.length);
  await journal.close();
});
