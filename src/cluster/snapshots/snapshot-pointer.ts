import { encodePointer, parsePointer } from '../../exchange/snapshot/current-pointer.ts';
import type { SnapshotState } from '../../exchange/snapshot/file-names.ts';

/** Which snapshot all hosts are to serve. */
export type SharedPointer = {
  /** Of the lease under which it was published: who was frozen meanwhile does not undo what came after. */
  readonly term: number;
  /** Says whether this deployment made it: hosts with another secret could not read each other's tokens. */
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

/** Above zero: the first was published later. */
export function comparePointers(first: SharedPointer, second: SharedPointer): number {
  return (
    first.term - second.term ||
    first.state.revision - second.state.revision ||
    first.state.base.revision - second.state.base.revision
  );
}
