import { maxSnapshotProblems } from '../vocabulary/limits/delivery-limits.ts';
import type { SnapshotProblem } from './snapshot.ts';

/** A problem as it was recorded. */
export type NotedProblem = SnapshotProblem & { readonly owner?: number };

/** The skipped rows of a snapshot. */
export type ProblemList = {
  /** Returns all problems with the arguments of `note`. */
  readonly noted: () => readonly NotedProblem[];
  /** Records a problem. @param owner ID of the containing row if it is not a separate row */
  readonly note: (kind: SnapshotProblem['kind'], id: unknown, message: string, owner?: number) => void;
  /** Removes the problems of a row of this kind and ID, or of this owner, because it was replaced or removed. */
  readonly forget: (kind: SnapshotProblem['kind'], idOrOwner: number) => void;
  /** Returns the first `maxSnapshotProblems` problems. */
  readonly listed: () => readonly SnapshotProblem[];
  readonly count: () => number;
};

export function createProblemList(): ProblemList {
  const problems = new Map<string, NotedProblem>();
  const repeated = new Map<string, number>();
  return {
    note: (kind, id, message, owner) => {
      const named = typeof id === 'number' ? id : null;
      const key = `${kind} ${owner ?? named ?? `? ${repeated.size}`}`;
      // Rows without an ID cannot be distinguished, and a second row with the same ID is a separate problem.
      const times = repeated.get(key) ?? 0;
      repeated.set(key, times + 1);
      problems.set(times === 0 ? key : `${key} ${times}`, {
        kind,
        id: named,
        message,
        ...(owner !== undefined && { owner }),
      });
    },
    forget: (kind, id) => {
      if (repeated.size === 0) return;
      const key = `${kind} ${id}`;
      const times = repeated.get(key) ?? 0;
      repeated.delete(key);
      for (let time = 0; time < times; time += 1) problems.delete(time === 0 ? key : `${key} ${time}`);
    },
    listed: () =>
      [...problems.values()].slice(0, maxSnapshotProblems).map(({ kind, id, message }) => ({ kind, id, message })),
    noted: () => [...problems.values()],
    count: () => problems.size,
  };
}
