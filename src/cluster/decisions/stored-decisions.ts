import { dayMs } from '../../core/time/durations.ts';
import { parseDecisionFileName } from '../../exchange/decisions/decision-format.ts';

/** What a host keeps of its decisions, as its list in the store says. */
export type StoredDecisions = {
  /** Epoch ms: everything that was decided before is in the files. */
  readonly throughMs: number;
  readonly isEnded: boolean;
  readonly files: readonly StoredDecisionFile[];
};

export type StoredDecisionFile = {
  readonly processId: string;
  readonly name: string;
  /** What the file had when it was stored. */
  readonly bytes: number;
};

/** As long as past snapshots stay: what a host decided that was not seen since is of no use. */
export const storedDecisionsLifeMs = 8 * dayMs;

/** Folder of the lists of all hosts in the store, and the list of one. */
export const storedLists = 'decision-hosts';
export const storedListOf = (host: string): string => `${storedLists}/${host}.json`;
export const storedDecisionsOf = (host: string, { processId, name }: Pick<StoredDecisionFile, 'processId' | 'name'>) =>
  `decisions/${host}/${processId}/${name}.gz`;

/** null: no list of a host. */
export function hostOfList(name: string): string | null {
  return /^decision-hosts\/([a-z0-9-]{1,64})\.json$/.exec(name)?.[1] ?? null;
}

/** A delivery process, as hosts number them: it names a folder here. */
const processPattern = /^delivery-\d{1,4}$/;

/** null: damaged. */
export function parseStoredDecisions(text: string): StoredDecisions | null {
  try {
    const { throughMs, isEnded, files } = JSON.parse(text) as Partial<StoredDecisions>;
    if (typeof throughMs !== 'number' || typeof isEnded !== 'boolean' || !Array.isArray(files)) return null;
    return files.every(isFile) ? { throughMs, isEnded, files } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isFile(file: unknown): boolean {
  if (typeof file !== 'object' || file === null) return false;
  const { processId, name, bytes } = file as Partial<Record<keyof StoredDecisionFile, unknown>>;
  if (typeof processId !== 'string' || typeof name !== 'string' || typeof bytes !== 'number') return false;
  return processPattern.test(processId) && parseDecisionFileName(name) !== null;
}
