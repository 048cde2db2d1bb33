import type { LimitingReason } from '../words/reasons.ts';

/** A goal that is still to be reached, as a plan sees it. */
export type PlannedGoal = {
  readonly bookingId: number;
  readonly method: 'even' | 'asap';
  /** 0 (highest) to 9. */
  readonly priority: number;
  /** Epoch ms; null: open end. */
  readonly endMs: number | null;
  /**
   * Slots that must still be won: what is missing of the goal, divided by what one won slot brings of it (for clicks the
   * clicks per slot, for spend the price of a slot), as learned; fractional.
   */
  readonly slotsNeeded: number;
  /**
   * How much faster than even from here on it delivers, as `aheadBy` says it; left out: 1. Being ahead takes only what is
   * free, and a goal that has its slots but not its lead is not called short.
   */
  readonly ahead?: number;
  /** Where it may deliver, and the eligible requests to be expected there until its end. */
  readonly positions: readonly { readonly positionId: number; readonly requests: number }[];
};

export type PlannedClaim = {
  readonly bookingId: number;
  /** Part of its eligible requests that the booking should claim, 0 to 1. */
  readonly part: number;
  /** `OVERBOOKED_POSITION` when the positions cannot give what the goal needs; null: they can. */
  readonly limitedBy: Extract<LimitingReason, 'OVERBOOKED_POSITION'> | null;
};

/** Part of a position that is kept for all its goals together, so that none of them goes dark where they are too many. */
const keptForAll = 0.05;
/** Aimed above what is needed, so that noise in the last hours does not leave a goal short; reaching it stops it. */
const lead = 1.02;

/**
 * The part of its eligible requests that each goal claims, by a high-water mark: in order of priority, end and id each takes
 * the least part that gives it what it needs out of what the ones before have left; `asap` takes all that is left.
 * What nobody needs goes to those that are to be ahead. Where there is too little, a small part that is kept for all remains to it.
 * Source: product decisions 5.3; docs/decisions/0013-pacing.md.
 */
export function planClaims(goals: readonly PlannedGoal[]): readonly PlannedClaim[] {
  const rooms = new Map<number, { free: number; goals: number }>();
  for (const { positions } of goals) {
    for (const { positionId } of positions) {
      const room = rooms.get(positionId) ?? { free: 1, goals: 0 };
      room.goals += 1;
      rooms.set(positionId, room);
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
  // Only when all have what they need is the rest for those that are to be ahead.
  return claims.map((claim, rank) => {
    const goal = inOrder[rank] as PlannedGoal;
    if ((goal.ahead ?? 1) <= lead || claim.limitedBy !== null) return claim;
    const { part } = fill(goal, claim.part, goal.ahead ?? 1);
    take(goal, part, claim.part);
    return { ...claim, part };
  });

  function floorOf(goal: PlannedGoal): number {
    const most = Math.max(1, ...goal.positions.map(({ positionId }) => rooms.get(positionId)?.goals ?? 1));
    return Math.min(keptForAll / most, neededPart(goal));
  }

  /** Takes a part of each position, as far as it has room; the floor was taken before. */
  function take({ positions }: PlannedGoal, part: number, before: number): void {
    for (const { positionId } of positions) {
      const room = rooms.get(positionId) as { free: number };
      room.free = Math.max(0, room.free - (part - before));
    }
  }

  /** The least part that is enough for so many times what is needed, where a full position gives only its room. */
  function fill(goal: PlannedGoal, floor: number, times: number): { part: number; isOverbooked: boolean } {
    const open = goal.positions
      .map(({ positionId, requests }) => ({ requests, room: (rooms.get(positionId)?.free ?? 0) + floor }))
      .sort((a, b) => a.room - b.room);
    const needed = goal.slotsNeeded * times;
    const widest = Math.max(floor, ...open.map(({ room }) => room));
    const given = (part: number): number =>
      open.reduce((sum, { requests, room }) => sum + requests * Math.min(part, room), 0);
    const isOverbooked = given(widest) < goal.slotsNeeded;
    if (goal.method === 'asap' || given(widest) <= needed) return { part: Math.min(1, widest), isOverbooked };
    let beforeIt = 0;
    let requestsLeft = open.reduce((sum, { requests }) => sum + requests, 0);
    for (const { requests, room } of open) {
      if (beforeIt + requestsLeft * room >= needed) break;
      beforeIt += requests * room;
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
