import type { Candidate, CandidateGroup, Snapshot, SnapshotPosition } from '../snapshot/snapshot.ts';
import { concernedRules, mayRunWithin, type TimeSpan } from './eligible.ts';
import { drawSpace } from './random.ts';
import { bookingWeight, urgencyFactor, weightsHoldMs } from './share.ts';

/**
 * The members of a group for one hour, in order of level and inside a level of booking id: those whose dates do not rule
 * out the whole hour.
 */
export type GroupTable = {
  readonly hour: number;
  readonly members: readonly Candidate[];
  /**
   * Two entries for each member, side by side because a trial reads both: at 2i of `drawSpace` numbers, how many accept
   * member i (weight / cap of its level); at 2i + 1 the rules that may refuse it in this hour, a set of `concernedRules`.
   */
  readonly tests: Float64Array;
  /** Entry i: weight of member i. */
  readonly weights: Float64Array;
  /** Entry l (0 <= l < levelCount): the first member of level l; the last entry is the number of members. */
  readonly levelStarts: Uint32Array;
};

/** The pool of a position for one hour: its groups' levels side by side as a table that a ticket points into. */
export type PoolTable = {
  readonly hour: number;
  /** Members of all groups. */
  readonly size: number;
  readonly groups: readonly GroupTable[];
  /** Entry s: where the units of segment s end (excluded); a segment is one level of one group, none is empty. */
  readonly unitEnds: Float64Array;
  /**
   * Four entries for each segment, read together: at 4s the units before it, at 4s + 1 the units of each of its members
   * (the cap of its level), at 4s + 2 the place of its first member in its group, at 4s + 3 the place of its group.
   */
  readonly segments: Float64Array;
  /** Tickets of one unit: what `drawSpace` has room for, rounded down. */
  readonly ticketsPerUnit: number;
  /** Made when the pool is first scanned. */
  scanList: ScanList | null;
};

/** The members of a pool in ascending order of booking id. */
export type ScanList = {
  readonly members: readonly Candidate[];
  /** Entry i: the rules that may refuse member i in this hour, a set of `concernedRules`. */
  readonly rules: Uint16Array;
  /** Entry i: weight of member i. */
  readonly weights: Float64Array;
};

/**
 * Upper bounds of `8 x 4^urgency` inside one priority, rising; a member's level is the first that is not exceeded. None
 * but the first, the open end, is a value that a whole millisecond can hit, so a rounding never moves a booking.
 */
const caps = [8, 9, 10, 11, 13, 15, 17, 20, 23, 27] as const;
const priorities = 10;
const levelCount = priorities * caps.length;

/** Units of a member of a level: 8 x 4^(9 - priority) x cap / 8, so that all are whole and weights compare exactly. */
function levelUnits(level: number): number {
  const priority = Math.floor(level / caps.length);
  return (caps[level % caps.length] as number) * 4 ** (priorities - 1 - priority);
}

/** Which candidates of a position a pool is made of: those that share, or those that fill when nobody else can. */
export type Tier = 'candidates' | 'fill';

/** Tables of a snapshot, made when an hour first asks for them; what is kept is never visible in an answer. */
type KeptTables = {
  readonly tier: Tier;
  readonly groups: (GroupTable | undefined)[];
  readonly pools: (PoolTable | undefined)[];
};

const keptBySnapshot: Readonly<Record<Tier, WeakMap<Snapshot, KeptTables>>> = {
  candidates: new WeakMap(),
  fill: new WeakMap(),
};

/** The pool of a position in the hour of an instant. */
export function poolTableOf(snapshot: Snapshot, position: SnapshotPosition, nowMs: number, tier: Tier): PoolTable {
  let kept = keptBySnapshot[tier].get(snapshot);
  if (kept === undefined) {
    kept = { tier, groups: [], pools: [] };
    keptBySnapshot[tier].set(snapshot, kept);
  }
  const hour = Math.floor(nowMs / weightsHoldMs);
  const known = kept.pools[position.positionIndex];
  if (known !== undefined && known.hour === hour) return known;
  const table = buildPoolTable(position.groups, hour, kept);
  kept.pools[position.positionIndex] = table;
  return table;
}

