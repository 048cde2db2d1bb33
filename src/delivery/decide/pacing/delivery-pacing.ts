import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AdRequest } from '../../../core/decision/ad-request.ts';
import type { Decision, Winner } from '../../../core/decision/decision.ts';
import { drawSpace } from '../../../core/decision/draw/random.ts';
import { removeSubjects, type SubjectKey } from '../../../core/pacing/cap-table.ts';
import {
  awaitsPlan,
  createDeliveryState,
  type DeliveryState,
  followSnapshot,
  moveToSnapshot,
  stops,
} from '../../../core/pacing/delivery-state.ts';
import { countedSubjects, noteShown, viewerOfContext } from '../../../core/pacing/frequency-cap.ts';
import { counterNumber, type EventCounter } from '../../../core/pricing/billable-events.ts';
import { isSameRotation, noRotations, type PlannedRotations } from '../../../core/rotation/planned-rotation.ts';
import type { HeldBooking, Snapshot } from '../../../core/snapshot/snapshot.ts';
import { type CapSubject, capSubjects } from '../../../core/vocabulary/cap-subjects.ts';
import type { BookingId, PositionId } from '../../../core/vocabulary/ids.ts';
import type { ForgottenViewer } from '../../../exchange/audience/segment-pointer.ts';
import type { DeliveryEvent } from '../../../exchange/journal/delivery-event.ts';
import type { CountedTime } from '../../../exchange/plan/count-files.ts';
import { type Plan, rotationsOf } from '../../../exchange/plan/plan-file.ts';
import { createRecentMap } from '../../recent-map.ts';
import type { CappedView } from './capped-views.ts';
import { bookingCounts, type CountedTimes, createCountedTimes } from './counted-times.ts';
import {
  addUnseen,
  countWin,
  createGoalWatch,
  followPlan,
  type GoalWatch,
  isHardLimit,
  isLimited,
  isSpent,
  limitsOf,
  noteEvent,
  noteWin,
  type OwnPart,
  ownPartOf,
  pendingEvents,
} from './goal-watch.ts';

const running = stops.indexOf('running');
const goalReached = stops.indexOf('GOAL_REACHED');
const budgetSpent = stops.indexOf('BUDGET_SPENT');

/** Events of bookings with a goal whose duplicates are detected, about 100 bytes each. */
const rememberedEvents = 50_000;
/** Slots of the cap table that are checked between two requests: well below one millisecond. */
const slotsAtOnce = 16_384;

export type DeliveryPacingOptions = {
  readonly processId: string;
  /** Number of configured delivery processes. It limits a process until a plan arrives. */
  readonly processes: number;
  /** Counts of an earlier process of the same name that no plan has included. */
  readonly before?: readonly CountedTime[];
  /** Returns the current snapshot. Events and views of other processes may arrive before its first decision. */
  readonly current?: () => Snapshot | null;
  /** Sends a view of a booking with caps to the other processes. */
  readonly tell?: (view: CappedView) => void;
  /** Called for each check of a booking with a goal, with its index in `stops`. */
  readonly noteStop?: (bookingId: number, stop: number) => void;
  /** Called when the weights of bookings with optimized rotation change. */
  readonly noteRotations?: (rotations: PlannedRotations) => void;
};

/** Event as stored in the journal. */
export type DeliveredEvent = Pick<DeliveryEvent, 'eventId' | 'bookingId' | 'atMs' | 'decidedAtMs'> & {
  readonly counter: EventCounter;
};

/**
 * Delivery state of one process, which is the input of decisions in addition to the snapshot, and is updated by their
 * results. It spans snapshots. It follows the pacing plan and, between two plans, the events of this process, so that a
 * goal ends even if no other process is reachable. Source: docs/decisions/0014-pacing-loop.md.
 */
export class DeliveryPacing {
  readonly #processId: string;
  readonly #processes: number;
  readonly #times: CountedTimes;
  readonly #current: () => Snapshot | null;
  readonly #tell: ((view: CappedView) => void) | null;
  readonly #noteStop: (bookingId: number, stop: number) => void;
  readonly #noteRotations: (rotations: PlannedRotations) => void;
  /** Watches of the limits of each booking, at least one. */
  readonly #watches = new Map<number, readonly GoalWatch[]>();
  readonly #seenEvents = createRecentMap<string, true>(rememberedEvents);
  /** Erased viewers and the time of erasure, by `nameOf`. */
  #forgotten: ReadonlyMap<string, number> = new Map();
  #held: Held | null = null;
  #followed: Followed | null = null;
  #rotations: PlannedRotations = noRotations;

  constructor({ processId, processes, before, current, tell, noteStop, noteRotations }: DeliveryPacingOptions) {
    this.#processId = processId;
    this.#processes = processes;
    this.#times = createCountedTimes(before);
    this.#current = current ?? (() => this.#held?.snapshot ?? null);
    this.#tell = tell ?? null;
    this.#noteStop = noteStop ?? (() => undefined);
    this.#noteRotations = noteRotations ?? (() => undefined);
  }

