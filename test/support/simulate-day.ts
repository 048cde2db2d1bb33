import { decide } from '../../src/core/decision/decide.ts';
import type { SlotOutcome } from '../../src/core/decision/judge-booking.ts';
import { createCapTable } from '../../src/core/pacing/cap-table.ts';
import { createDeliveryState, followSnapshot, stops } from '../../src/core/pacing/delivery-state.ts';
import { applyChanges } from '../../src/core/snapshot/apply-changes.ts';
import { createSnapshot } from '../../src/core/snapshot/open-snapshot.ts';
import type { BookingRow } from '../../src/core/snapshot/snapshot-rows.ts';
import type { RequestContext } from '../../src/core/targeting/targeting.ts';
import { DecisionLog } from '../../src/delivery/decide/decision-log/decision-log.ts';
import { decisionFolderOf } from '../../src/exchange/decisions/decision-folder.ts';
import { openDecisionWriter } from '../../src/exchange/decisions/decision-writer.ts';
import { newLineage } from '../../src/exchange/snapshot/file-names.ts';
import { batchesOf } from '../../src/exchange/snapshot/row-batch.ts';
import type { SnapshotFolder } from '../../src/exchange/snapshot/snapshot-folder.ts';
import { chanceOf } from './odd-streams.ts';
import { bookingRow, snapshotRows } from './test-delivery.ts';

/** A trace copies the table, so it is a small one, with room for all viewers. */
const capSlots = 2 ** 12;
const dayMs = 24 * 3_600_000;
const hourMs = 3_600_000;

/** By booking id and hour since the epoch: what the traces of the decisions say. */
export type DayOutcomes = ReadonlyMap<number, ReadonlyMap<number, ReadonlyMap<SlotOutcome, number>>>;

export type SimulatedDay = {
  readonly outcomes: DayOutcomes;
  /** Slots that were asked for. */
  readonly slotsAsked: number;
  readonly wonByBooking: ReadonlyMap<number, number>;
};

const values = ['red', 'green', 'blue', 'white', 'black'];
const pages = ['https://a.example/sport/1', 'https://a.example/news/2', 'https://a.example/'];

/** Where a booking is not for one position alone. */
const everywhere = { positionIds: [], locationIds: [], publicationIds: [1], publisherIds: [] };

/** @param ids nine, of bookings that exist */
function rows(ids: readonly number[], startMs: number): BookingRow[] {
  const terms: Parameters<typeof bookingRow>[0][] = [
    { priority: 4, inventory: everywhere },
    { targeting: { key: 'kw', values: ['red', 'blue'] }, priority: 3, inventory: everywhere },
    {
      caps: [
        { scope: 'hour', most: 2 },
        { scope: 'day', most: 5 },
      ],
      priority: 3,
      inventory: everywhere,
    },
    { delivery: { method: 'share_of_voice', basisPoints: 1500 } },
    { dayParts: [{ days: [], fromMinute: 540, toMinute: 1020 }], exclusionLabels: ['cars'], inventory: everywhere },
    { delivery: { method: 'fill' }, inventory: everywhere },
    { targeting: { all: [{ urlParts: ['/sport/'] }, { fact: 'segment', values: ['skiers'] }] } },
    {
      exclusionLabels: ['cars'],
      endMs: startMs + 18 * hourMs + 1234,
      inventory: { positionIds: [], locationIds: [1], publicationIds: [], publisherIds: [] },
    },
    { delivery: { method: 'share', goal: { kind: 'impressions', total: 1_000 } } },
  ];
  return terms.map((term, index) => bookingRow({ ...term, id: ids[index] }, { id: 101 + index }));
}

/**
 * A day of one delivery process: so many requests over 24 hours for one or two positions, with consent and without, of
 * viewers who come again, with edits at some hours and a goal that ends; every decision is kept, and beside it what its trace
 * says of each booking is counted.
 */