function buildPoolTable(ofPosition: readonly CandidateGroup[], hour: number, kept: KeptTables): PoolTable {
  const groups = ofPosition.map((group) => groupTableOf(group, hour, kept));
  const segments = groups.flatMap((group, groupPlace) =>
    levels
      .filter((level) => countOf(group, level) > 0)
      .map((level) => ({ level, groupPlace, first: group.levelStarts[level] as number, count: countOf(group, level) })),
  );
  let units = 0;
  const unitEnds = Float64Array.from(segments, ({ level, count }) => {
    units += count * levelUnits(level);
    return units;
  });
  return {
    hour,
    size: groups.reduce((sum, group) => sum + group.members.length, 0),
    groups,
    unitEnds,
    segments: Float64Array.from(
      segments.flatMap(({ level, first, groupPlace }, index) => [
        index === 0 ? 0 : (unitEnds[index - 1] as number),
        levelUnits(level),
        first,
        groupPlace,
      ]),
    ),
    ticketsPerUnit: units === 0 ? 0 : Math.floor(drawSpace / units),
    scanList: null,
  };
}

/** The pool's members one beside the other, to be looked at one by one. */
export function scanListOf(pool: PoolTable): ScanList {
  pool.scanList ??= buildScanList(pool);
  return pool.scanList;
}

function buildScanList({ groups }: PoolTable): ScanList {
  const entries = groups.flatMap(({ members, tests, weights }) =>
    members.map((candidate, place) => ({
      candidate,
      rules: tests[2 * place + 1] as number,
      weight: weights[place] as number,
    })),
  );
  entries.sort((a, b) => a.candidate.bookingIndex - b.candidate.bookingIndex);
  return {
    members: entries.map(({ candidate }) => candidate),
    rules: Uint16Array.from(entries, (entry) => entry.rules),
    weights: Float64Array.from(entries, (entry) => entry.weight),
  };
}

const levels = Array.from({ length: levelCount }, (_, level) => level);

function countOf(group: GroupTable, level: number): number {
  return (group.levelStarts[level + 1] as number) - (group.levelStarts[level] as number);
}

function groupTableOf(group: CandidateGroup, hour: number, kept: KeptTables): GroupTable {
  const known = kept.groups[group.groupIndex];
  if (known !== undefined && known.hour === hour) return known;
  const table = buildGroupTable(group[kept.tier], hour);
  kept.groups[group.groupIndex] = table;
  return table;
}

/** A counting sort by level; inside a level the order of booking id stays. */
function buildGroupTable(candidates: readonly Candidate[], hour: number): GroupTable {
  const span: TimeSpan = { fromMs: hour * weightsHoldMs, toMs: (hour + 1) * weightsHoldMs };
  const unsorted = candidates.filter((candidate) => mayRunWithin(candidate, span));
  const factors = unsorted.map(({ booking }) => urgencyFactor(booking.endMs, span.fromMs));
  const levelOf = unsorted.map(({ booking }, index) => levelOfMember(booking.priority, factors[index] as number));
  const levelStarts = new Uint32Array(levelCount + 1);
  for (const level of levelOf) levelStarts[level + 1] = (levelStarts[level + 1] as number) + 1;
  for (const level of levels)
    levelStarts[level + 1] = (levelStarts[level + 1] as number) + (levelStarts[level] as number);
  const next = levelStarts.slice();
  const members = [...unsorted];
  const tests = new Float64Array(unsorted.length * 2);
  const weights = new Float64Array(unsorted.length);
  for (const [index, candidate] of unsorted.entries()) {
    const level = levelOf[index] as number;
    const place = next[level] as number;
    next[level] = place + 1;
    members[place] = candidate;
    tests[2 * place] = thresholdOf(factors[index] as number, caps[level % caps.length] as number);
    tests[2 * place + 1] = concernedRules(candidate, span);
    weights[place] = bookingWeight(candidate.booking, span.fromMs);
  }
  return { hour, members, tests, weights, levelStarts };
}

function levelOfMember(priority: number, factor: number): number {
  return priority * caps.length + caps.findIndex((cap) => factor * 8 <= cap);
}

/** Rounded half up; at the cap all of `drawSpace` accepts. */
function thresholdOf(factor: number, cap: number): number {
  return Math.floor(((factor * 8) / cap) * drawSpace + 0.5);
}
