import { bookingWeight } from '../decision/draw/share.ts';
import { dayPartHolds, includesDay } from '../decision/tables/schedule.ts';
import type { DayPart } from '../time/day-part.ts';
import { minuteMs } from '../time/durations.ts';
import { type LocalClock, localDayAt } from '../time/local-time.ts';
import type { Weekday } from '../vocabulary/statuses.ts';
import type { Loop, LoopBooking, LoopProblem } from './loop-booking.ts';
import { isOpen } from './opening-hours.ts';
import { planLoops } from './plan-loops.ts';

/** A booking with its schedule. Its weight is that of the hour of the loop. */
export type DayBooking = Omit<LoopBooking, 'weight'> & {
  /** Epoch ms, inclusive. */
  readonly startMs: number;
  /** Epoch ms, exclusive; null: open end. */
  readonly endMs: number | null;
  /** Empty: every day. */
  readonly activeDays: readonly Weekday[];
  /** Empty: all day. */
  readonly dayParts: readonly DayPart[];
};

/** Properties of a screen that affect its loop. */
export type LoopScreen = {
  /** Wall clock of its publication. */
  readonly clock: LocalClock;
  /** Empty: always. */
  readonly openingHours: readonly DayPart[];
  readonly loopSeconds: number;
  /** At most `loopSeconds`. */
  readonly slotSeconds: number;
};

/** One loop of a day: slot n plays at `startMs + n * slotSeconds * 1000`. */
export type TimedLoop = { readonly startMs: number; readonly plays: Loop };

export type DayPlan = {
  /** The local day, epoch ms, from (inclusive) to (exclusive). */
  readonly fromMs: number;
  readonly toMs: number;
  readonly loops: readonly TimedLoop[];
  readonly problems: readonly LoopProblem[];
};

/**
 * Plans the loops of a screen on a local day during its opening hours. The last loop before closing is shorter. A
 * booking is in a loop if it runs from the first slot to the last. Source: docs/decisions/0115-loops.md.
 * @param instantMs any instant of the day
 */
export function planDay(screen: LoopScreen, bookings: readonly DayBooking[], instantMs: number): DayPlan {
  const day = localDayAt(screen.clock, instantMs);
  const slotMs = screen.slotSeconds * 1000;
  const tasks = openSpans(screen, day).flatMap((span) => loopsWithin(screen, span));
  const { loops, problems } = planLoops(
    tasks.map(({ startMs, slots }) => ({
      slots,
      bookings: bookings
        .filter(
          (each) => runsAt(each, screen.clock, startMs) && runsAt(each, screen.clock, startMs + slots * slotMs - 1),
        )
        .map((each) => ({ ...each, weight: bookingWeight(each, startMs) })),
    })),
  );
  return { ...day, loops: tasks.map(({ startMs }, index) => ({ startMs, plays: loops[index] ?? [] })), problems };
}

type Span = { readonly fromMs: number; readonly toMs: number };

/** Returns the opening times of the screen. Clock changes and opening hours are in whole minutes. */
function openSpans({ clock, openingHours }: LoopScreen, { fromMs, toMs }: Span): readonly Span[] {
  if (openingHours.length === 0) return [{ fromMs, toMs }];
  const spans: Span[] = [];
  let openedMs: number | null = null;
  for (let atMs = fromMs; atMs <= toMs; atMs += minuteMs) {
    const isOpenNow = atMs < toMs && isOpen(openingHours, clock.momentAt(atMs));
    if (isOpenNow && openedMs === null) openedMs = atMs;
    if (isOpenNow || openedMs === null) continue;
    spans.push({ fromMs: openedMs, toMs: atMs });
    openedMs = null;
  }
  return spans;
}

function loopsWithin({ loopSeconds, slotSeconds }: LoopScreen, { fromMs, toMs }: Span) {
  const loopSlots = Math.floor(loopSeconds / slotSeconds);
  const loops: { readonly startMs: number; readonly slots: number }[] = [];
  for (let startMs = fromMs; startMs < toMs; startMs += loopSeconds * 1000) {
    const slots = Math.min(loopSlots, Math.floor((toMs - startMs) / (slotSeconds * 1000)));
    if (slots > 0) loops.push({ startMs, slots });
  }
  return loops;
}

function runsAt({ startMs, endMs, activeDays, dayParts }: DayBooking, clock: LocalClock, atMs: number): boolean {
  if (atMs < startMs || (endMs !== null && atMs >= endMs)) return false;
  const local = clock.momentAt(atMs);
  return (
    includesDay(activeDays, local) && (dayParts.length === 0 || dayParts.some((part) => dayPartHolds(part, local)))
  );
}
