import { expect, test } from 'vitest';
import { bookingRow, snapshotRows } from '../../../../test/support/server/test-delivery.ts';
import { decide } from '../../../core/decision/decide.ts';
import { drawSpace } from '../../../core/decision/draw/random.ts';
import { stops } from '../../../core/pacing/delivery-state.ts';
import { counterOf } from '../../../core/pricing/billable-events.ts';
import type { PlannedRotations } from '../../../core/rotation/planned-rotation.ts';
import { buildSnapshot } from '../../../core/snapshot/build-snapshot.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { BookingDelivery } from '../../../core/snapshot/snapshot-rows.ts';
import type { BookingId } from '../../../core/vocabulary/ids.ts';
import type { Plan, PlannedBooking } from '../../../exchange/plan/plan-file.ts';
import type { CappedView } from './capped-views.ts';
import { DeliveryPacing } from './delivery-pacing.ts';

const nowMs = 1_795_000_000_000;
const request = { slots: [{ slotName: '_home_-lb', parameters: new Map() }], parameters: new Map() };

function snapshotOf(delivery: BookingDelivery, revision = 1): Snapshot {
  return buildSnapshot(snapshotRows({ revision, bookings: [bookingRow({ delivery })] }));
}

function planOf(number: number, planned: Partial<PlannedBooking>, processes: Plan['processes'] = [own(0)]): Plan {
  const booking = {
    bookingId: 6,
    part: 0.5,
    counter: 'impressions',
    left: 10,
    brings: 1,
    fits: 1,
    overbooked: false,
    budget: null,
  };
  return { number, plannedAtMs: nowMs, processes, bookings: [{ ...booking, ...planned } as PlannedBooking] };
}

const own = (through: number) => ({ id: 'delivery-0', through, fresh: true });

/** Returns this process as a plan sees it that was made after its start. */
function current(pacing: DeliveryPacing) {
  const times = pacing.cut(nowMs);
  return own(times.at(-1)?.number ?? 0);
}

function setUp(delivery: BookingDelivery, options: Partial<ConstructorParameters<typeof DeliveryPacing>[0]> = {}) {
  const pacing = new DeliveryPacing({ processId: 'delivery-0', processes: 1, ...options });
  const snapshot = snapshotOf(delivery);
  const state = pacing.stateFor(snapshot);
  const [ad] = [...snapshot.bookingById.values()].flatMap((booking) => booking.ads);
  const position = snapshot.positionBySlotName.get('_home_-lb');
  if (ad === undefined || position === undefined) throw new Error('no ad');
  const bookingIndex = snapshot.bookingById.get(6 as BookingId)?.bookingIndex ?? -1;
  const winner = { slotName: '_home_-lb', position, ad };
  return {
    pacing,
    snapshot,
    isStopped: () => stops[pacing.stateFor(snapshot).stopped[bookingIndex] ?? 0],
    acceptance: () => (state.acceptance[bookingIndex] as number) / drawSpace,
    win: (atMs = nowMs) => pacing.noteDecision(snapshot, request, { winners: [winner], nowMs: atMs }),
    show: (decidedAtMs = nowMs) =>
      pacing.noteDelivered({ ...eventOf('impression'), atMs: decidedAtMs + 100, decidedAtMs }),
  };
}

let made = 0;

function eventOf(kind: 'impression' | 'click') {
  made += 1;
  return {
    eventId: `decision-${made}.0.${kind}`,
    counter: counterOf(kind),
    bookingId: 6,
    atMs: nowMs,
    decidedAtMs: nowMs,
  };
}

const goal = { kind: 'impressions', total: 4 } as const;

test('without a plan a goal ends by the events of this process, and won slots count until they expire', () => {
  const { win, show, isStopped, pacing } = setUp({ method: 'share', goal });
  for (let n = 0; n < 3; n += 1) {
    win();
    show();
  }
  expect(isStopped()).toBe('running');
  win();
  expect(isStopped()).toBe('GOAL_REACHED');
  pacing.settleAll(nowMs + 4_000);
  expect(isStopped()).toBe('GOAL_REACHED');
  // No event arrived within 5 seconds, so another impression is allowed.
  pacing.settleAll(nowMs + 6_000);
  expect(isStopped()).toBe('running');
  win(nowMs + 6_000);
  show(nowMs + 6_000);
  expect(isStopped()).toBe('GOAL_REACHED');
});

test('a plan defines the remaining events and the claims, and later events are deducted', () => {
  const { pacing, isStopped, acceptance, win, show } = setUp({ method: 'even', goal: { ...goal, total: 100 } });
  expect(acceptance()).toBe(0);
  win();
  show();
  const [first] = pacing.cut(nowMs + 500);
  pacing.follow(planOf(1, { left: 3 }, [own(first?.number ?? 0)]), nowMs + 1_000);
  expect(acceptance()).toBe(0.5);
  for (let n = 0; n < 2; n += 1) {
    win(nowMs + 1_000);
    show(nowMs + 1_000);
  }
  expect(isStopped()).toBe('running');
  pacing.cut(nowMs + 1_500);
  // A plan that has not included the second period: two of its three events are used.
  pacing.follow(planOf(2, { left: 3 }, [own(first?.number ?? 0)]), nowMs + 2_000);
  win(nowMs + 2_000);
  expect(isStopped()).toBe('GOAL_REACHED');
});

