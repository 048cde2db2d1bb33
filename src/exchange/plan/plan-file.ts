/*
 * Files and figures of pacing and forecasts.
 *
 * - `plan-file.ts`, `pacing-folder.ts`, `latest-plan.ts`: the plan. `count-files.ts`: the counts of delivery
 *   processes.
 * - `traffic.ts`, `traffic-store.ts`, `daily-requests.ts`: learned traffic per position. `learned-rates.ts`: rates per
 *   booking.
 * - `forecast.ts`, `goal-in-events.ts`: requests that are expected, and a goal as a number of events.
 *
 * Written by `worker/pace` and delivery processes, read by both and by `management/insight`.
 */

import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { counterNumber, counters, type EventCounter } from '../../core/pricing/billable-events.ts';
import { replaceFile } from '../../platform/durable/write-durably.ts';

/** What the plan says of one booking with a goal. */
export type PlannedBooking = {
  readonly bookingId: number;
  /** Part of its eligible requests that an `even` or `asap` booking claims, 0 to 1; 1 for the other methods. */
  readonly part: number;
  readonly counter: EventCounter;
  /** Events that are left of the goal, without those that are still expected of slots won; whole, 0 or more. */
  readonly left: number;
  /** Events that one won slot brings, as far as is known; above 0. */
  readonly brings: number;
  /** Part of the requests of its positions that it fits, as far as is known; above 0. */
  readonly fits: number;
  readonly overbooked: boolean;
  /** Part of the requests of its life that are over, as far as is known, 0 to 1; null: it has no end, or nobody asked yet. */
  readonly over: number | null;
};

/** A plan of the pacing: made in one place about every second, followed by all delivery processes. */
export type Plan = {
  /** Rises by one with each plan. */
  readonly number: number;
  /** Epoch ms. */
  readonly plannedAtMs: number;
  /** The delivery processes that lived, by id, and up to which of their times everything is in `left`. */
  readonly processes: readonly { readonly id: string; readonly through: number; readonly fresh: boolean }[];
  readonly bookings: readonly PlannedBooking[];
};

export type PlanFile = {
  write(plan: Plan): Promise<void>;
  /** null: there is none yet, or it is damaged. */
  read(): Promise<Plan | null>;
  /** Changes whenever the file is replaced; null: there is none. Cheap enough to ask every 200 ms. */
  mark(): Promise<string | null>;
};

const columns = 8;
/** Of plans that do not say how many they have: those of an earlier version, which a new one goes on from. */
const firstColumns = 7;

/** The plan as one file: a line of JSON with a checksum, then a row of numbers for each booking, quick to read. */
export function openPlanFile(path: string): PlanFile {
  return {
    async write(plan) {
      const content = encodePlan(plan);
      await replaceFile(path, content).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        await mkdir(dirname(path), { recursive: true });
        await replaceFile(path, content);
      });
    },
    async read() {
      const content = await readFile(path).catch(nullWhenAbsent);
      return content === null ? null : decodePlan(content);
    },
    async mark() {
      const found = await stat(path, { bigint: true }).catch(nullWhenAbsent);
      return found === null ? null : `${found.ino} ${found.mtimeNs} ${found.size}`;
    },
  };
}

export function encodePlan({ bookings, ...header }: Plan): Buffer {
  const rows = new Float64Array(bookings.length * columns);
  for (const [index, { bookingId, part, counter, left, brings, fits, overbooked, over }] of bookings.entries()) {
    const row = [bookingId, part, counterNumber(counter), left, brings, fits, Number(overbooked), over ?? Number.NaN];
    rows.set(row, index * columns);
  }
  const bytes = Buffer.from(rows.buffer);
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...header, columns, checksum: crc32(bytes) })}\n`), bytes]);
}

/** null: damaged. */
export function decodePlan(content: Buffer): Plan | null {
  try {
    const end = content.indexOf('\n');
    const {
      checksum,
      columns: width = firstColumns,
      ...header
    } = JSON.parse(content.toString('utf8', 0, end)) as Omit<Plan, 'bookings'> & {
      readonly checksum: number;
      readonly columns?: number;
    };
    const bytes = content.subarray(end + 1);
    if (crc32(bytes) !== checksum) return null;
    // Copied, because numbers of eight bytes must begin at a multiple of eight.
    const rows = new Float64Array(new Uint8Array(bytes).buffer);
    const bookings = Array.from({ length: rows.length / width }, (_, row) =>
      readRow(rows.subarray(row * width, (row + 1) * width)),
    );
    return { ...header, bookings };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

function readRow(row: Float64Array): PlannedBooking {
  const number = (column: number): number => row[column] as number;
  const over = row[7] ?? Number.NaN;
  return {
    bookingId: number(0),
    part: number(1),
    counter: counters[number(2) - 1] ?? 'impressions',
    left: number(3),
    brings: number(4),
    fits: number(5),
    overbooked: number(6) === 1,
    over: Number.isNaN(over) ? null : over,
  };
}

function nullWhenAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
