import type { LimitingReason } from '../vocabulary/reasons.ts';

/** An unreached goal, as input of a plan. */
export type PlannedGoal = {
  readonly bookingId: number;
  readonly method: 'even' | 'asap';
  /** 0 (highest) to 9. */
  readonly priority: number;
  /** Epoch ms; null: open end. */
  readonly endMs: number | null;
  /**
   * Slots that must still be won: the remaining goal divided by its learned gain per won slot (for clicks the clicks
   * per slot, for spend the price of a slot). Fractional.
   */
  readonly slotsNeeded: number;
  /**
   * Factor of delivery over even pacing from now on, see `aheadBy`; omitted: 1. The lead uses only free requests. A
   * goal that has its slots but not its lead is not reported as short.
   */
  readonly ahead?: number;
  /** Positions of the booking, and the expected eligible requests there until its end. */
  readonly positions: readonly { readonly positionId: number; readonly requests: number }[];
};

export type PlannedClaim = {
  readonly bookingId: number;
  /** Part of its eligible requests that the booking should claim, 0 to 1. */
  readonly part: number;
  /** `OVERBOOKED_POSITION` if the positions have too few requests for the goal; null: they have enough. */
  readonly limitedBy: Extract<LimitingReason, 'OVERBOOKED_POSITION'> | null;
};

/**
 * Part of a position that is reserved for all its goals together, so that an overbooked position delivers at least a
 * little of each.
 */
const keptForAll = 0.05;
/**
 * Safety factor above the required part, so that noise in the last hours does not leave a goal short. Delivery stops at
 * the goal.
 */
const lead = 1.02;

/**
 * Returns the part of its eligible requests that each goal claims, by a high-water mark: in order of priority, end and
 * ID, each goal takes the smallest part of the remaining requests that meets its need. `asap` takes all remaining
 * requests. Unneeded requests go to front-loaded goals. If there are too few, each goal still gets its share of the
 * reserved part. Source: product decisions 5.3; docs/decisions/0013-pacing.md.
 */
export function planClaims(goals: readonly PlannedGoal[]): readonly PlannedClaim[] {
  const capacities = new Map<number, { free: number; goals: number }>();
  for (const { positions } of goals) {
    for (const { positionId } of positions) {
      const capacity = capacities.get(positionId) ?? { free: 1, goals: 0 };
      capacity.goals += 1;
      capacities.set(positionId, capacity);
    }
  }
  const floors = new Map(goals.map((goal) => [goal.bookingId, floorOf(goal)]));
  for (const goal of goals) take(goal, floors.get(goal.bookingId) as number, 0);
  const inOrder = [...goals].sort(byRank);
  const claims = inOrder.map((goal): PlannedClaim => {
    const floor = floors.get(goal.bookingId) as number;
    const { part, isOverbooked } = fill(goal, floor, lead);
    take(goal, part, floor);
    return { bookingId: goal.bookingId, part, limitedBy: isOverbooked ? 'OVERBOOKED_POSITION' : null };
  });
  // Front-loaded goals receive unneeded requests only after the needs of all goals are met.
  return claims.map((claim, rank) => {
    const goal = inOrder[rank] as PlannedGoal;
    if ((goal.ahead ?? 1) <= lead || claim.limitedBy !== null) return claim;
    const { part } = fill(goal, claim.part, goal.ahead ?? 1);
    take(goal, part, claim.part);
    return { ...claim, part };
  });

  function floorOf(goal: PlannedGoal): number {
    const most = Math.max(1, ...goal.positions.map(({ positionId }) => capacities.get(positionId)?.goals ?? 1));
    return Math.min(keptForAll / most, neededPart(goal));
  }

  /** Takes a part of each position, limited to its free part. The reserved part was taken before. */
  function take({ positions }: PlannedGoal, part: number, before: number): void {
    for (const { positionId } of positions) {
      const capacity = capacities.get(positionId) as { free: number };
      capacity.free = Math.max(0, capacity.free - (part - before));
    }
  }

  /** Returns the smallest part that meets `times` the need, where a full position contributes only its free part. */
  function fill(goal: PlannedGoal, floor: number, times: number): { part: number; isOverbooked: boolean } {
    const open = goal.positions
      .map(({ positionId, requests }) => ({ requests, capacity: (capacities.get(positionId)?.free ?? 0) + floor }))
      .sort((a, b) => a.capacity - b.capacity);
    const needed = goal.slotsNeeded * times;
    const widest = Math.max(floor, ...open.map(({ capacity }) => capacity));
    const given = (part: number): number =>
      open.reduce((sum, { requests, capacity }) => sum + requests * Math.min(part, capacity), 0);
    const isOverbooked = given(widest) < goal.slotsNeeded;
    if (goal.method === 'asap' || given(widest) <= needed) return { part: Math.min(1, widest), isOverbooked };
    let beforeIt = 0;
    let requestsLeft = open.reduce((sum, { requests }) => sum + requests, 0);
    for (const { requests, capacity } of open) {
      if (beforeIt + requestsLeft * capacity >= needed) break;
      beforeIt += requests * capacity;
      requestsLeft -= requests;
    }
    return { part: Math.max(floor, (needed - beforeIt) / requestsLeft), isOverbooked };
  }
}

function neededPart({ slotsNeeded, positions }: PlannedGoal): number {
  const requests = positions.reduce((sum, one) => sum + one.requests, 0);
  return requests === 0 ? 1 : Math.min(1, slotsNeeded / requests);
}

function byRank(a: PlannedGoal, b: PlannedGoal): number {
  const end = ({ endMs }: PlannedGoal): number => endMs ?? Number.MAX_SAFE_INTEGER;
  return a.priority - b.priority || end(a) - end(b) || a.bookingId - b.bookingId;
}
