import { maxSnapshotProblems } from '../words/limits.ts';
import type { SnapshotProblem } from './snapshot.ts';

/** Takes note of rows that are left out while a snapshot is built. */
export type ProblemList = {
  readonly note: (kind: SnapshotProblem['kind'], id: unknown, message: string) => void;
  readonly listed: () => readonly SnapshotProblem[];
  readonly count: () => number;
};

/** A list that keeps the first `maxSnapshotProblems` and counts all. */
export function createProblemList(): ProblemList {
  const kept: SnapshotProblem[] = [];
  let count = 0;
  return {
    note: (kind, id, message) => {
      count += 1;
      if (kept.length < maxSnapshotProblems) kept.push({ kind, id: typeof id === 'number' ? id : null, message });
    },
    listed: () => kept,
    count: () => count,
  };
}
