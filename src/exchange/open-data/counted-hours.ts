import type { OpenDataStore } from './open-data-files.ts';

const name = '_state/counted.json';

/** An hour with events or facts of requests, and what its file of `counted` was made of. */
export type CountedHour = {
  /** Epoch ms of the start of the hour. */
  readonly startMs: number;
  /** Names of the files of events and of facts of the hour, without their folder. */
  readonly events: readonly string[];
  readonly requests: readonly string[];
  /** Epoch ms when rows were added to these files, which does not include merges. */
  readonly changedAtMs: number;
  /** Epoch ms when the file of `counted` was made; null: it does not exist. With `erasedAtMs`, identifies its content. */
  readonly madeAtMs: number | null;
  /** Epoch ms of the earliest decision of the events. Events of hours since then may be earlier reports of the same. */
  readonly earliestMs: number;
  /** Keys with a column of their own. */
  readonly keys: readonly string[];
  /** Columns of which the hour has sums. */
  readonly summed: readonly string[];
  /** Whether the file has keys of viewers. */
  readonly hasViewers: boolean;
  /** Epoch ms when keys of erased viewers were last removed from the file; null: not since it was made. */
  readonly erasedAtMs: number | null;
};

const none = { summed: [], hasViewers: false, erasedAtMs: null };

/** Reads the hours, in order of time. */
export async function readCountedHours(store: OpenDataStore): Promise<readonly CountedHour[]> {
  const text = await store.getText(name);
  // Hours of the first versions have neither sums nor keys of viewers.
  return text === null ? [] : (JSON.parse(text) as readonly CountedHour[]).map((hour) => ({ ...none, ...hour }));
}

export async function saveCountedHours(store: OpenDataStore, hours: readonly CountedHour[]): Promise<void> {
  await store.putText(name, JSON.stringify(hours.toSorted((one, other) => one.startMs - other.startMs)));
}
