import type { Screen } from '../../../client/generated/types.gen.ts';
import { type LocalMoment, localClock, minuteText } from '../../../core/time/local-time.ts';

const minutesPerDay = 1_440;

/** What is known of a screen, in a few words each: size, loop, and whether somebody can see it at this instant. */
export function screenFacts(screen: Screen | null, timeZone: string, nowMs: number): readonly string[] {
  if (screen === null) return [];
  const { width, height, orientation, loopSeconds, slotSeconds, openingHours } = screen;
  const size = isKnown(width) && isKnown(height) ? `${width} × ${height} px` : null;
  const loop = isKnown(loopSeconds) ? `loop of ${loopSeconds} s` : null;
  const slot = isKnown(slotSeconds) ? `${slotSeconds} s each` : null;
  const facts = [orientation ?? null, size, loop, slot, hoursFact(openingHours, localClock(timeZone).momentAt(nowMs))];
  return facts.filter((fact) => fact !== null);
}

/** Where it hangs on a map that everybody has; null: it is not known. */
export function mapUrlOf(screen: Screen | null): string | null {
  const geo = screen?.geo ?? null;
  if (geo === null) return null;
  const { latitude, longitude } = geo;
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
}

type OpeningHours = Screen['openingHours'];

function hoursFact(parts: OpeningHours, { weekday, minuteOfDay }: LocalMoment): string | null {
  if (parts.length === 0) return null;
  const open = parts.filter(
    ({ days, fromMinute, toMinute }) =>
      (days.length === 0 || days.includes(weekday)) && fromMinute <= minuteOfDay && minuteOfDay < toMinute,
  );
  const until = Math.max(...open.map(({ toMinute }) => toMinute));
  if (open.length === 0) return 'closed now';
  return until === minutesPerDay ? 'open now' : `open until ${minuteText(until)}`;
}

function isKnown<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}