  /** Returns the delivery state of a snapshot. It is carried over from the previous snapshot. */
  stateFor(snapshot: Snapshot): DeliveryState {
    const held = this.#held;
    if (held !== null && held.snapshot === snapshot && held.changeCount === snapshot.changeCount) return held.state;
    return this.#hold(snapshot).state;
  }

  /** Counts the requested positions and the winners of a decision. */
  noteDecision(snapshot: Snapshot, request: AdRequest, { winners, nowMs }: Outcome): void {
    const { slots } = request;
    const { requests, bookings } = this.#times;
    for (let index = 0; index < winners.length; index += 1) {
      const winner = winners[index] ?? null;
      // A stack with fewer ads than its capacity counts requests only for its ads.
      if (winner === null && slots[index]?.isFurther === true) continue;
      const position = winner?.position ?? snapshot.positionBySlotName.get(slots[index]?.slotName ?? '');
      if (position === undefined) continue;
      requests.set(position.row.id, (requests.get(position.row.id) ?? 0) + 1);
      if (winner === null) continue;
      const { booking } = winner.ad;
      if (booking.caps.length > 0 && this.#tell !== null) tellViews(this.#tell, request, winner, nowMs);
      // Most bookings have no limit and need no further work.
      if (!isLimited(booking)) continue;
      countWin(bookingCounts(bookings, booking.id));
      const watches = this.#watchesOf(booking);
      for (const watch of watches) noteWin(watch, nowMs);
      this.#settle(watches, nowMs);
    }
  }

  /**
   * Removes the cap counts of these viewers, in slices between requests, and ignores earlier views that other processes
   * still send.
   * @param viewers all erased viewers, including previous ones
   */
  async forget(viewers: readonly ForgottenViewer[]): Promise<void> {
    const fresh = viewers.filter((one) => (this.#forgotten.get(nameOf(one)) ?? -1) < one.atMs);
    this.#forgotten = new Map(viewers.map((one) => [nameOf(one), one.atMs]));
    const caps = this.#held?.state.caps;
    if (fresh.length === 0 || caps === undefined) return;
    for (let from = 0; from < caps.caps.length; from += slotsAtOnce) {
      removeSubjects(caps, fresh, { from, to: from + slotsAtOnce });
      await nextTurn();
    }
  }

  /** Counts views of another process. */
  noteViews(views: readonly CappedView[]): void {
    const snapshot = this.#current();
    if (snapshot === null) return;
    const state = this.stateFor(snapshot);
    for (const [bookingId, positionId, low, high, atMs, subject = 0] of views) {
      const booking = snapshot.bookingById.get(bookingId as BookingId)?.row;
      const local = snapshot.positionById.get(positionId as PositionId)?.clock.momentAt(atMs);
      if (booking === undefined || local === undefined) continue;
      if (atMs <= (this.#forgotten.get(nameOf({ low, high })) ?? -1)) continue;
      const keyOf = (one: CapSubject) => (one === capSubjects[subject] ? { low, high } : null);
      noteShown(state.caps, booking, { keyOf, nowMs: atMs, local });
    }
  }

  /** Counts a durable event. */
  noteDelivered({ eventId, counter, bookingId, atMs, decidedAtMs }: DeliveredEvent): void {
    const snapshot = this.#current();
    if (snapshot !== null) this.stateFor(snapshot);
    const booking = snapshot?.bookingById.get(bookingId as BookingId);
    // Immediate duplicates arrive at the same process. The roll-up detects all others.
    if (booking === undefined || !isLimited(booking.row) || this.#seenEvents.get(eventId) === true) return;
    this.#seenEvents.set(eventId, true);
    const counterIndex = counterNumber(counter);
    const watches = this.#watchesOf(booking.row);
    const counts = bookingCounts(this.#times.bookings, bookingId);
    counts[counterIndex] = (counts[counterIndex] as number) + 1;
    for (const watch of watches) noteEvent(watch, counterIndex, decidedAtMs);
    this.#settle(watches, atMs);
  }

  /** Applies a new plan. */
  follow(plan: Plan, nowMs: number): void {
    const { first } = this.#times;
    const own = ownPartOf(plan, { processId: this.#processId, first, times: this.#times.list() });
    this.#followed = { plan, own };
    this.#times.forget(own.through);
    this.#recount();
    this.#followRotations(plan);
    this.#applyPlan();
    this.settleAll(nowMs);
  }

  /** Expires won slots whose event did not arrive in time. */
  settleAll(nowMs: number): void {
    for (const watches of this.#watches.values()) this.#settle(watches, nowMs);
  }

  /** Ends a counting period and returns all periods that no plan has included. */
  cut(nowMs: number): readonly CountedTime[] {
    const pending: (readonly [number, number])[] = [];
    const pendingOfBudgets: (readonly [number, number])[] = [];
    for (const watch of [...this.#watches.values()].flat()) {
      const events = pendingEvents(watch, nowMs);
      if (events > 0) (watch.limit === 'goal' ? pending : pendingOfBudgets).push([watch.bookingId, events]);
    }
    return this.#times.cut({ pending, ...(pendingOfBudgets.length === 0 ? {} : { pendingOfBudgets }) });
  }

  #hold(snapshot: Snapshot): Held {
    const state = stateAfter(this.#held, snapshot);
    this.#held = { snapshot, changeCount: snapshot.changeCount, state };
    for (const [id, watches] of this.#watches) {
      const booking = snapshot.bookingById.get(id as BookingId);
      const limits = booking === undefined ? [] : limitsOf(booking.row);
      const areSame = limits.length === watches.length && watches.every(({ limit }) => limits.includes(limit));
      if (!areSame || booking === undefined) this.#watches.delete(id);
      else for (const watch of watches) watch.isHard = isHardLimit(booking.row, watch.limit);
    }
    this.#applyPlan();
    // The plan may have arrived before the first snapshot. Its time expires fewer pending events than the current time.
    if (this.#followed !== null) this.settleAll(this.#followed.plan.plannedAtMs);
    return this.#held;
  }

  /** Returns the watches of a booking with limits. */
  #watchesOf(booking: HeldBooking): readonly GoalWatch[] {
    const known = this.#watches.get(booking.id);
    if (known !== undefined) return known;
    // Number of processes of all hosts, once a plan states it.
    const processes = Math.max(this.#processes, this.#followed?.own.of ?? 1);
    const watches = limitsOf(booking).map((limit) => createGoalWatch(booking, limit, processes));
    this.#watches.set(booking.id, watches);
    this.#recount(booking.id);
    return watches;
  }

  /** Stops a booking when one of its limits is reached. */
  #settle(watches: readonly GoalWatch[], nowMs: number): void {
    const bookingId = watches[0]?.bookingId ?? 0;
    const bookingIndex = this.#held?.snapshot.bookingById.get(bookingId as BookingId)?.bookingIndex;
    if (this.#held === null || bookingIndex === undefined) return;
    const spent = watches.find((watch) => isSpent(watch, nowMs));
    const stop = spent === undefined ? running : spent.isHard ? budgetSpent : goalReached;
    this.#held.state.stopped[bookingIndex] = stop;
    this.#noteStop(bookingId, stop);
  }

  #followRotations(plan: Plan): void {
    const rotations = rotationsOf(plan);
    const before = this.#rotations;
    const isSame = [...rotations.values()].every((each) => isSameRotation(each, before.get(each.bookingId)));
    if (isSame && rotations.size === before.size) return;
    this.#rotations = rotations;
    this.#noteRotations(rotations);
  }

  /** Applies the allowance of this process for each limit, and the claims of bookings. */
  #applyPlan(): void {
    if (this.#held === null || this.#followed === null) return;
    const { snapshot, state } = this.#held;
    const { plan, own } = this.#followed;
    state.rotations = this.#rotations;
    for (const planned of plan.bookings) {
      const booking = snapshot.bookingById.get(planned.bookingId as BookingId);
      if (booking === undefined || !isLimited(booking.row)) continue;
      const changed = this.#watchesOf(booking.row).filter((watch) => followPlan(watch, plan, planned, own));
      if (changed.length > 0) this.#recount(planned.bookingId);
      if (awaitsPlan(booking.row.delivery)) {
        state.acceptance[booking.bookingIndex] = Math.floor(planned.part * drawSpace);
      }
    }
  }

  /** Counts the events and won slots again that no plan has included. */
  #recount(only?: number): void {
    const { bookings } = this.#times;
    for (const id of only === undefined ? this.#watches.keys() : [only]) {
      for (const watch of this.#watches.get(id) ?? []) {
        watch.unseen = 0;
        watch.unseenWins = 0;
        addUnseen(watch, bookings.get(id) ?? []);
      }
    }
    for (const time of this.#times.list()) {
      for (const [id, ...counts] of time.bookings) {
        if (only !== undefined && id !== only) continue;
        for (const watch of this.#watches.get(id) ?? []) addUnseen(watch, counts);
      }
    }
  }
}

type Outcome = Pick<Decision, 'winners' | 'nowMs'>;

type Held = {
  readonly snapshot: Snapshot;
  readonly changeCount: number;
  readonly state: DeliveryState;
};

type Followed = { readonly plan: Plan; readonly own: OwnPart };

function stateAfter(held: Held | null, snapshot: Snapshot): DeliveryState {
  if (held === null) return createDeliveryState(snapshot);
  if (held.snapshot !== snapshot) return moveToSnapshot(held.state, held.snapshot, snapshot);
  followSnapshot(held.state, snapshot);
  return held.state;
}

function nameOf({ low, high }: SubjectKey): string {
  return `${low} ${high}`;
}

/** Sends one view for each known subject of the caps. */
function tellViews(tell: (view: CappedView) => void, { context }: AdRequest, { ad, position }: Winner, nowMs: number) {
  const { keyOf } = viewerOfContext(context, { nowMs, local: position.clock.momentAt(nowMs) });
  for (const subject of countedSubjects(ad.booking)) {
    const key = keyOf(subject);
    if (key === null) continue;
    tell([ad.booking.id, position.row.id, key.low, key.high, nowMs, capSubjects.indexOf(subject)]);
  }
}
