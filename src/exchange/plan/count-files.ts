import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { counters } from '../../core/pricing/billable-events.ts';
import { hourMs } from '../../core/time/durations.ts';
import { replaceFile } from '../../platform/durable/write-durably.ts';

/** A process that has not written for so long is gone or stuck. */
const freshForMs = 5_000;
/** A file of a process that has been gone for so long says nothing that the journal does not. */
const keptForMs = hourMs;

/** Of one booking in a time: slots won, then events on disk, each counter at its number. A counter may be missing at the end. */
export type BookingCounts = [wins: number, ...events: number[]];

/** Before anything is counted. */
export function noBookingCounts(): BookingCounts {
  return [0, ...counters.map(() => 0)];
}

/** What one delivery process has counted in about half a second; number after number, each above the one before. */
export type CountedTime = {
  readonly number: number;
  /** Requested slots by position. */
  readonly requests: readonly (readonly [positionId: number, requests: number])[];
  /** Of the bookings that have a goal. */
  readonly bookings: readonly (readonly [bookingId: number, ...counts: BookingCounts])[];
  /** Events of those bookings that were still expected of slots won shortly before its end. */
  readonly pending: readonly (readonly [bookingId: number, events: number])[];
};

/** What a delivery process says of itself, again and again: every time that no plan has seen yet. */
export type CountFile = {
  readonly processId: string;
  /** Epoch ms, by the clock of the machine. */
  readonly at: number;
  readonly times: readonly CountedTime[];
};

/** One small file per delivery process below a folder. */
export type CountFiles = {
  write(file: CountFile): Promise<void>;
  /** null: there is none, or it is damaged. */
  read(processId: string): Promise<CountFile | null>;
  /** All files, by process; those of processes that have been gone for an hour are removed. */
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

/** True for the file of a process that lives, by the clock of the machine. */
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
