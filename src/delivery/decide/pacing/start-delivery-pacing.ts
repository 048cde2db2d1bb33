/*
 * Pacing in a delivery process.
 *
 * - `start-delivery-pacing.ts` reads the plan and writes the counts of the process.
 * - `delivery-pacing.ts` applies a plan to the delivery state. `goal-watch.ts` stops a booking at its part of the goal.
 * - `counted-times.ts`, `pending-wins.ts`: requests, wins and events in numbered periods.
 * - `capped-views.ts`: views that other processes and hosts must also count.
 *
 * `worker/pace` makes the plan. See docs/internals/pacing.md.
 */

import type { Logger } from 'pino';
import type { PlannedRotations } from '../../../core/rotation/planned-rotation.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { PacingFolder } from '../../../exchange/plan/pacing-folder.ts';
import { runRetryLoop } from '../../../platform/process/retry-loop.ts';
import { createViewSender, type ViewExchange } from './capped-views.ts';
import { DeliveryPacing } from './delivery-pacing.ts';

/** Interval in milliseconds of checking for a new plan and of expiring pending wins. */
const pollMs = 200;
/** Interval in milliseconds of writing the counts. */
const writeMs = 500;

export type RunningDeliveryPacing = { readonly pacing: DeliveryPacing; close(): Promise<void> };

/**
 * Starts the pacing of a delivery process: follows the plan file and writes its counts every half second until closed.
 */
export async function startDeliveryPacing(options: {
  readonly folder: PacingFolder;
  readonly processId: string;
  readonly processes: number;
  readonly log: Logger;
  readonly now: () => number;
  readonly exchange: ViewExchange | null;
  readonly current: () => Snapshot | null;
  readonly noteStop?: (bookingId: number, stop: number) => void;
  readonly noteRotations?: (rotations: PlannedRotations) => void;
}): Promise<RunningDeliveryPacing> {
  const { folder, processId, processes, log, now, exchange, current, noteStop, noteRotations } = options;
  const end = new AbortController();
  const before = (await folder.counts.read(processId).catch(() => null))?.times ?? [];
  const pacing = new DeliveryPacing({
    processId,
    processes,
    before,
    current,
    ...(exchange === null ? {} : { tell: createViewSender(exchange) }),
    ...(noteStop === undefined ? {} : { noteStop }),
    ...(noteRotations === undefined ? {} : { noteRotations }),
  });
  exchange?.receive((views) => pacing.noteViews(views));
  let followed: string | null = null;

  async function follow(): Promise<void> {
    const mark = await folder.plan.mark();
    const plan = mark === followed ? null : await folder.plan.read();
    if (plan !== null) pacing.follow(plan, now());
    else pacing.settleAll(now());
    followed = mark;
  }

  function write(): Promise<void> {
    return folder.counts.write({ processId, at: Date.now(), times: pacing.cut(now()) });
  }

  const work = [
    runRetryLoop({
      task: follow,
      pauseMs: pollMs,
      failureMessage: 'The pacing plan cannot be read, the previous one remains in use',
      log,
      signal: end.signal,
    }),
    runRetryLoop({
      task: write,
      pauseMs: writeMs,
      failureMessage: 'The pacing counts cannot be written',
      log,
      signal: end.signal,
    }),
  ];

  return {
    pacing,
    close: async () => {
      end.abort();
      await Promise.all(work);
      await write().catch((error: unknown) => log.error({ err: error }, 'The latest pacing counts are lost'));
    },
  };
}
