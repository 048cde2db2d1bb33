import { hourMs, minuteMs } from '../../../core/time/durations.ts';
import type { OpenDataFile } from '../../../exchange/open-data/open-data-files.ts';
import { hasPersonKeys, parseOpenDataFileName } from '../../../exchange/open-data/open-data-names.ts';
import type { OpenDataSet } from '../../../exchange/open-data/open-data-schema.ts';

/** Size from which a file is no longer merged. */
const largeBytes = 128 * 1024 * 1024;
/** Total size of the files that are merged into one. */
const mergedBytes = 256 * 1024 * 1024;
/** Time after the end of an hour before its files are merged. */
const waitMs = hourMs;
/** Number of files of an hour, and time after its end, from which late files are merged too: late events are few. */
const lateFiles = 8;
const settledMs = 36 * hourMs;

/** Files of one hour that become one file. */
export type Compaction = {
  readonly folder: OpenDataSet['folder'];
  readonly partition: string;
  readonly names: readonly string[];
};

/**
 * Returns the merges that are due.
 * @param pendingStems parts of the names of files that an export may store again; they are left alone
 */
export function planCompaction(
  files: readonly OpenDataFile[],
  { pendingStems, nowMs }: { readonly pendingStems: readonly string[]; readonly nowMs: number },
): readonly Compaction[] {
  const due = files.flatMap(({ name, bytes }) => {
    const parsed = parseOpenDataFileName(name);
    if (parsed === null || bytes >= largeBytes || nowMs < parsed.startMs + hourMs + waitMs) return [];
    const { folder } = parsed;
    if (folder === 'counted' || folder === '_sums' || pendingStems.some((stem) => name.includes(`/${stem}.`)))
      return [];
    return [{ ...parsed, folder, name, bytes }];
  });
  return [...Map.groupBy(due, ({ partition }) => partition).values()].flatMap((ofHour) => {
    const [first] = ofHour;
    if (first === undefined) return [];
    const { folder, partition, startMs } = first;
    const isMerged = ofHour.some(({ name }) => isCompacted(name));
    const isSettled = nowMs >= startMs + settledMs;
    if (isMerged && (ofHour.length === 1 || (!isSettled && ofHour.length < lateFiles))) return [];
    return groupsOf(ofHour).map((names) => ({ folder, partition, names }));
  });
}

/** Start of the names of merged files. */
export const compactedStem = 'compacted-';

export function isCompacted(name: string): boolean {
  return name.includes(`/${compactedStem}`);
}

/**
 * Divides files into groups of a limited size: several files, or one with keys of people that was never merged, because a
 * merge removes keys that were erased before the file was stored.
 */
function groupsOf(files: readonly OpenDataFile[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let [group, size]: [string[], number] = [[], 0];
  for (const { name, bytes } of files) {
    if (size + bytes > mergedBytes) {
      groups.push(group);
      [group, size] = [[], 0];
    }
    group.push(name);
    size += bytes;
  }
  return [...groups, group].filter(
    ([first = '', ...others]) => others.length > 0 || (hasPersonKeys(first) && !isCompacted(first)),
  );
}

/** Interval at which merges are planned. */
export const compactionPauseMs = 10 * minuteMs;
