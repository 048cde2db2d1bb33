import type { Candidate } from '../snapshot/snapshot.ts';
import { maxScannedCandidates } from '../words/limits.ts';
import type { GroupTable } from './group-table.ts';
import { testWords, wordsPerTest } from './member-arena.ts';
import type { PoolTable, ScanList } from './pool-table.ts';

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
function mergeInto(list: OpenScanList, { groups, size, arena }: PoolTable): ScanList {
  const { members, tests, weights } = arena;
  const next = groups.map(() => 0);
  for (let count = 0; count < size; count += 1) {
    let from = -1;
    let lowest = Number.POSITIVE_INFINITY;
    for (let each = 0; each < groups.length; each += 1) {
      const { placesById } = groups[each] as GroupTable;
      const at = next[each] as number;
      if (at === placesById.length) continue;
      const { id } = (members[placesById[at] as number] as Candidate).booking;
      if (id < lowest) {
        lowest = id;
        from = each;
      }
    }
    const place = (groups[from] as GroupTable).placesById[next[from] as number] as number;
    next[from] = (next[from] as number) + 1;
    list.members[count] = members[place] as Candidate;
    list.rules[count] = (tests[wordsPerTest * place + testWords.acceptHighAndRules] as number) >>> 16;
    list.weights[count] = weights[place] as number;
  }
  list.count = size;
  return list;
}
