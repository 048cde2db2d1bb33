import type { Candidate, CandidateGroup, Snapshot, SnapshotPosition } from '../snapshot/snapshot.ts';
import { signatureOf } from '../targeting/signature.ts';
import type { TargetingIndex } from '../targeting/targeting-index.ts';
import { maxScannedCandidates } from '../words/limits.ts';
import { concernedRules } from './eligible.ts';
import { drawSpace } from './random.ts';
import type { TimeSpan } from './rules/rule.ts';
import { mayRunWithin } from './rules/schedule-rules.ts';
import { bookingWeight, urgencyFactor, weightsHoldMs } from './share.ts';

/**
 * The members of a group for one hour, in order of level and inside a level of booking id: those whose dates do not rule
 * out the whole hour.
 */
export type GroupTable = {
  readonly hour: number;
  /** Of the group's lists, when the table was made. */
  readonly version: number;
  readonly members: readonly Candidate[];
  /** `wordsPerTest` words for each member, side by side because a trial reads them all; see `testWords`. */
  readonly tests: Uint32Array;
  /** Entry i: weight of member i. */
  readonly weights: Float64Array;
  /** Entry l (0 <= l < levelCount): the first member of level l; the last entry is the number of members. */
  readonly levelStarts: Uint32Array;
  /** The places of the members in ascending order of booking id. */
  readonly placesById: Uint32Array;
};

/**
 * What a trial asks of a member, in four words: of `drawSpace` numbers the last one that accepts it (weight / cap of its
 * level), its lower 32 bits and, in the lower half of the second word, its upper 16; in the upper half of that word the
 * rules that may refuse it in this hour, a set of `concernedRules`; the place of its targeting; the signature of that.
 */
export const testWords = { acceptLow: 0, acceptHighAndRules: 1, targetingAt: 2, signature: 3 } as const;
export const wordsPerTest = 4;

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
  /** Of a small pool, made when it is first scanned. */
  scanList: ScanList | null;
  /** The snapshot's `changeCount` at which the table was last found to hold. */
  holdsAt: number;
};

/** The members of a pool in ascending order of booking id. */
export type ScanList = {
  readonly count: number;
  readonly members: readonly Candidate[];
  /** Entry i: the rules that may refuse member i in this hour, a set of `concernedRules`. */
  readonly rules: Uint16Array;
  /** Entry i: weight of member i. */
  readonly weights: Float64Array;
};

/** The bookings of a position that claim a part of it in one hour, in order of priority, end (open last) and id. */
export type ClaimTable = {
  readonly hour: number;
  readonly versions: readonly number[];
  readonly groups: readonly CandidateGroup[];
  readonly voices: ClaimList;
  readonly goals: ClaimList;
};

/** Candidates, and beside each the rules that may refuse it in this hour. */
export type ClaimList = { readonly members: readonly Candidate[]; readonly rules: readonly number[] };

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
export type HourTables = {
  readonly snapshot: Snapshot;
  readonly groups: Readonly<Record<Tier, (GroupTable | undefined)[]>>;
  readonly pools: Readonly<Record<Tier, (PoolTable | undefined)[]>>;
  readonly claims: (ClaimTable | undefined)[];
};

const keptBySnapshot = new WeakMap<Snapshot, HourTables>();

/** The tables of a snapshot, the same at every call. */
export function hourTablesOf(snapshot: Snapshot): HourTables {
  const known = keptBySnapshot.get(snapshot);
  if (known !== undefined) return known;
  const tables: HourTables = {
    snapshot,
    groups: { candidates: [], fill: [] },
    pools: { candidates: [], fill: [] },
    claims: [],
  };
  keptBySnapshot.set(snapshot, tables);
  return tables;
}

/** The pool of a position in the hour of an instant. */
export function poolTableOf(kept: HourTables, position: SnapshotPosition, nowMs: number, tier: Tier): PoolTable {
  const { changeCount } = kept.snapshot;
  const hour = Math.floor(nowMs / weightsHoldMs);
  const known = kept.pools[tier][position.positionIndex];
  if (known !== undefined && known.hour === hour && known.holdsAt === changeCount) return known;
  const groups = position.groups
    .filter((group) => group[tier].length > 0)
    .map((group) => groupTableOf(group, hour, kept, tier));
  if (known !== undefined && known.hour === hour && isSameList(known.groups, groups)) {
    known.holdsAt = changeCount;
    return known;
  }
  const table = buildPoolTable(groups, hour, changeCount);
  kept.pools[tier][position.positionIndex] = table;
  return table;
}

/** The claims of a position in the hour of an instant; null: it has none. */
export function claimTableOf(kept: HourTables, position: SnapshotPosition, nowMs: number): ClaimTable | null {
  const hour = Math.floor(nowMs / weightsHoldMs);
  const known = kept.claims[position.positionIndex];
  const { groups } = position;
  const holds =
    known !== undefined &&
    known.hour === hour &&
    known.groups === groups &&
    groups.every((group, index) => group.version === known.versions[index]);
  const table = holds ? known : buildClaimTable(groups, hour);
  kept.claims[position.positionIndex] = table;
  return table.voices.members.length + table.goals.members.length === 0 ? null : table;
}

function buildClaimTable(groups: readonly CandidateGroup[], hour: number): ClaimTable {
  const span: TimeSpan = spanOf(hour);
  const end = ({ booking }: Candidate): number => booking.endMs ?? Number.MAX_SAFE_INTEGER;
  const ranked = groups
    .flatMap((group) => group.claims)
    .filter((candidate) => mayRunWithin(candidate, span))
    .sort((a, b) => a.booking.priority - b.booking.priority || end(a) - end(b) || a.booking.id - b.booking.id);
  const listOf = (members: readonly Candidate[]): ClaimList => ({
    members,
    rules: members.map((candidate) => concernedRules(candidate, span)),
  });
  return {
    hour,
    versions: groups.map((group) => group.version),
    groups,
    voices: listOf(ranked.filter(({ booking }) => booking.delivery.method === 'share_of_voice')),
    goals: listOf(ranked.filter(({ booking }) => booking.delivery.method !== 'share_of_voice')),
  };
}

