import { dayMs, hourMs } from '../../../core/time/durations.ts';
import type { CountedHour } from '../../../exchange/open-data/counted-hours.ts';
import type { OpenDataFile } from '../../../exchange/open-data/open-data-files.ts';
import { parseOpenDataFileName } from '../../../exchange/open-data/open-data-names.ts';

/** Time after the end of an hour before its file is made: as for merges. */
const waitMs = hourMs;
/** Shortest time between two files of an hour, and of an hour of an earlier day: late events are few. */
const repeatMs = hourMs;
const settledRepeatMs = dayMs;
const settledMs = 36 * hourMs;

/** New names of merged files by their old names, with their folder. */
export type MergedNames = ReadonlyMap<string, string>;

/**
 * Returns the state of all hours with stored files. An hour has changed if it has other files than before, except for
 * merges. Hours without files are omitted.
 */
export function observeHours(
  before: readonly CountedHour[],
  files: readonly OpenDataFile[],
  { merged, nowMs }: { readonly merged: MergedNames; readonly nowMs: number },
): readonly CountedHour[] {
  const known = new Map(before.map((hour) => [hour.startMs, hour]));
  const parsed = files.flatMap(({ name }) => {
    const parts = parseOpenDataFileName(name);
    return parts === null ? [] : [{ ...parts, name: name.slice(parts.partition.length + 1) }];
  });
  const hours = Map.groupBy(parsed, ({ startMs }) => startMs);
  const inOrder = [...hours].toSorted(([one], [other]) => one - other);
  return inOrder.map(([startMs, ofHour]) => {
    const namesOf = (folder: string) => ofHour.filter((file) => file.folder === folder).map(({ name }) => name);
    const now = { events: namesOf('events'), requests: namesOf('requests') };
    const old = known.get(startMs);
    if (old === undefined) return { ...unknownHour, startMs, ...now, changedAtMs: nowMs, earliestMs: startMs };
    const isSame = (['events', 'requests'] as const).every((folder) => {
      const partition = ofHour.find((file) => file.folder === folder)?.partition ?? '';
      const expected = old[folder].map(
        (name) => merged.get(`${partition}/${name}`)?.slice(partition.length + 1) ?? name,
      );
      return isSameSet(new Set(expected), new Set(now[folder]));
    });
    return { ...old, ...now, changedAtMs: isSame ? old.changedAtMs : nowMs };
  });
}

/** An hour without a file. */
const unknownHour = { madeAtMs: null, keys: [], summed: [], hasViewers: false, erasedAtMs: null };

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((name) => other.has(name));
}

/**
 * Returns the hours whose file is due, the latest first: it does not exist, or the hour or an earlier hour with
 * decisions of its events has changed since. Files with late events are made at most once an hour.
 */
export function dueHours(hours: readonly CountedHour[], nowMs: number): readonly CountedHour[] {
  return hours
    .filter(({ startMs, events, madeAtMs, earliestMs }) => {
      if (events.length === 0 || nowMs < startMs + hourMs + waitMs) return false;
      if (madeAtMs === null) return true;
      if (nowMs < madeAtMs + (nowMs < startMs + settledMs ? repeatMs : settledRepeatMs)) return false;
      return hours.some(
        (hour) => hour.changedAtMs > madeAtMs && hour.startMs <= startMs && hour.startMs + hourMs > earliestMs,
      );
    })
    .toSorted((one, other) => other.startMs - one.startMs);
}
