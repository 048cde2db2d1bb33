import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { counters } from '../../core/pricing/billable-events.ts';
import { hourMs } from '../../core/time/durations.ts';
import { replaceFile } from '../../platform/durable/write-durably.ts';

/** Time without a write after which a process is gone or stuck. */
const freshForMs = 5_000;
/** Retention of the file of an ended process. By then the roll-up of the journal includes its counts. */
const keptForMs = hourMs;

/**
 * Counts of one booking in a period: slots won, then events on disk, by counter number. Trailing counters may be
 * missing.
 */
export type BookingCounts = [wins: number, ...events: number[]];

/** Returns zero counts. */
export function noBookingCounts(): BookingCounts {
  return [0, ...counters.map(() => 0)];
}

/** Counts of one delivery process in about half a second, with consecutive numbers. */
export type CountedTime = {
  readonly number: number;
  /** Requested slots by position. */
  readonly requests: readonly (readonly [positionId: number, requests: number])[];
  /** Bookings with a goal or budget. */
  readonly bookings: readonly (readonly [bookingId: number, ...counts: BookingCounts])[];
  /** Events of these bookings that were still expected at its end, from recently won slots. */
  readonly pending: PendingEvents;
  /** Events that the budgets of these bookings still expected at its end; missing: none. */
  readonly pendingOfBudgets?: PendingEvents;
};

/** Expected events of recently won slots by booking. */
export type PendingEvents = readonly (readonly [bookingId: number, events: number])[];

/** Counts of a delivery process, rewritten repeatedly: all periods that no plan has processed yet. */
export type CountFile = {
  readonly processId: string;
  /** Epoch ms according to the clock of the machine. */
  readonly at: number;
  readonly times: readonly CountedTime[];
};

/** One small file per delivery process in a folder. */
export type CountFiles = {
  write(file: CountFile): Promise<void>;
  /** null: missing or damaged. */
  read(processId: string): Promise<CountFile | null>;
  /** Returns all files by process. Removes those of processes that have been gone for an hour. */
  list(): Promise<readonly CountFile[]>;
};

export function openCountFiles(folder: string): CountFiles {
  const pathOf = (processId: string) => join(folder, `${processId}.json`);
  return {
    async write(file) {
      const text = JSON.stringify(file);
      await replaceFile(pathOf(file.processId), text).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        await mkdir(folder, { recursive: true });
        await replaceFile(pathOf(file.processId), text);
      });
    },
    read: (processId) => readCountFile(pathOf(processId)),
    async list() {
      const names = (await readdir(folder).catch(emptyWhenAbsent)).filter((name) => /^[\w-]+\.json$/.test(name)).sort();
      const files: CountFile[] = [];
      for (const name of names) {
        const file = await readCountFile(join(folder, name));
        if (file === null) continue;
        if (Date.now() - file.at > keptForMs) await rm(join(folder, name), { force: true });
        else files.push(file);
      }
      return files;
    },
  };
}

/** Reports whether the process of a file is alive, according to the clock of the machine. */
export function isCountFileFresh({ at }: CountFile): boolean {
  return Math.abs(Date.now() - at) <= freshForMs;
}

async function readCountFile(path: string): Promise<CountFile | null> {
  try {
    const file = JSON.parse(await readFile(path, 'utf8')) as Partial<CountFile> | null;
    const isWhole = typeof file?.processId === 'string' && typeof file.at === 'number' && Array.isArray(file.times);
    return isWhole ? (file as CountFile) : null;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function emptyWhenAbsent(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