export async function simulateDay(options: {
  readonly dataFolder: string;
  readonly snapshotFolder: SnapshotFolder;
  readonly startMs: number;
  readonly requests: number;
  /** Of nine bookings. */
  readonly bookingIds: readonly number[];
}): Promise<SimulatedDay> {
  const { dataFolder, snapshotFolder, startMs, requests, bookingIds } = options;
  const chance = chanceOf(20_261_122);
  const bookings = rows(bookingIds, startMs);
  const lineage = newLineage();
  const all = snapshotRows({ bookings });
  const { file: base } = await snapshotFolder.writeBase({ lineage, revision: 1, builtAtMs: startMs }, batchesOf(all));
  const deltas: Awaited<ReturnType<SnapshotFolder['writeDelta']>>['file'][] = [];
  const snapshot = createSnapshot(1, startMs);
  applyChanges(snapshot, { revision: 1, builtAtMs: startMs, upserted: all, removed: {} });
  const state = createDeliveryState(snapshot, createCapTable(capSlots));
  const writer = await openDecisionWriter({
    folder: decisionFolderOf(dataFolder, 'delivery-0'),
    maxBytes: 2 ** 30,
    onFailure: (error) => {
      throw error;
    },
  });
  let nowMs = startMs;
  const log = new DecisionLog({ writer, processId: 'delivery-0', now: () => nowMs });
  const outcomes = new Map<number, Map<number, Map<SlotOutcome, number>>>();
  const wonByBooking = new Map<number, number>();
  let slotsAsked = 0;

  /** @param place of the booking among the nine */
  async function edit(place: number, change: Partial<BookingRow>): Promise<void> {
    const index = place - 1;
    bookings[index] = { ...(bookings[index] as BookingRow), ...change };
    const revision = snapshot.revision + 1;
    const changes = {
      revision,
      builtAtMs: nowMs,
      upserted: { bookings: [bookings[index] as BookingRow] },
      removed: {},
    };
    const { file } = await snapshotFolder.writeDelta({ lineage, from: snapshot.revision }, changes);
    deltas.push(file);
    applyChanges(snapshot, changes);
    followSnapshot(state, snapshot);
  }

  function stop(booking: number, reason: (typeof stops)[number]): void {
    const bookingId = bookingIds[booking - 1] as number;
    const place = snapshot.bookingById.get(bookingId as never)?.bookingIndex as number;
    state.stopped[place] = stops.indexOf(reason);
    log.noteStop(bookingId, stops.indexOf(reason));
  }

  function note(bookingId: number, outcome: SlotOutcome): void {
    const hour = Math.floor(nowMs / hourMs);
    const ofBooking = outcomes.get(bookingId) ?? new Map<number, Map<SlotOutcome, number>>();
    outcomes.set(bookingId, ofBooking);
    const ofHour = ofBooking.get(hour) ?? new Map<SlotOutcome, number>();
    ofBooking.set(hour, ofHour);
    ofHour.set(outcome, (ofHour.get(outcome) ?? 0) + 1);
  }

  const happenings = new Map<number, () => unknown>([
    [Math.floor(requests * 0.2), () => edit(1, { paused: true })],
    [Math.floor(requests * 0.4), () => edit(1, { paused: false })],
    [Math.floor(requests * 0.5), () => stop(9, 'GOAL_REACHED')],
    [Math.floor(requests * 0.6), () => edit(2, { targeting: { key: 'kw', values: ['green'] } })],
    [Math.floor(requests * 0.7), () => stop(9, 'running')],
    [Math.floor(requests * 0.8), () => edit(5, { lifecycle: 'cancelled' })],
  ]);
  for (let index = 0; index < requests; index += 1) {
    nowMs = startMs + Math.floor((index * dayMs) / requests);
    await happenings.get(index)?.();
    const request = requestOf(chance);
    slotsAsked += request.slots.length;
    const seed = [Math.floor(chance() * 2 ** 32), Math.floor(chance() * 2 ** 32)] as const;
    const id = Buffer.alloc(16);
    id.writeUInt32BE(seed[0], 0);
    id.writeUInt32BE(seed[1], 4);
    const reading = { ofAll: null };
    log.prepare(snapshot, request, state, nowMs);
    // The trace tells of the moment before; it works on the state itself, so that nothing is decided twice.
    const decision = decideExplained({ snapshot, request, nowMs, seed, state, reading });
    log.note(snapshot, request, decision, reading, id);
    for (const [slotIndex, { candidates }] of decision.traces.entries()) {
      const won = decision.winners[slotIndex]?.ad.booking.id ?? null;
      if (won !== null) wonByBooking.set(won, (wonByBooking.get(won) ?? 0) + 1);
      for (const candidate of candidates) {
        note(
          candidate.bookingId,
          candidate.eligible ? (candidate.bookingId === won ? 'WON' : 'LOST') : candidate.reason,
        );
      }
    }
    if (index % 1_000 === 999) await writer.settle();
  }
  await log.close();
  const revision = snapshot.revision;
  await snapshotFolder.makeCurrent({ lineage, revision, base, deltas });
  return { outcomes, slotsAsked, wonByBooking };
}

type Explained = Parameters<typeof decide>[2] & {
  readonly snapshot: Parameters<typeof decide>[0];
  readonly request: Parameters<typeof decide>[1];
};

/** The decision, which moves the state, and the trace of the same, which does not. */
function decideExplained({ snapshot, request, ...circumstances }: Omit<Explained, 'explain'>) {
  const { traces } = decide(snapshot, request, { ...circumstances, explain: true });
  const decision = decide(snapshot, request, { ...circumstances, explain: false });
  return { ...decision, traces };
}

function requestOf(chance: () => number) {
  const slot = (slotName: string) => ({ slotName, parameters: new Map<string, readonly string[]>() });
  const viewer = Math.floor(chance() ** 3 * 600);
  const consent = chance() < 0.7 ? ('granted' as const) : chance() < 0.5 ? ('denied' as const) : undefined;
  const context: RequestContext = {
    consent,
    segments: chance() < 0.3 ? ['skiers', 'others'] : [],
    pageUrl: pages[Math.floor(chance() * pages.length)],
    viewerKey: consent === 'granted' ? `viewer ${viewer}` : undefined,
  };
  const kw = values[Math.floor(chance() * values.length)] as string;
  const names = ['_home_-lb', ...(chance() < 0.3 ? ['_home__2-lb'] : []), ...(chance() < 0.1 ? ['_home_-sky'] : [])];
  return { slots: names.map(slot), parameters: new Map([['kw', [kw]]]), context };
}