test('counts of an earlier process of the same name are preserved', () => {
  const earlier = setUp({ method: 'share', goal });
  earlier.win();
  earlier.show();
  const before = earlier.pacing.cut(nowMs);
  const later = setUp({ method: 'share', goal }, { before });
  later.pacing.follow(planOf(1, { left: 2 }), nowMs);
  expect(later.isStopped()).toBe('running');
  later.win();
  expect(later.isStopped()).toBe('GOAL_REACHED');
  // The numbers continue, so that a plan never takes new counts for old ones.
  const numbers = later.pacing.cut(nowMs).map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
});

test('processes divide the remaining events to the unit, rotating the remainder, and a stopped process gets none', () => {
  const processes = ['delivery-0', 'delivery-1', 'delivery-2'].map((id) => ({ id, through: 0, fresh: true }));
  const shares = (number: number) =>
    processes.map(({ id }) => {
      const { pacing, win, show, isStopped } = setUp({ method: 'share', goal }, { processId: id });
      pacing.follow(planOf(number, { left: 4 }, processes), nowMs);
      let shown = 0;
      while (isStopped() === 'running' && shown < 9) {
        win();
        show();
        shown += 1;
      }
      return shown;
    });
  expect([shares(1), shares(2), shares(3)].map((each) => each.toSorted())).toEqual(Array(3).fill([1, 1, 2]));
  expect(new Set([shares(1), shares(2), shares(3)].map((each) => each.indexOf(2))).size).toBe(3);
  const { pacing, isStopped } = setUp({ method: 'share', goal }, { processId: 'delivery-9' });
  pacing.follow(planOf(1, { left: 4 }, processes), nowMs);
  expect(isStopped()).toBe('GOAL_REACHED');
});

test('a budget goal ends by spend, and a click goal by clicks', () => {
  const budget = setUp({ method: 'share', goal: { kind: 'spend', total: 1_000_000 } });
  budget.pacing.follow(planOf(1, { left: 1 }, [current(budget.pacing)]), nowMs);
  budget.win();
  expect(budget.isStopped()).toBe('BUDGET_SPENT');
  const clicks = setUp({ method: 'asap', goal: { kind: 'clicks', total: 1 } });
  clicks.pacing.follow(planOf(1, { left: 1, counter: 'clicks', brings: 0.01 }), nowMs);
  for (let n = 0; n < 20; n += 1) {
    clicks.win();
    clicks.show();
  }
  expect(clicks.isStopped()).toBe('running');
  clicks.pacing.noteDelivered(eventOf('click'));
  expect(clicks.isStopped()).toBe('GOAL_REACHED');
});

const limited = { method: 'share', hasBudget: true } as const;
const budgetOf = (left: number) => ({ part: 1, budget: { counter: 'impressions', left, brings: 1 } }) as const;

test('a booking with a budget receives requests only from a plan that was made after the process started', () => {
  const { pacing, acceptance, isStopped } = setUp(limited);
  expect(acceptance()).toBe(0);
  // The plan of an earlier process of the same name does not include the events that it counted last.
  pacing.follow(planOf(1, budgetOf(10)), nowMs);
  expect(isStopped()).toBe('BUDGET_SPENT');
  pacing.follow(planOf(2, budgetOf(10), [current(pacing)]), nowMs);
  expect([isStopped(), acceptance()]).toEqual(['running', 1]);
});

test('a budget counts every slot won since the plan, even if its event does not arrive', () => {
  const { pacing, win, isStopped } = setUp(limited);
  pacing.follow(planOf(1, budgetOf(3), [current(pacing)]), nowMs);
  for (let n = 0; n < 3; n += 1) win();
  expect(isStopped()).toBe('BUDGET_SPENT');
  // Pending events expire after 5 seconds. Their impressions may still arrive, perhaps at another process.
  pacing.settleAll(nowMs + 60_000);
  expect(isStopped()).toBe('BUDGET_SPENT');
  const [time] = pacing.cut(nowMs + 60_000);
  pacing.follow(planOf(2, budgetOf(2), [own(time?.number ?? 0)]), nowMs + 60_000);
  expect(isStopped()).toBe('running');
});

