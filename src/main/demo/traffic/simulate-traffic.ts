/*
 * Traffic of the past days in the demo account.
 *
 * - `simulate-traffic.ts`: decides the page views of simulated visitors with the code of the product, and journals their
 *   events. `simulated-pacing.ts`: goals and pacing during the simulation.
 * - `demo-pages.ts`, `page-views.ts`, `visitor-events.ts`, `random.ts`: the visitors.
 * - `traffic-process.ts`: the simulation in a process of its own. `add-demo-traffic.ts` starts it, and moves its files
 *   into the data folder.
 *
 * See docs/decisions/0182-demo-traffic.md.
 */

import { decide } from '../../../core/decision/decide.ts';
import type { Seed } from '../../../core/decision/draw/random.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import { hourMs, minuteMs } from '../../../core/time/durations.ts';
import { DecisionLog } from '../../../delivery/decide/decision-log/decision-log.ts';
import { decisionFolderOf } from '../../../exchange/decisions/decision-folder.ts';
import { openDecisionWriter } from '../../../exchange/decisions/decision-writer.ts';
import type { DeliveryEvent } from '../../../exchange/journal/delivery-event.ts';
import { openJournal } from '../../../exchange/journal/journal-writer.ts';
import type { PastHour, Traffic } from '../../../exchange/plan/traffic.ts';
import type { PacedBooking } from '../../../worker/pace/read-paced-bookings.ts';
import { createPageViews, type PageView } from './page-views.ts';
import { createRandom, type Random } from './random.ts';
import { createSimulatedPacing, type SimulatedPacing } from './simulated-pacing.ts';
import { eventsOf } from './visitor-events.ts';

/** Name of the simulated delivery process in the journal and in recorded decisions. */
export const demoProcess = 'demo';
/** Time between two pacing plans. Events of a step are known to the next one. */
const stepMs = 10 * minuteMs;
const seed = 2_210;

export type TrafficSimulation = {
  readonly snapshot: Snapshot;
  /** Bookings with a goal or a share of voice, see `readPacedBookings`. */
  readonly bookings: readonly PacedBooking[];
  /** Epoch ms, multiples of ten minutes. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Folder for the journal (`journal/demo`) and the recorded decisions (`decisions/demo`). */
  readonly folder: string;
  /** Largest size of the recorded decisions in bytes; 0: none. */
  readonly decisionBytes: number;
};

export type SimulatedTraffic = {
  readonly pageViews: number;
  readonly events: number;
  /** Learned traffic, as pacing stores it. */
  readonly traffic: Traffic;
  readonly pastHours: readonly PastHour[];
};

/** Simulates the traffic of a past period. The same snapshot and period give the same page views. */
export async function simulateTraffic(simulation: TrafficSimulation): Promise<SimulatedTraffic> {
  const { snapshot, fromMs, toMs, folder } = simulation;
  const random = createRandom(seed);
  const pageViews = createPageViews(random);
  const pacing = createSimulatedPacing(simulation.bookings, snapshot);
  const journal = openJournal({ folder: `${folder}/journal/${demoProcess}`, maxSegmentAgeMs: hourMs });
  let clockMs = fromMs;
  const log = await openLog(simulation, () => clockMs);
  let views = 0;
  let events = 0;
  for (let stepStartMs = fromMs; stepStartMs < toMs; stepStartMs += stepMs) {
    await pacing.plan(stepStartMs, stepMs);
    const journalled: DeliveryEvent[] = [];
    for (const view of pageViews(stepStartMs, Math.min(toMs, stepStartMs + stepMs))) {
      clockMs = view.atMs;
      journalled.push(...visit(view, { snapshot, pacing, log, random }).filter(({ atMs }) => atMs < toMs));
      views += 1;
    }
    await Promise.all(journalled.map((event) => journal.append(event)));
    for (const event of journalled) pacing.noteDelivered(event);
    events += journalled.length;
  }
  clockMs = toMs;
  await journal.close();
  await log?.close();
  return { pageViews: views, events, ...pacing.learned() };
}

type Visit = {
  readonly snapshot: Snapshot;
  readonly pacing: SimulatedPacing;
  readonly log: DecisionLog | null;
  readonly random: Random;
};

/** Decides a page view like a delivery process. Returns the events of its ads. */
function visit({ atMs, request, device }: PageView, { snapshot, pacing, log, random }: Visit): DeliveryEvent[] {
  const id = createId(random);
  const state = pacing.stateFor();
  const reading = { ofAll: null };
  log?.prepare(snapshot, request, state, atMs);
  const decided = decide(snapshot, request, {
    nowMs: atMs,
    seed: [id.readUInt32BE(0), id.readUInt32BE(4)] satisfies Seed,
    state,
    reading,
    explain: false,
  });
  log?.note(snapshot, request, decided, reading, id);
  pacing.noteDecision(request, decided);
  const decisionId = id.toString('hex');
  return decided.winners.flatMap((winner, slotIndex) =>
    winner === null ? [] : eventsOf({ winner, decisionId, slotIndex, decidedAtMs: atMs, device }, random),
  );
}

function createId(random: Random): Buffer {
  const id = Buffer.alloc(16);
  for (let offset = 0; offset < id.length; offset += 4) id.writeUInt32BE(Math.floor(random() * 2 ** 32), offset);
  return id;
}

async function openLog({ folder, decisionBytes }: TrafficSimulation, now: () => number): Promise<DecisionLog | null> {
  if (decisionBytes === 0) return null;
  const writer = await openDecisionWriter({
    folder: decisionFolderOf(folder, demoProcess),
    maxBytes: decisionBytes,
    onFailure: (error) => {
      throw error;
    },
  });
  return new DecisionLog({ writer, processId: demoProcess, now });
}
