import type { Candidate } from '../snapshot/snapshot.ts';
import { countOf, type GroupTable } from './group-table.ts';
import { levels, levelUnits } from './levels.ts';
import { drawSpace } from './random.ts';

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

/** @param holdsAt `changeCount` of the snapshot */
export function buildPoolTable(groups: readonly GroupTable[], hour: number, holdsAt: number): PoolTable {
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
