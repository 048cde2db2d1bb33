import { drawSpace } from '../../../core/decision/draw/random.ts';
import { type DeliveryState, stops } from '../../../core/pacing/delivery-state.ts';
import type { HeldBooking, Snapshot, SnapshotBooking } from '../../../core/snapshot/snapshot.ts';
import type { BookingId } from '../../../core/vocabulary/ids.ts';
import type { LatestPlan } from '../../../exchange/plan/latest-plan.ts';
import type { PlannedBooking } from '../../../exchange/plan/plan-file.ts';

const goalReached = stops.indexOf('GOAL_REACHED');
const budgetSpent = stops.indexOf('BUDGET_SPENT');
/** Time of the log between two corrections of the claims. */
const stepMs = 60_000;
/** Limits of one correction: up slowly, because few wins are seen at first; down fast, because wins cannot be undone. */
const maxFactor = 2;
const minFactor = 0.1;
/** Claim from which a booking that claimed nothing starts. */
const firstPart = 0.05;

/** Wins that a booking may still get. */
type Allowance = { readonly stop: number; left: number };

/** A booking with method `even`, which the simulation paces. */
type Paced = {
  readonly booking: SnapshotBooking;
  /** Wins to the end of the booking, from the start of the log. */
  readonly wins: number;
  readonly endMs: number;
  won: number;
  wonBefore: number;
  part: number;
};

/**
 * Pacing within a shadow run: bookings stop when the rest of their goal or budget is used, and claims of `even`
 * bookings follow the time of the log. Starts from the latest plan.
 */
export class ShadowPacing {
  readonly #snapshot: Snapshot;
  readonly #state: DeliveryState;
  readonly #plan: LatestPlan | null;
  readonly #allowances = new Map<number, readonly Allowance[]>();
  readonly #paced = new Map<number, Paced>();
  #startMs: number | null = null;
  #nextMs = Number.NEGATIVE_INFINITY;

  constructor(snapshot: Snapshot, state: DeliveryState, plan: LatestPlan | null) {
    this.#snapshot = snapshot;
    this.#state = state;
    this.#plan = plan;
    for (const id of plan?.bookings.keys() ?? []) this.#pace(snapshot.bookingById.get(id as BookingId));
  }

  /** Number of bookings that the simulation paces. */
  get pacedBookings(): number {
    return this.#paced.size;
  }

  /** Corrects the claims of `even` bookings when enough time of the log has passed. */
  advance(nowMs: number): void {
    if (nowMs < this.#nextMs) return;
    this.#startMs ??= nowMs;
    this.#nextMs = nowMs + stepMs;
    for (const paced of this.#paced.values()) this.#correct(paced, this.#startMs, nowMs);
  }

  noteWin(booking: HeldBooking): void {
    const paced = this.#paced.get(booking.id);
    if (paced !== undefined) paced.won += 1;
    if (!isLimitedBooking(booking)) return;
    const allowances = this.#allowances.get(booking.id) ?? this.#allowancesOf(booking);
    this.#allowances.set(booking.id, allowances);
    for (const allowance of allowances) {
      allowance.left -= 1;
      if (allowance.left > 0) continue;
      const held = this.#snapshot.bookingById.get(booking.id);
      if (held !== undefined) this.#state.stopped[held.bookingIndex] = allowance.stop;
    }
  }

  #allowancesOf({ id, delivery }: HeldBooking): readonly Allowance[] {
    const planned = this.#plan?.bookings.get(id);
    const goal = delivery.method === 'share_of_voice' ? undefined : delivery.goal;
    const allowances: Allowance[] = [];
    if (goal !== undefined) {
      const left =
        planned === undefined ? (goal.kind === 'spend' ? Number.POSITIVE_INFINITY : goal.total) : winsLeft(planned);
      allowances.push({ stop: goal.kind === 'spend' ? budgetSpent : goalReached, left });
    }
    const budget = planned?.budget ?? null;
    if (budget !== null) allowances.push({ stop: budgetSpent, left: Math.ceil(budget.left / budget.brings) });
    return allowances;
  }

  #pace(booking: SnapshotBooking | undefined): void {
    const planned = booking === undefined ? undefined : this.#plan?.bookings.get(booking.row.id);
    if (booking === undefined || planned === undefined) return;
    const { delivery, endMs, id } = booking.row;
    if (delivery.method !== 'even' || endMs === null) return;
    this.#paced.set(id, {
      booking,
      wins: winsLeft(planned),
      endMs,
      won: 0,
      wonBefore: 0,
      part: planned.part,
    });
  }

  /** Sets the part for which the wins of the next step lead back to a constant rate from the start to the end. */
  #correct(paced: Paced, startMs: number, nowMs: number): void {
    const { wins, endMs, won, wonBefore, booking } = paced;
    const durationMs = endMs - startMs;
    if (nowMs > startMs && durationMs > 0 && nowMs < endMs) {
      const target = wins * Math.min(1, (nowMs + stepMs - startMs) / durationMs);
      const needed = Math.max(0, target - won);
      const observed = won - wonBefore;
      const factor = observed === 0 ? (needed > 0 ? maxFactor : 1) : needed / observed;
      const from = paced.part === 0 && needed >= 1 ? firstPart : paced.part;
      paced.part = Math.min(1, from * Math.min(maxFactor, Math.max(minFactor, factor)));
    }
    paced.wonBefore = won;
    this.#state.acceptance[booking.bookingIndex] = Math.floor(paced.part * drawSpace);
  }
}

function isLimitedBooking({ delivery }: HeldBooking): boolean {
  return delivery.hasBudget === true || (delivery.method !== 'share_of_voice' && delivery.goal !== undefined);
}

function winsLeft({ left, brings }: PlannedBooking): number {
  return Math.ceil(left / brings);
}