function buildPoolTable(groups: readonly GroupTable[], hour: number, holdsAt: number): PoolTable {
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
    holdsAt,
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

/**
 * The pool's members one beside the other, to be looked at one by one. The list of a large pool holds until the next one
 * is asked for: kept for every position, such lists would be larger than all else.
 */
export function scanListOf(pool: PoolTable): ScanList {
  if (pool.size > maxScannedCandidates) return mergeInto(scratchOf(pool.size), pool);
  pool.scanList ??= mergeInto(scanListFor(pool.size), pool);
  return pool.scanList;
}

type OpenScanList = { -readonly [Field in keyof ScanList]: ScanList[Field] } & { readonly members: Candidate[] };

/** Used by all scans of large pools; grows to the largest of them. */
let scratch: OpenScanList | null = null;

function scratchOf(size: number): OpenScanList {
  if (scratch === null || scratch.rules.length < size) scratch = scanListFor(size * 2);
  return scratch;
}

function scanListFor(size: number): OpenScanList {
  return { count: 0, members: [], rules: new Uint16Array(size), weights: new Float64Array(size) };
}

/** Merges the groups by booking id; there are as many of them as nodes above a position. */
function mergeInto(list: OpenScanList, { groups, size }: PoolTable): ScanList {
  const next = groups.map(() => 0);
  for (let count = 0; count < size; count += 1) {
    let from = -1;
    let lowest = Number.POSITIVE_INFINITY;
    for (let each = 0; each < groups.length; each += 1) {
      const { placesById, members } = groups[each] as GroupTable;
      const at = next[each] as number;
      if (at === placesById.length) continue;
      const { id } = (members[placesById[at] as number] as Candidate).booking;
      if (id < lowest) {
        lowest = id;
        from = each;
      }
    }
    const { placesById, members, tests, weights } = groups[from] as GroupTable;
    const place = placesById[next[from] as number] as number;
    next[from] = (next[from] as number) + 1;
    list.members[count] = members[place] as Candidate;
    list.rules[count] = (tests[wordsPerTest * place + testWords.acceptHighAndRules] as number) >>> 16;
    list.weights[count] = weights[place] as number;
  }
  list.count = size;
  return list;
}

const levels = Array.from({ length: levelCount }, (_, level) => level);

function countOf(group: GroupTable, level: number): number {
  return (group.levelStarts[level + 1] as number) - (group.levelStarts[level] as number);
}

function groupTableOf(group: CandidateGroup, hour: number, kept: HourTables, tier: Tier): GroupTable {
  const known = kept.groups[tier][group.groupIndex];
  if (known !== undefined && known.hour === hour && known.version === group.version) return known;
  const table = buildGroupTable(group[tier], hour, group.version, kept.snapshot.targeting);
  kept.groups[tier][group.groupIndex] = table;
  return table;
}

/** A counting sort by level; inside a level the order of booking id stays. */
function buildGroupTable(
  candidates: readonly Candidate[],
  hour: number,
  version: number,
  targeting: TargetingIndex,
): GroupTable {
  const span = spanOf(hour);
  const unsorted = candidates.filter((candidate) => mayRunWithin(candidate, span));
  const factors = unsorted.map(({ booking }) => urgencyFactor(booking.endMs, span.fromMs));
  const levelOf = unsorted.map(({ booking }, index) => levelOfMember(booking.priority, factors[index] as number));
  const levelStarts = new Uint32Array(levelCount + 1);
  for (const level of levelOf) levelStarts[level + 1] = (levelStarts[level + 1] as number) + 1;
  for (const level of levels)
    levelStarts[level + 1] = (levelStarts[level + 1] as number) + (levelStarts[level] as number);
  const next = levelStarts.slice();
  const members = [...unsorted];
  const tests = new Uint32Array(unsorted.length * wordsPerTest);
  const weights = new Float64Array(unsorted.length);
  const placesById = new Uint32Array(unsorted.length);
  for (const [index, candidate] of unsorted.entries()) {
    const level = levelOf[index] as number;
    const place = next[level] as number;
    next[level] = place + 1;
    members[place] = candidate;
    placesById[index] = place;
    const lastAccepted = thresholdOf(factors[index] as number, caps[level % caps.length] as number) - 1;
    const upper = Math.floor(lastAccepted / 2 ** 32);
    const at = wordsPerTest * place;
    tests[at + testWords.acceptLow] = lastAccepted - upper * 2 ** 32;
    tests[at + testWords.acceptHighAndRules] = upper + concernedRules(candidate, span) * 2 ** 16;
    tests[at + testWords.targetingAt] = candidate.targetingAt;
    tests[at + testWords.signature] = candidate.targetingAt === -1 ? 0 : signatureOf(targeting, candidate.targetingAt);
    weights[place] = bookingWeight(candidate.booking, span.fromMs);
  }
  return { hour, version, members, tests, weights, levelStarts, placesById };
}

function spanOf(hour: number): TimeSpan {
  return { fromMs: hour * weightsHoldMs, toMs: (hour + 1) * weightsHoldMs };
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}

function levelOfMember(priority: number, factor: number): number {
  return priority * caps.length + caps.findIndex((cap) => factor * 8 <= cap);
}

/** Rounded half up; at the cap all of `drawSpace` accepts. */
function thresholdOf(factor: number, cap: number): number {
  return Math.floor(((factor * 8) / cap) * drawSpace + 0.5);
}
