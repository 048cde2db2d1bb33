import { maxSnapshotProblems } from '../words/limits.ts';
import type { SnapshotProblem } from './snapshot.ts';

/** The rows of a snapshot that are left out. */
export type ProblemList = {
  /** @param owner id of the row that brought this one along, where it is not a row of its own */
  readonly note: (kind: SnapshotProblem['kind'], id: unknown, message: string, owner?: number) => void;
  /** A row of this kind and id, or of this owner, has come or gone: what was said of the one before no longer holds. */
  readonly forget: (kind: SnapshotProblem['kind'], idOrOwner: number) => void;
  /** The first `maxSnapshotProblems`. */
  readonly listed: () => readonly SnapshotProblem[];
  readonly count: () => number;
};

export function createProblemList(): ProblemList {
  const problems = new Map<string, SnapshotProblem>();
  const repeated = new Map<string, number>();
  return {
    note: (kind, id, message, owner) => {
      const named = typeof id === 'number' ? id : null;
      const key = `${kind} ${owner ?? named ?? `? ${repeated.size}`}`;
      // A row without an id cannot be told from the next one, and a second row of an id is a problem of its own.
      const times = repeated.get(key) ?? 0;
      repeated.set(key, times + 1);
      problems.set(times === 0 ? key : `${key} ${times}`, { kind, id: named, message });
    },
    forget: (kind, id) => {
      if (repeated.size === 0) return;
      const key = `${kind} ${id}`;
      const times = repeated.get(key) ?? 0;
      repeated.delete(key);
      for (let time = 0; time < times; time += 1) problems.delete(time === 0 ? key : `${key} ${time}`);
    },
    listed: () => [...problems.values()].slice(0, maxSnapshotProblems),
    count: () => problems.size,
  };
}
