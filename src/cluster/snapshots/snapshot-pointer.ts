import { encodePointer, parsePointer } from '../../exchange/snapshot/current-pointer.ts';
import type { SnapshotState } from '../../exchange/snapshot/file-names.ts';

/** The snapshot that all hosts serve. */
export type SharedPointer = {
  /** Term of the publisher lease. A worker that was suspended cannot revert later snapshots. */
  readonly term: number;
  /** Mark of the deployment. Hosts with another secret cannot verify each other's tokens. */
  readonly secret: string;
  readonly state: SnapshotState;
};

export function encodeSharedPointer({ term, secret, state }: SharedPointer): string {
  return JSON.stringify({ term, secret, files: encodePointer(state) });
}

/** null: damaged. */
export function parseSharedPointer(text: string): SharedPointer | null {
  try {
    const { term, secret, files } = JSON.parse(text) as Partial<Record<string, unknown>>;
    const state = typeof files === 'string' ? parsePointer(files) : null;
    return typeof term === 'number' && typeof secret === 'string' && state !== null ? { term, secret, state } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Above 0: the first was published later. */
export function comparePointers(first: SharedPointer, second: SharedPointer): number {
  return (
    first.term - second.term ||
    first.state.revision - second.state.revision ||
    first.state.base.revision - second.state.base.revision
  );
}