test('the pending events of a budget are reported to the plan and stay part of the allowance', () => {
  const { pacing, win, show, isStopped } = setUp({ ...limited, goal });
  pacing.follow(planOf(1, { ...budgetOf(5), left: 4 }, [current(pacing)]), nowMs);
  win();
  win();
  const time = pacing.cut(nowMs).at(-1);
  expect(time).toMatchObject({ pending: [[6, 2]], pendingOfBudgets: [[6, 2]] });
  pacing.follow(planOf(2, { ...budgetOf(1), left: 2 }, [own(time?.number ?? 0)]), nowMs);
  show();
  show();
  expect(isStopped()).toBe('running');
  win();
  expect(isStopped()).toBe('BUDGET_SPENT');
});

test('of a goal and a budget, the one that is reached first stops the booking', () => {
  const { pacing, win, show, isStopped } = setUp({ ...limited, goal });
  pacing.follow(planOf(1, { ...budgetOf(50), left: 2 }, [current(pacing)]), nowMs);
  win();
  show();
  expect(isStopped()).toBe('running');
  win();
  show();
  expect(isStopped()).toBe('GOAL_REACHED');
});

test('requests are counted by position for all winners, and periods without a plan are merged', () => {
  const { pacing, snapshot, win } = setUp({ method: 'share' });
  win();
  pacing.noteDecision(snapshot, request, { winners: [null], nowMs });
  for (let n = 0; n < 30; n += 1) pacing.cut(nowMs);
  const times = pacing.cut(nowMs);
  expect(times.length).toBeLessThan(10);
  expect(times.flatMap(({ requests }) => requests)).toEqual([[10, 2]]);
});

test('a repeated event is counted once', () => {
  const { pacing, isStopped } = setUp({ method: 'share', goal: { ...goal, total: 2 } });
  const event = eventOf('impression');
  for (let n = 0; n < 5; n += 1) pacing.noteDelivered(event);
  expect(isStopped()).toBe('running');
  pacing.noteDelivered(eventOf('impression'));
  expect(isStopped()).toBe('GOAL_REACHED');
});

test('a process without decisions counts the views of others, and events', async () => {
  const snapshot = buildSnapshot(snapshotRows({ bookings: [bookingRow({ caps: [{ scope: 'life', most: 1 }] })] }));
  const told: CappedView[] = [];
  const parameters = new Map([
    ['tl', ['all']],
    ['ui', ['anna']],
  ]);
  const asked = { ...request, parameters, context: { consent: 'granted', viewerKey: 'ui:anna' } } as const;
  const first = new DeliveryPacing({ processId: 'delivery-0', processes: 2, tell: (view) => told.push(view) });
  const second = new DeliveryPacing({ processId: 'delivery-1', processes: 2, current: () => snapshot });
  const decideIn = (pacing: DeliveryPacing) => {
    const state = pacing.stateFor(snapshot);
    const decision = decide(snapshot, asked, { nowMs, seed: [1, 2], state, explain: false });
    pacing.noteDecision(snapshot, asked, decision);
    return decision.winners.filter((winner) => winner !== null).length;
  };
  expect(decideIn(first)).toBe(1);
  expect(told.length).toBe(1);
  second.noteViews(told);
  expect(decideIn(second)).toBe(0);

  // Views before the erasure of a viewer are ignored, also if they are received later.
  const [, , low, high] = told[0] as CappedView;
  const erased = [{ low, high, atMs: nowMs }];
  await second.forget(erased);
  second.noteViews(told);
  expect(decideIn(second)).toBe(1);
  await second.forget(erased);
  expect(decideIn(second)).toBe(0);

  const withGoal = snapshotOf({ method: 'share', goal: { ...goal, total: 2 } });
  const third = new DeliveryPacing({ processId: 'delivery-2', processes: 2, current: () => withGoal });
  third.noteDelivered(eventOf('impression'));
  const bookingIndex = withGoal.bookingById.get(6 as BookingId)?.bookingIndex ?? -1;
  expect(stops[third.stateFor(withGoal).stopped[bookingIndex] ?? 0]).toBe('GOAL_REACHED');
});

test('the weights of a plan are in the state, survive a new snapshot, and end with the plan that omits them', () => {
  const noted: PlannedRotations[] = [];
  const { pacing, snapshot } = setUp({ method: 'share' }, { noteRotations: (rotations) => void noted.push(rotations) });
  const rotation = { bookingId: 6, planNumber: 3, weights: new Map([[61, 9_000]]) };
  const withRotation = (number: number): Plan => ({ ...planOf(number, {}), rotations: [rotation] });
  pacing.follow(withRotation(3), nowMs);
  const state = pacing.stateFor(snapshot);
  expect([...state.rotations.values()]).toEqual([rotation]);
  const { rotations } = state;
  pacing.follow(withRotation(4), nowMs);
  expect(pacing.stateFor(snapshot).rotations).toBe(rotations);
  expect(pacing.stateFor(snapshotOf({ method: 'share' }, 2)).rotations).toBe(rotations);
  pacing.follow(planOf(5, {}), nowMs);
  expect(pacing.stateFor(snapshot).rotations.size).toBe(0);
  expect(noted.map(({ size }) => size)).toEqual([1, 0]);
});
