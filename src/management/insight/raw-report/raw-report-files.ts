import type { CountedHour } from '../../../exchange/open-data/counted-hours.ts';
import { countedFileName, sumsFileName } from '../../../exchange/open-data/counted-schema.ts';
import type { CachedHours } from './cached-hours.ts';
import type { RawReportTask } from './raw-report-task.ts';
import { type RawFiles, type ScannedFiles, summedColumnOf } from './raw-scan-sql.ts';

/**
 * Finds the local files of a report: sums of the hours that have them, and all rows of the others. With screens, the rows of
 * all hours.
 * @param onCopied called with the part of the files that are available, from 0 to 1
 */
export async function findReportedFiles(
  cached: CachedHours,
  task: RawReportTask,
  {
    hours,
    ...options
  }: {
    readonly hours: readonly CountedHour[];
    readonly signal: AbortSignal;
    readonly onCopied: (part: number) => void;
  },
): Promise<ScannedFiles> {
  const column = summedColumnOf(task);
  const hasSums = ({ summed }: CountedHour) => column !== null && summed.includes(column);
  const withSums = hours.filter(hasSums);
  const sums = await cached.pathsOf(withSums, sumsFileName, options);
  const filesOf = async (of: readonly CountedHour[]) =>
    grouped(task, await cached.pathsOf(of, countedFileName, options));
  const files = await filesOf(hours.filter((hour) => !hasSums(hour)));
  return { sums: [...sums.values()], files, played: task.screens.length === 0 ? [] : await filesOf(withSums) };
}

/** Divides files by their columns. */
function grouped({ key }: RawReportTask, paths: ReadonlyMap<CountedHour, string>): readonly RawFiles[] {
  const both = [true, false] as const;
  return both.flatMap((hasKeyColumn) =>
    both.map((hasViewers) => ({
      hasKeyColumn,
      hasViewers,
      paths: [...paths].flatMap(([hour, path]) => {
        const isOne = (key !== null && hour.keys.includes(key)) === hasKeyColumn;
        return isOne && hour.hasViewers === hasViewers ? [path] : [];
      }),
    })),
  );
}
