import { hourMs } from '../../../core/time/durations.ts';
import type { KeptFile, RecordedDecisions } from '../../../exchange/decisions/decision-folder.ts';
import { silencesOf } from '../../../exchange/decisions/other-hosts.ts';
import type { PastSnapshots } from '../../../exchange/snapshot-history/past-snapshots.ts';
import { type FileCount, FileCounter, type Gap } from './count-file.ts';
import { type HourlyOutcomes, OutcomeSums } from './funnel-counts.ts';

/** Number of cached counts of closed files, some hundred bytes each. */
const rememberedFiles = 5_000;

export type FunnelSources = { readonly kept: RecordedDecisions; readonly snapshots: PastSnapshots };

/** Whole hours in epoch ms, inclusive start and exclusive end. */
export type Period = { readonly fromMs: number; readonly toMs: number };

export type CountedFunnel = {
  readonly outcomes: HourlyOutcomes;
  readonly isComplete: boolean;
  /** Time from which all data is stored. null if none is stored. */
  readonly completeFromMs: number | null;
};

/**
 * Counts the outcomes of a booking in the recorded requests for its positions. Closed files are counted once per
 * booking. Yields to the event loop between frames. Source: docs/decisions/0086-funnels.md.
 */
export function createFunnelCounter(sources: FunnelSources) {
  const remembered = new Map<string, FileCount>();

  async function countOf(counter: FileCounter, file: KeptFile, { bookingId, isClosed }: Wish): Promise<FileCount> {
    const key = `${bookingId} ${file.processId} ${file.name}`;
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const counted = await counter.count(file);
    if (isClosed && counted.isFinal) {
      if (remembered.size >= rememberedFiles) remembered.clear();
      remembered.set(key, counted);
    }
    return counted;
  }

  return async (bookingId: number, { fromMs, toMs }: Period): Promise<CountedFunnel> => {
    const sums = new OutcomeSums();
    const gaps: Gap[] = [...silencesOf(await sources.kept.others(), Date.now())];
    const starts: ProcessStart[] = [];
    for (const files of (await sources.kept.files()).values()) {
      const counter = new FileCounter(sources.kept, sources.snapshots, bookingId);
      const inside = files.filter(
        (file, index) => file.startMs < toMs && (files[index + 1]?.startMs ?? toMs) >= fromMs,
      );
      let before: FileCount | null = null;
      for (const file of inside) {
        const isClosed = file !== files.at(-1);
        const counted = await countOf(counter, file, { bookingId, isClosed });
        sums.addAll(counted.outcomes);
        gaps.push(...counted.gaps, ...lostBetween(before, counted));
        before = counted;
      }
      const oldest = files[0] as KeptFile;
      starts.push({ startMs: oldest.startMs, continues: (await firstOf(sources.kept, oldest)) ?? true });
    }
    const completeFromMs = completeFromOf(starts);
    const isWhole = completeFromMs !== null && completeFromMs <= fromMs;
    const hasGap = gaps.some((gap) => gap.fromMs < toMs && gap.toMs > fromMs);
    const outcomes = new Map([...sums.hours].filter(([hour]) => hour * hourMs >= fromMs && hour * hourMs < toMs));
    return { outcomes, isComplete: isWhole && !hasGap, completeFromMs };
  };
}

type Wish = { readonly bookingId: number; readonly isClosed: boolean };

/** Start of a process's stored files, and whether earlier ones existed. */
type ProcessStart = { readonly startMs: number; readonly continues: boolean };

/**
 * Returns the time from which data is complete. A process causes no gap before its start. Nothing was recorded before
 * the first process.
 */
function completeFromOf(starts: readonly ProcessStart[]): number | null {
  if (starts.length === 0) return null;
  const first = Math.min(...starts.map(({ startMs }) => startMs));
  return Math.max(first, ...starts.flatMap(({ startMs, continues }) => (continues ? [startMs] : [])));
}

/** Returns the gap before a file. A process that did not shut down normally has lost its last records. */
function lostBetween(before: FileCount | null, after: FileCount): readonly Gap[] {
  if (before === null || before.run === after.run || before.isEnded) return [];
  return [{ fromMs: before.lastMs, toMs: Math.max(after.runStartMs, before.lastMs + 1) }];
}

/** Returns whether records existed before a file. null if the file was deleted. */
async function firstOf(kept: RecordedDecisions, file: KeptFile): Promise<boolean | null> {
  let continues: boolean | null = null;
  await kept.read(file, {
    note: (note) => {
      if (note.note === 'file') continues = note.continues;
    },
    request: () => false,
  });
  return continues;
}
