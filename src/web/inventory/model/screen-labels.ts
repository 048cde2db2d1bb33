import type { Screen } from '../../../client/generated/types.gen.ts';
import { type LocalMoment, localClock, minuteText } from '../../../core/time/local-time.ts';
import { t } from '../../i18n/t.ts';

const minutesPerDay = 1_440;

/** Known facts of a screen: store, zone, orientation, size, loop, and whether it is open now. */
export function screenFacts(screen: Screen | null, timeZone: string, nowMs: number): readonly string[] {
  if (screen === null) return [];
  const { width, height, orientation, loopSeconds, slotSeconds, openingHours, store, zone } = screen;
  const size = isKnown(width) && isKnown(height) ? `${width} × ${height} px` : null;
  const loop = isKnown(loopSeconds) ? t('inventory.screenFact.loop', { seconds: loopSeconds }) : null;
  const slot = isKnown(slotSeconds) ? t('inventory.screenFact.slot', { seconds: slotSeconds }) : null;
  const facts = [
    isKnown(store) ? store : null,
    isKnown(zone) ? t(`inventory.storeZone.${zone}`) : null,
    isKnown(orientation) ? t(`inventory.orientation.${orientation}`) : null,
    size,
    loop,
    slot,
    hoursFact(openingHours, localClock(timeZone).momentAt(nowMs)),
  ];
  return facts.filter((fact) => fact !== null);
}

/** OpenStreetMap URL of a screen. Null: its coordinates are unknown. */
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
  if (open.length === 0) return t('inventory.screenFact.closed');
  return until === minutesPerDay
    ? t('inventory.screenFact.open')
    : t('inventory.screenFact.openUntil', { time: minuteText(until) });
}

function isKnown<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}
