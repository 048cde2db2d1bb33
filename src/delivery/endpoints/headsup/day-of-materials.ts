import { externalUrlsIn } from '../../../core/creative/offline-creative.ts';
import { dayPartHolds } from '../../../core/decision/tables/schedule.ts';
import { screenCandidates } from '../../../core/loop/screen-terms.ts';
import { unpackCreative } from '../../../core/snapshot/packed-creative.ts';
import type { Candidate, Snapshot, SnapshotPosition } from '../../../core/snapshot/snapshot.ts';
import type { CreativeRow } from '../../../core/snapshot/snapshot-rows.ts';
import { minuteMs } from '../../../core/time/durations.ts';
import { type LocalClock, type LocalMoment, localDayAt } from '../../../core/time/local-time.ts';
import type { BookingId, CreativeId } from '../../../core/vocabulary/ids.ts';
import type { OfflineContent, OfflineFile, OfflineFiles } from './offline-files.ts';

/** A file that ads of a position use. */
export type Material = OfflineFile & {
  /**
   * Period of the day in which the file may be shown, by the dates of its bookings. Epoch milliseconds, end exclusive.
   */
  readonly fromMs: number;
  readonly toMs: number;
};

/** A creative of the day that cannot be shown without a network. */
export type ExcludedCreative = {
  readonly creativeId: CreativeId;
  readonly kind: CreativeRow['kind'];
  /** Ascending. */
  readonly bookingIds: readonly BookingId[];
  readonly reason: NonNullable<OfflineContent['problem']>;
  /** URLs of other hosts that its markup loads, at most ten. */
  readonly urls: readonly string[];
};

export type DayOfMaterials = {
  /** From local midnight to local midnight, epoch milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Sorted by path. */
  readonly materials: readonly Material[];
  /** Paths of all files that the position may show on this day or later. */
  readonly pathsFromNow: ReadonlySet<string>;
  /** Sorted by creative. */
  readonly excluded: readonly ExcludedCreative[];
};

const maxListedUrls = 10;

/**
 * Returns all files that may be shown at a position during the local day of a time, for any viewer. Dates, active days,
 * dayparts, blocked labels and conditions on the screen are applied. Other targeting, caps and goals are not. Rejects with `FileStoreAway` if the files
 * of an HTML5 archive cannot be read. Source: product decisions 8; wire-protocol 8.
 */
export async function dayOfMaterials(
  snapshot: Pick<Snapshot, 'targeting'>,
  position: SnapshotPosition,
  nowMs: number,
  offlineFiles: OfflineFiles,
): Promise<DayOfMaterials> {
  const day = localDayAt(position.clock, nowMs);
  const byPath = new Map<string, Material>();
  const pathsFromNow = new Set<string>();
  const excluded = new Map<CreativeId, ExcludedCreative>();
  // Before the first `await`, because the position changes with the snapshot.
  for (const { creative, bookingId, span } of adsOfDay(candidatesOf(snapshot, position), position, day)) {
    const { files, problem } = await offlineFiles.contentOf(creative);
    for (const file of files) {
      pathsFromNow.add(file.path);
      if (span !== null) byPath.set(file.path, { ...file, ...joined(span, byPath.get(file.path)) });
    }
    if (span === null || problem === null) continue;
    const bookingIds = [...(excluded.get(creative.id)?.bookingIds ?? []), bookingId];
    excluded.set(creative.id, excludedCreative(creative, problem, bookingIds));
  }
  return {
    ...day,
    materials: [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    pathsFromNow,
    excluded: [...excluded.values()].sort((a, b) => a.creativeId - b.creativeId),
  };
}

type AdOfDay = {
  readonly creative: CreativeRow;
  readonly bookingId: BookingId;
  /** Part of the day in which it may be shown; null: it may be shown on a later day only. */
  readonly span: Span | null;
};

/** Returns the ads that may be shown on the day or later. */
function adsOfDay(candidates: readonly Candidate[], position: SnapshotPosition, day: Span): readonly AdOfDay[] {
  const mayShowWithin = wallClockOf(position.clock, day);
  return candidates.flatMap((candidate) =>
    candidate.fittingAds.flatMap((ad): AdOfDay[] => {
      const fromMs = later(candidate.booking.startMs, ad.startMs);
      const toMs = earlier(candidate.booking.endMs, ad.endMs);
      if (toMs <= day.fromMs || toMs <= fromMs) return [];
      const span = { fromMs: Math.max(fromMs, day.fromMs), toMs: Math.min(toMs, day.toMs) };
      const isToday = span.fromMs < span.toMs && mayShowWithin(candidate, span);
      const creative = unpackCreative(ad.creative);
      return [{ creative, bookingId: candidate.booking.id, span: isToday ? span : null }];
    }),
  );
}

function excludedCreative(
  { id, kind, html }: CreativeRow,
  reason: ExcludedCreative['reason'],
  bookingIds: readonly BookingId[],
): ExcludedCreative {
  const urls = reason === 'external_resources' ? externalUrlsIn(html ?? '').slice(0, maxListedUrls) : [];
  return { creativeId: id, kind, bookingIds: [...new Set(bookingIds)].sort((a, b) => a - b), reason, urls };
}

/** Returns the span from the earlier start to the later end. */
function joined(span: Span, before: Span = span): Span {
  return { fromMs: Math.min(span.fromMs, before.fromMs), toMs: Math.max(span.toMs, before.toMs) };
}

/** Returns whether the head-up list of a position has materials: by its format, otherwise if it belongs to a screen. */
export function isInHeadsup({ format, isScreen }: SnapshotPosition): boolean {
  return format.inHeadsup ?? isScreen;
}

/**
 * Returns the bookings that may deliver at a position for screens at some time. Others that the position does not
 * accept never do.
 */
function candidatesOf(snapshot: Pick<Snapshot, 'targeting'>, position: SnapshotPosition): readonly Candidate[] {
  return isInHeadsup(position) ? screenCandidates(snapshot, position) : [];
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
