import { randomBytes } from 'node:crypto';

/** A file with all rows of a revision. */
export type BaseFile = {
  readonly name: string;
  /** Files of one lineage form a sequence, see `newLineage`. */
  readonly lineage: string;
  readonly revision: number;
};

/** A file with changes: updates any state from `from` (inclusive) to before `revision` to `revision`. */
export type DeltaFile = BaseFile & { readonly from: number };

/** A base and its deltas up to a revision. */
export type SnapshotState = {
  readonly lineage: string;
  readonly revision: number;
  readonly base: BaseFile;
  /** In order of revision. The first may precede the base, for readers with an older state. */
  readonly deltas: readonly DeltaFile[];
};

const basePattern = /^base-([0-9a-f]{12})-(\d{1,16})-([0-9a-f]{16})\.jsonl$/;
const deltaPattern = /^delta-([0-9a-f]{12})-(\d{1,16})-(\d{1,16})-([0-9a-f]{16})\.jsonl$/;

/**
 * Creates an ID for files that belong together. Revisions do not suffice, because a restored database continues from an
 * older one.
 */
export function newLineage(): string {
  return randomBytes(6).toString('hex');
}

export function baseName(base: Omit<BaseFile, 'name'>, checksum: string): string {
  return `base-${base.lineage}-${base.revision}-${checksum.slice(0, 16)}.jsonl`;
}

export function deltaName(delta: Omit<DeltaFile, 'name'>, checksum: string): string {
  return `delta-${delta.lineage}-${delta.from}-${delta.revision}-${checksum.slice(0, 16)}.jsonl`;
}

export function parseBaseName(name: string): BaseFile | null {
  const [, lineage, revision] = basePattern.exec(name) ?? [];
  return lineage === undefined ? null : { name, lineage, revision: Number(revision) };
}

export function parseDeltaName(name: string): DeltaFile | null {
  const [, lineage, from, revision] = deltaPattern.exec(name) ?? [];
  return lineage === undefined ? null : { name, lineage, from: Number(from), revision: Number(revision) };
}

/**
 * Returns the deltas that update a state of this revision to the newest, in order; null: one is missing. A delta
 * contains complete rows changed since `from`, so applying it to a state with some of its changes is safe.
 */
export function deltasAfter(revision: number, state: Pick<SnapshotState, 'deltas' | 'revision'>): DeltaFile[] | null {
  if (revision > state.revision) return null;
  const deltas = state.deltas.filter((delta) => delta.revision > revision);
  let reached = revision;
  for (const delta of deltas) {
    if (delta.from > reached) return null;
    reached = delta.revision;
  }
  return reached === state.revision ? deltas : null;
}
