import { decide } from '../../../src/core/decision/decide.ts';
import { createCapTable } from '../../../src/core/pacing/cap-table.ts';
import { createDeliveryState, type DeliveryState } from '../../../src/core/pacing/delivery-state.ts';
import { buildSnapshot } from '../../../src/core/snapshot/build-snapshot.ts';
import type { SnapshotRows } from '../../../src/core/snapshot/snapshot-rows.ts';
import { dayMs } from '../../../src/core/time/durations.ts';
import { DecisionLog } from '../../../src/delivery/decide/decision-log/decision-log.ts';
import { decisionFolderOf } from '../../../src/exchange/decisions/decision-folder.ts';
import { openDecisionWriter } from '../../../src/exchange/decisions/decision-writer.ts';
import { chanceOf } from '../attacks/odd-streams.ts';

/** Enough slots for every viewer and cap. */
const capSlots = 2 ** 16;

export type TrafficOptions = {
  readonly rows: SnapshotRows;
  readonly slotNames: readonly string[];
  readonly startMs: number;
  readonly days?: number;
  readonly requests: number;
  readonly seed: number;
  /** Folder of recorded decisions, as of a delivery process. Omitted: they are not recorded. */
  readonly dataFolder?: string;
  /** Applies what a pacing plan would set in the process. */
  readonly prepare?: (state: DeliveryState, snapshot: ReturnType<typeof buildSnapshot>) => void;
};

/** Ads that each booking won at each slot, and the number of requests. */
export type TrafficOutcome = {
  readonly asked: ReadonlyMap<string, number>;
  readonly won: ReadonlyMap<string, ReadonlyMap<number, number>>;
};

/**
 * Simulates the traffic of one delivery process: more by day than by night, for one slot or all, by returning viewers,
 * with colors as keywords, decided by the engine with its state of caps, debts and claims.
 */
export async function runTraffic(options: TrafficOptions): Promise<TrafficOutcome> {
  const { rows, slotNames, startMs, days = 1, requests, dataFolder } = options;
  const chance = chanceOf(options.seed);
  const snapshot = buildSnapshot(rows);
  const state = createDeliveryState(snapshot, createCapTable(capSlots));
  options.prepare?.(state, snapshot);
  let nowMs = startMs;
  const recorder = dataFolder === undefined ? null : await openRecorder(dataFolder, () => nowMs);
  const asked = new Map<string, number>();
  const won = new Map<string, Map<number, number>>(slotNames.map((name) => [name, new Map()]));
  for (let index = 0; index < requests; index += 1) {
    nowMs = startMs + Math.floor((index * days * dayMs) / requests);
    const names = chance() < 0.3 ? slotNames : [slotNames[Math.floor(chance() * slotNames.length)] as string];
    const request = requestOf(names, chance);
    const seed = [Math.floor(chance() * 2 ** 32), Math.floor(chance() * 2 ** 32)] as const;
    const reading = { ofAll: null };
    recorder?.log.prepare(snapshot, request, state, nowMs);
    const decision = decide(snapshot, request, { nowMs, seed, state, reading, explain: false });
    if (recorder !== null) {
      const id = Buffer.alloc(16);
      id.writeUInt32BE(seed[0], 0);
      id.writeUInt32BE(seed[1], 4);
      recorder.log.note(snapshot, request, decision, reading, id);
      if (index % 1_000 === 999) await recorder.writer.settle();
    }
    for (const [nameIndex, name] of names.entries()) {
      asked.set(name, (asked.get(name) ?? 0) + 1);
      const winner = decision.winners[nameIndex]?.ad.booking.id ?? null;
      const ofSlot = won.get(name);
      if (winner !== null) ofSlot?.set(winner, (ofSlot.get(winner) ?? 0) + 1);
    }
  }
  await recorder?.log.close();
  return { asked, won };
}

async function openRecorder(dataFolder: string, now: () => number) {
  const writer = await openDecisionWriter({
    folder: decisionFolderOf(dataFolder, 'delivery-0'),
    maxBytes: 2 ** 30,
    onFailure: (error) => {
      throw error;
    },
  });
  return { writer, log: new DecisionLog({ writer, processId: 'delivery-0', now }) };
}

const colours = ['red', 'red', 'green', 'blue', 'white'];

function requestOf(names: readonly string[], chance: () => number) {
  const viewer = Math.floor(chance() ** 2 * 5_000);
  const consent = chance() < 0.7 ? ('granted' as const) : ('denied' as const);
  const kw = colours[Math.floor(chance() * colours.length)] as string;
  return {
    slots: names.map((slotName) => ({ slotName, parameters: new Map<string, readonly string[]>() })),
    parameters: new Map([['kw', [kw]]]),
    context: { consent, viewerKey: consent === 'granted' ? `viewer ${viewer}` : undefined },
  };
}
