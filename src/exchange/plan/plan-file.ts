/*
 * Files and metrics of pacing and forecasts.
 *
 * - `plan-file.ts`, `pacing-folder.ts`, `latest-plan.ts`: the plan. `count-files.ts`: the counts of delivery processes.
 * - `traffic.ts`, `traffic-store.ts`, `daily-requests.ts`: learned traffic per position. `learned-rates.ts`: rates per
 *   booking.
 * - `forecast.ts`, `goal-in-events.ts`: expected requests, and a goal as a number of events.
 *
 * Written by `worker/pace` and delivery processes, read by both and by `management/insight`.
 */

import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { counterNumber, counters, type EventCounter } from '../../core/pricing/billable-events.ts';
import {
  type PlannedRotation,
  type PlannedRotations,
  packRotation,
  unpackRotation,
} from '../../core/rotation/planned-rotation.ts';
import { replaceFile } from '../../platform/durable/write-durably.ts';

/** Remaining events of a booking under its own budget and that of its campaign. */
export type PlannedBudget = {
  /** Event that the price pays for; `impressions` for a price per day or booking. */
  readonly counter: EventCounter;
  /** Events that the booking may still deliver, excluding those expected from won slots; integer, 0 or more. */
  readonly left: number;
  /** Events per won slot that the budget expects; above 0. */
  readonly brings: number;
};

/** Plan of one booking with a goal, a share of voice or a budget. */
export type PlannedBooking = {
  readonly bookingId: number;
  /** Part of its eligible requests that an `even` or `asap` booking claims, 0 to 1; 1 for other methods. */
  readonly part: number;
  readonly counter: EventCounter;
  /** Remaining events of the goal, excluding those expected from won slots; integer, 0 or more. */
  readonly left: number;
  /** Learned events per won slot; above 0. */
  readonly brings: number;
  /** Learned part of the requests of its positions for which it is eligible; above 0. */
  readonly fits: number;
  readonly overbooked: boolean;
  /** Elapsed part of the requests of its flight, 0 to 1; null: open end, or no requests yet. */
  readonly over: number | null;
  /** null: no budget. */
  readonly budget: PlannedBudget | null;
};

/** A pacing plan: made by one worker about every second, followed by all delivery processes. */
export type Plan = {
  /** Incremented with each plan. */
  readonly number: number;
  /** Epoch ms. */
  readonly plannedAtMs: number;
  /** The live delivery processes by ID, with the number of the last period included in `left`. */
  readonly processes: readonly { readonly id: string; readonly through: number; readonly fresh: boolean }[];
  readonly bookings: readonly PlannedBooking[];
  /** Weights of bookings with optimized rotation; omitted: none. */
  readonly rotations?: readonly PlannedRotation[];
};

export type PlanFile = {
  write(plan: Plan): Promise<void>;
  /** null: none yet, or damaged. */
  read(): Promise<Plan | null>;
  /** Changes whenever the file is replaced; null: none. Cheap enough to call every 200 ms. */
  mark(): Promise<string | null>;
};

const columns = 11;
/** Number of columns of plans without a column count, written by an earlier version. */
const firstColumns = 7;

/** Opens the plan as one file: a line of JSON with a checksum, then a row of numbers per booking, for fast reading. */
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

export function encodePlan({ bookings, rotations = [], ...header }: Plan): Buffer {
  const rows = new Float64Array(bookings.length * columns);
  for (const [index, booking] of bookings.entries()) {
    const { bookingId, part, counter, left, brings, fits, overbooked, over, budget } = booking;
    const ofGoal = [
      bookingId,
      part,
      counterNumber(counter),
      left,
      brings,
      fits,
      Number(overbooked),
      over ?? Number.NaN,
    ];
    const ofBudget = budget === null ? [] : [counterNumber(budget.counter), budget.left, budget.brings];
    rows.set([...ofGoal, ...ofBudget], index * columns);
  }
  const bytes = Buffer.from(rows.buffer);
  // In the header, because an earlier version that reads the file ignores unknown fields of the header.
  const written = { ...header, columns, rotations: rotations.map(packRotation), checksum: crc32(bytes) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(written)}\n`), bytes]);
}

/** null: damaged. */
export function decodePlan(content: Buffer): Plan | null {
  try {
    const end = content.indexOf('\n');
    const {
      checksum,
      columns: width = firstColumns,
      rotations = [],
      ...header
    } = JSON.parse(content.toString('utf8', 0, end)) as Omit<Plan, 'bookings' | 'rotations'> & {
      readonly rotations?: readonly (readonly number[])[];
      readonly checksum: number;
      readonly columns?: number;
    };
    const bytes = content.subarray(end + 1);
    if (crc32(bytes) !== checksum) return null;
    // Copied, because 8-byte numbers must be aligned.
    const rows = new Float64Array(new Uint8Array(bytes).buffer);
    const bookings = Array.from({ length: rows.length / width }, (_, row) =>
      readRow(rows.subarray(row * width, (row + 1) * width)),
    );
    return { ...header, bookings, ...(rotations.length > 0 && { rotations: rotations.map(unpackRotation) }) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns the rotations of a plan by booking ID. */
export function rotationsOf({ rotations = [] }: Plan): PlannedRotations {
  return new Map(rotations.map((rotation) => [rotation.bookingId, rotation]));
}

function readRow(row: Float64Array): PlannedBooking {
  const number = (column: number): number => row[column] as number;
  const over = row[7] ?? Number.NaN;
  const budgetCounter = counters[(row[8] ?? 0) - 1];
  return {
    bookingId: number(0),
    part: number(1),
    counter: counters[number(2) - 1] ?? 'impressions',
    left: number(3),
    brings: number(4),
    fits: number(5),
    overbooked: number(6) === 1,
    over: Number.isNaN(over) ? null : over,
    budget: budgetCounter === undefined ? null : { counter: budgetCounter, left: number(9), brings: number(10) },
  };
}

function nullWhenAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
