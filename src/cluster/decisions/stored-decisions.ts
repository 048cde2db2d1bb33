import { dayMs } from '../../core/time/durations.ts';
import { parseDecisionFileName } from '../../exchange/decisions/decision-format.ts';

/** The recorded decisions of a host according to its list in the store. */
export type StoredDecisions = {
  /** Epoch ms: all earlier decisions are in the files. */
  readonly throughMs: number;
  readonly isEnded: boolean;
  readonly files: readonly StoredDecisionFile[];
};

export type StoredDecisionFile = {
  readonly processId: string;
  readonly name: string;
  /** Size of the file when it was stored. */
  readonly bytes: number;
};

/** Retention: as long as past snapshots. Later decisions of a silent host could not be replayed. */
export const storedDecisionsTtlMs = 8 * dayMs;

/** Folder of the lists of all hosts in the store, and the list of one host. */
export const storedLists = 'decision-hosts';
export const storedListOf = (host: string): string => `${storedLists}/${host}.json`;
export const storedDecisionsOf = (host: string, { processId, name }: Pick<StoredDecisionFile, 'processId' | 'name'>) =>
  `decisions/${host}/${processId}/${name}.gz`;

/** null: not the list of a host. */
export function hostOfList(name: string): string | null {
  return /^decision-hosts\/([a-z0-9-]{1,64})\.json$/.exec(name)?.[1] ?? null;
}

/** Name of a delivery process on any host. It is used as a local folder name. */
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
