import { takesBooking } from '../../../core/decision/rules/position-rules.ts';
import { dayPartHolds } from '../../../core/decision/tables/schedule.ts';
import { unpackCreative } from '../../../core/snapshot/packed-creative.ts';
import type { Candidate, SnapshotPosition } from '../../../core/snapshot/snapshot.ts';
import type { CreativeRow } from '../../../core/snapshot/snapshot-rows.ts';
import { minuteMs } from '../../../core/time/durations.ts';
import { type LocalClock, type LocalMoment, localDayAt } from '../../../core/time/local-time.ts';
import { progressiveFiles } from '../../../core/vast/progressive-files.ts';

/** A file that ads of a position show. */
export type Material = {
  /** Path below the delivery address, or the whole address of a file elsewhere. */
  readonly path: string;
  readonly mime: string;
  /** null: not known. */
  readonly bytes: number | null;
  /** SHA-256 of its content, in hex; null: not known. */
  readonly sha256: string | null;
  /** The part of the day in which it may show, by the dates of its bookings; epoch ms, end excluded. */
  readonly fromMs: number;
  readonly toMs: number;
};

export type DayOfMaterials = {
  /** From local midnight to local midnight, epoch ms. */
  readonly fromMs: number;
  readonly toMs: number;
  /** In the order of their paths. */
  readonly materials: readonly Material[];
  /** Paths of all that the position may show on this day or later. */
  readonly pathsFromNow: ReadonlySet<string>;
};

/**
 * Everything that may show at a position during the local day of an instant, whoever looks at it: dates, active days, parts
 * of the day and blocked labels count, targeting, caps and goals do not.
 * Source: product decisions 8; wire-protocol 8.
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

/** What can be fetched and kept: an address that the player has to complete, a stream, or a page with files, cannot. */
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

/** A file that is alone under its hash has the hash of its content. */
function hashInPath(path: string): string | null {
  return /^media\/([0-9a-f]{64})\//.exec(path)?.[1] ?? null;
}

/** From the earlier start to the later end. */
function joined(span: Span, before: Span = span): Span {
  return { fromMs: Math.min(span.fromMs, before.fromMs), toMs: Math.max(span.toMs, before.toMs) };
}

/** All that may deliver at a position for screens at some time; what it does not take never does. */
function candidatesOf(position: SnapshotPosition): readonly Candidate[] {
  if (position.format.inHeadsup !== true) return [];
  return position.groups
    .flatMap(({ candidates, claims, fill }) => [...candidates, ...claims, ...fill])
    .filter(({ booking }) => takesBooking(position, booking));
}

type Span = { readonly fromMs: number; readonly toMs: number };

/** Tells whether the wall clock lets a booking deliver at some minute of a span of the day. */
function wallClockOf(clock: LocalClock, day: Span): (candidate: Candidate, span: Span) => boolean {
  let minutes: readonly LocalMoment[] | null = null;
  const { weekday } = clock.momentAt(day.fromMs);
  return ({ booking: { activeDays, dayParts } }, { fromMs, toMs }) => {
    if (activeDays.length > 0 && !activeDays.includes(weekday)) return false;
    if (dayParts.length === 0) return true;
    minutes ??= Array.from({ length: (day.toMs - day.fromMs) / minuteMs }, (_, minute) =>
      clock.momentAt(day.fromMs + minute * minuteMs),
    );
    // Parts of a day begin and end with a minute; the first one of the span may be under way.
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

/** Of ends that may be open. */
function earlier(endMs: number | null, otherMs: number | null): number {
  return Math.min(endMs ?? Number.POSITIVE_INFINITY, otherMs ?? Number.POSITIVE_INFINITY);
}
