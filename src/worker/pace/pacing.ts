/*
 * Pacing: about every second a plan of the remaining goals, budgets and claims of bookings, under the lease `pacing`.
 *
 * - `pacing.ts`: the loop next to the roll-up. `plan-steps.ts`: a sequence of plans that learns from the counts.
 * - `read-paced-bookings.ts`, `read-spend.ts`, `seen-counts.ts`: the inputs from the database and the delivery processes.
 * - `make-plan.ts`: one plan. `plan-budgets.ts`, `days-ahead.ts`: the parts of budgets in it.
 *
 * See docs/internals/pacing.md.
 */

import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { EventCounts } from '../../core/pricing/billable-events.ts';
import type { CountFile } from '../../exchange/plan/count-files.ts';
import type { PacingFolder } from '../../exchange/plan/pacing-folder.ts';
import type { PastHour, Traffic } from '../../exchange/plan/traffic.ts';
import { loadTraffic, savePastHours, saveTraffic } from '../../exchange/plan/traffic-store.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Lease } from '../../platform/lease/lease.ts';
import { createPlanSteps } from './plan-steps.ts';
import { type PacedBooking, readPacedBookings } from './read-paced-bookings.ts';
import { readSpend } from './read-spend.ts';
import { createRotationPlanner } from './rotation/rotation-planner.ts';

const planPauseMs = 1_000;
/** Maximum part of the time spent on planning. With very many bookings plans are made less often. */
const busiest = 0.2;
const savePauseMs = 10_000;
/** Interval at which bookings are read without a new revision, because some end. */
const readPauseMs = 60_000;
/** Number of pauses after which counts of a silent period are not used as typical. */
const longestPauses = 10;

/** Pacing next to the roll-up: reads the counts before the journals are rolled up, and plans afterwards. */
export type Pacing = {
  /** Call before a roll-up. Everything on disk by then will be in its sums. */
  before(): Promise<void>;
  /** After it. */
  after(): Promise<void>;
  close(): Promise<void>;
};

export type PacingOptions = {
  readonly database: Kysely<Database>;
  readonly folder: PacingFolder;
  /** One worker plans at a time. */
  readonly lease: Lease;
  readonly log: Logger;
  readonly now?: () => number;
  /** Time between two plans in ms; default: 1 second. */
  readonly pauseMs?: number;
};

/**
 * Creates the pacing plan about every second. If it fails, for example because the database is unavailable, it is
 * retried later, and delivery continues with the last plan. Source: docs/decisions/0014-pacing-loop.md.
 */
export function createPacing(options: PacingOptions): Pacing {
  const { log, pauseMs = planPauseMs, now = Date.now } = options;
  let planner: Planner | null = null;
  let files: readonly CountFile[] | null = null;
  let planned = { atMs: Number.NEGATIVE_INFINITY, dueMs: 0 };
  let hasFailed = false;

  /** The absolute difference prevents a long wait after the clock was set back. */
  function isDue(): boolean {
    return Math.abs(now() - planned.atMs) >= planned.dueMs;
  }

  async function plan(seen: readonly CountFile[]): Promise<void> {
    const atMs = now();
    const startedAtMs = performance.now();
    planner ??= await createPlanner(options);
    await planner.plan(seen);
    planned = { atMs, dueMs: Math.max(pauseMs, (performance.now() - startedAtMs) / busiest) };
  }

  async function attempt(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      // Errors must not stop the roll-up. Logged once per outage.
      if (!hasFailed) log.error({ err: error }, 'Pacing plan failed; delivery continues with the last one');
      hasFailed = true;
    }
  }

  return {
    before: () =>
      attempt(async () => {
        files = null;
        if (!isDue()) return;
        // After another worker held the lease, its plan must be read again.
        if (await options.lease.take()) files = await options.folder.counts.list();
        else planner = null;
      }),
    async after() {
      const seen = files;
      files = null;
      if (seen === null) return;
      await attempt(async () => {
        await plan(seen);
        hasFailed = false;
      });
    },
    close: () =>
      attempt(async () => {
        await planner?.save();
        await options.lease.close();
      }),
  };
}

type Planner = { plan(files: readonly CountFile[]): Promise<void>; save(): Promise<void> };

async function createPlanner({
  database,
  folder,
  now = Date.now,
  pauseMs = planPauseMs,
}: PacingOptions): Promise<Planner> {
  const last = await folder.plan.read();
  const steps = createPlanSteps(await loadTraffic(database), last);
  const source = createBookingSource(database);
  const rotationPlanner = createRotationPlanner(database);
  let seenAtMs = last?.plannedAtMs ?? now();
  let savedAtMs = performance.now();
  let past: PastHour[] = [];

  async function save(): Promise<void> {
    await saveTraffic(database, steps.traffic);
    const saving = past;
    await savePastHours(database, saving, now());
    past = past.slice(saving.length);
  }

  return {
    async plan(files) {
      const nowMs = now();
      const elapsedMs = nowMs - seenAtMs;
      const { bookings, revision } = await source(nowMs);
      const [delivered, spend] = await Promise.all([readDelivered(database, bookings), readSpend(database, bookings)]);
      await loadUnknownTraffic(database, steps.traffic, files);
      seenAtMs = nowMs;
      const isUsual = elapsedMs > 0 && elapsedMs <= longestPauses * pauseMs;
      const step = await steps.next({
        files,
        bookings,
        delivered,
        spend,
        nowMs,
        elapsedMs: isUsual ? elapsedMs : null,
      });
      past.push(...step.past);
      const rotations = await rotationPlanner.next({ planNumber: step.plan.number, revision, nowMs });
      await folder.plan.write({ ...step.plan, rotations });
      if (performance.now() - savedAtMs < savePauseMs) return;
      await save();
      savedAtMs = performance.now();
    },
    save,
  };
}

/** Loads what is stored of positions that are not known yet, for example after the demo traffic was added. */
async function loadUnknownTraffic(
  database: Kysely<Database>,
  traffic: Traffic,
  files: readonly CountFile[],
): Promise<void> {
  const asked = files.flatMap(({ times }) => times.flatMap(({ requests }) => requests.map(([id]) => id)));
  const unknown = [...new Set(asked)].filter((id) => !traffic.has(id));
  if (unknown.length === 0) return;
  for (const [id, stored] of await loadTraffic(database, unknown)) traffic.set(id, stored);
}

/** Returns a cache of the bookings that reads them only when they may have changed. */
function createBookingSource(database: Kysely<Database>) {
  let bookings: readonly PacedBooking[] = [];
  let revision = -1;
  let readAtMs = Number.NEGATIVE_INFINITY;
  return async (nowMs: number): Promise<{ readonly bookings: readonly PacedBooking[]; readonly revision: number }> => {
    const current = await database
      .selectFrom('currentRevision')
      .select('currentRevision.revision')
      .executeTakeFirstOrThrow();
    if (current.revision !== revision || performance.now() - readAtMs > readPauseMs) {
      bookings = await readPacedBookings(database, nowMs);
      revision = current.revision;
      readAtMs = performance.now();
    }
    return { bookings, revision };
  };
}

async function readDelivered(
  database: Kysely<Database>,
  bookings: readonly PacedBooking[],
): Promise<ReadonlyMap<number, EventCounts>> {
  if (bookings.length === 0) return new Map();
  const rows = await database
    .selectFrom('bookingTotal')
    .selectAll('bookingTotal')
    .where('bookingTotal.bookingId', '=', (eb) => eb.fn.any(eb.val(bookings.map(({ bookingId }) => bookingId))))
    .execute();
  return new Map(rows.map((row) => [row.bookingId, row]));
}
