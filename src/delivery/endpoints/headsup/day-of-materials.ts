import { takesBooking } from '../../../core/decision/rules/position-rules.ts';
import { dayPartHolds } from '../../../core/decision/tables/schedule.ts';
import { unpackCreative } from '../../../core/snapshot/packed-creative.ts';
import type { Candidate, SnapshotPosition } from '../../../core/snapshot/snapshot.ts';
import type { CreativeRow } from '../../../core/snapshot/snapshot-rows.ts';
import { minuteMs } from '../../../core/time/durations.ts';
import { type LocalClock, type LocalMoment, localDayAt } from '../../../core/time/local-time.ts';
import { progressiveFiles } from '../../../core/vast/progressive-files.ts';

/** A file that ads of a position use. */
export type Material = {
  /** Path below the delivery URL, or the complete URL of an external file. */
  readonly path: string;
  readonly mime: string;
  /** null if unknown. */
  readonly bytes: number | null;
  /** SHA-256 of the content in hex. null if unknown. */
  readonly sha256: string | null;
  /**
   * Period of the day in which the file may be shown, by the dates of its bookings. Epoch milliseconds, end exclusive.
   */
  readonly fromMs: number;
  readonly toMs: number;
};

export type DayOfMaterials = {
  /** From local midnight to local midnight, epoch milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Sorted by path. */
  readonly materials: readonly Material[];
  /** Paths of all files that the position may show on this day or later. */
  readonly pathsFromNow: ReadonlySet<string>;
};

/**
 * Returns all files that may be shown at a position during the local day of a time, for any viewer. Dates, active days,
 * dayparts and blocked labels are applied. Targeting, caps and goals are not. Source: product decisions 8;
 * wire-protocol 8.
 */
export function dayOfMaterials(position: SnapshotPosition, nowMs: number): DayOfMaterials {
  const day = localDayAt(position.clock, nowMs);
  const mayShowWithin = wallClockOf(position.clock, day);
  const byPath = new Map<string, Material>();
  const pathsFromNow = new Set<string>();
  for (const candidate of candidatesOf(position)) {
    for (const ad of candidate.fittingAds) {
      const dates = {
        fromMs: later(candidate.booking.startMs, ad.startMs),
        toMs: earlier(candidate.booking.endMs, ad.endMs),
      };
      if (dates.toMs <= day.fromMs || dates.toMs <= dates.fromMs) continue;
      const span = { fromMs: Math.max(dates.fromMs, day.fromMs), toMs: Math.min(dates.toMs, day.toMs) };
      const isToday = span.fromMs < span.toMs && mayShowWithin(candidate, span);
      for (const file of filesOf(unpackCreative(ad.creative))) {
        pathsFromNow.add(file.path);
        if (isToday) byPath.set(file.path, { ...file, ...joined(span, byPath.get(file.path)) });
      }
    }
  }
  const materials = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return { ...day, materials, pathsFromNow };
}

/**
 * Returns the files that can be fetched and stored. Excludes URLs that the player must complete, streams, and pages
 * with files.
 */
export function filesOf({
  kind,
  file,
  images,
  video,
}: CreativeRow): readonly Pick<Material, 'path' | 'mime' | 'bytes' | 'sha256'>[] {
  const shown = file === null || kind === 'html5' ? Object.values(images ?? {}) : [file];
  if (shown.length > 0) {
    return shown.map(({ path, mime, bytes = null, sha256 = hashInPath(path) }) => ({ path, mime, bytes, sha256 }));
  }
  return progressiveFiles(video).map(({ url, mime, bytes }) => ({ path: url, mime, bytes, sha256: hashInPath(url) }));
}

/** Returns the hash of the content for a file that is alone in its hash folder. */
function hashInPath(path: string): string | null {
  return /^media\/([0-9a-f]{64})\//.exec(path)?.[1] ?? null;
}

/** Returns the span from the earlier start to the later end. */
function joined(span: Span, before: Span = span): Span {
  return { fromMs: Math.min(span.fromMs, before.fromMs), toMs: Math.max(span.toMs, before.toMs) };
}

/**
 * Returns the bookings that may deliver at a position for screens at some time. Others that the position does not
 * accept never do.
 */
function candidatesOf(position: SnapshotPosition): readonly Candidate[] {
  if (position.format.inHeadsup !== true) return [];
  return position.groups
    .flatMap(({ candidates, claims, fill }) => [...candidates, ...claims, ...fill])
    .filter(({ booking }) => takesBooking(position, booking));
}

type Span = { readonly fromMs: number; readonly toMs: number };

/** Returns a predicate: whether the local time allows a booking to deliver in some minute of a span of the day. */
function wallClockOf(clock: LocalClock, day: Span): (candidate: Candidate, span: Span) => boolean {
  let minutes: readonly LocalMoment[] | null = null;
  const { weekday } = clock.momentAt(day.fromMs);
  return ({ booking: { activeDays, dayParts } }, { fromMs, toMs }) => {
    if (activeDays.length > 0 && !activeDays.includes(weekday)) return false;
    if (dayParts.length === 0) return true;
    minutes ??= Array.from({ length: (day.toMs - day.fromMs) / minuteMs }, (_, minute) =>
      clock.momentAt(day.fromMs + minute * minuteMs),
    );
    // Dayparts start and end on a full minute. The first minute of the span may have started already.
    const ofSpan = minutes.slice(
      Math.floor((fromMs - day.fromMs) / minuteMs),
      Math.ceil((toMs - day.fromMs) / minuteMs),
    );
    return dayParts.some((part) => ofSpan.some((local) => dayPartHolds(part, local)));
  };
}

function later(startMs: number, otherMs: number | null): number {
  return Math.max(startMs, otherMs ?? startMs);
}

/** Returns the earlier of two ends. null is an open end. */
function earlier(endMs: number | null, otherMs: number | null): number {
  return Math.min(endMs ?? Number.POSITIVE_INFINITY, otherMs ?? Number.POSITIVE_INFINITY);
}
