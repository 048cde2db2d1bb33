import type { RecordedRequest } from '../../../core/decision/explain/recorded-request.ts';
import { type BookingStateThen, createBookingJudge } from '../../../core/decision/judge-booking.ts';
import { hourMs } from '../../../core/time/durations.ts';
import type { KeptFile, RecordedDecisions } from '../../../exchange/decisions/decision-folder.ts';
import type { DecisionNote } from '../../../exchange/decisions/decision-format.ts';
import type { PastSnapshot, PastSnapshots } from '../../../exchange/snapshot-history/past-snapshots.ts';
import { type HourlyOutcomes, OutcomeSums } from './funnel-counts.ts';

/** Interval with missing data, epoch ms, inclusive start and exclusive end. */
export type Gap = { readonly fromMs: number; readonly toMs: number };

/** Counts of one booking in one file. */
export type FileCount = {
  readonly outcomes: HourlyOutcomes;
  /** Intervals that the file reports as missing, or whose snapshot is no longer stored. */
  readonly gaps: readonly Gap[];
  /** False if a snapshot was not found. It may become available later. */
  readonly isFinal: boolean;
  /** Process that wrote the file. */
  readonly run: string | null;
  readonly runStartMs: number;
  /** False for the first file that the process ever wrote. */
  readonly continues: boolean;
  /** Whether the process shut down normally after this file. */
  readonly isEnded: boolean;
  /** Epoch ms of the last request. The start of the file if it has none. */
  readonly lastMs: number;
};

/** Counts the files of one process in order, carrying the snapshot from one file to the next. */
export class FileCounter {
  readonly #kept: RecordedDecisions;
  readonly #snapshots: PastSnapshots;
  readonly #bookingId: number;
  #past: PastSnapshot | null = null;
  #judge: ReturnType<typeof createBookingJudge> | null = null;
  #revision = -1;

  constructor(kept: RecordedDecisions, snapshots: PastSnapshots, bookingId: number) {
    this.#kept = kept;
    this.#snapshots = snapshots;
    this.#bookingId = bookingId;
  }

  async count(file: KeptFile): Promise<FileCount> {
    const sums = new OutcomeSums();
    const notes: DecisionNote[] = [];
    let gone: Gap | null = null;
    let missing: Gap | null = null;
    let lastMs = file.startMs;
    for await (const visit of this.#kept.frames(file)) {
      const asked: Asked[] = [];
      visit({
        request: (request, stopped) => {
          asked.push({ request, atThatTime: { stopped: stopped.get(this.#bookingId) ?? 0, acceptance: null } });
          return true;
        },
        note: (note) => void notes.push(note),
      });
      for (const { request, atThatTime } of asked) {
        const { atMs } = request;
        lastMs = Math.max(lastMs, atMs);
        if (request.revision !== this.#revision) await this.#turnTo(request);
        if (this.#judge === null) gone = widened(gone, atMs);
        else {
          this.#judge(request, atThatTime, (outcome) => {
            if (outcome === null) missing = widened(missing, atMs);
            else sums.add(Math.floor(atMs / hourMs), outcome);
          });
        }
      }
    }
    const gaps = [...gapsIn(notes), gone, missing].filter((gap) => gap !== null);
    return { outcomes: sums.hours, gaps, isFinal: gone === null, ...runOf(notes), lastMs };
  }

  async #turnTo({ revision, atMs }: RecordedRequest): Promise<void> {
    this.#revision = revision;
    if (await this.#past?.follow(revision)) return;
    const wanted = { kind: 'bookings', ids: new Set([this.#bookingId]) } as const;
    this.#past = await this.#snapshots.open(revision, atMs, wanted);
    this.#judge = this.#past === null ? null : createBookingJudge(this.#past.snapshot, this.#bookingId);
  }
}

type Asked = { readonly request: RecordedRequest; readonly atThatTime: BookingStateThen };

function gapsIn(notes: readonly DecisionNote[]): readonly Gap[] {
  return notes.flatMap((note) => (note.note === 'gap' ? [{ fromMs: note.fromMs, toMs: note.toMs }] : []));
}

/** Merges the missing times of a file into one interval. */
function widened(gap: Gap | null, atMs: number): Gap {
  return { fromMs: Math.min(gap?.fromMs ?? atMs, atMs), toMs: Math.max(gap?.toMs ?? 0, atMs + 1) };
}

function runOf(notes: readonly DecisionNote[]) {
  const begin = notes.find((note) => note.note === 'file');
  return {
    run: begin?.run ?? null,
    runStartMs: begin?.runStartMs ?? 0,
    continues: begin?.continues ?? true,
    isEnded: notes.some(({ note }) => note === 'end'),
  };
}
