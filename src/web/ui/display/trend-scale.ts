const wantedTicks = 4;
const steps = [1, 2, 2.5, 5, 10];

/**
 * Round values from 0 up to at least `most`, some four steps apart from each other; whole numbers.
 * @example ticksUpTo(43) // [0, 20, 40, 60]
 */
export function ticksUpTo(most: number): readonly number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / wantedTicks;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, (steps.find((one) => one * power >= rough) ?? 10) * power);
  const whole = Number.isInteger(step) ? step : Math.ceil(step);
  return Array.from({ length: Math.ceil(most / whole) + 1 }, (_, index) => index * whole);
}

/** Which of so many moments are named when there is room for some names; the last one always is. */
export function visibleTickIndexes(count: number, room: number): readonly number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, room)));
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % every === 0);
}

/** A line through places; down to `floor` and back it is an area. */
export function svgPathOf(places: readonly { readonly x: number; readonly y: number }[], floor?: number): string {
  const [first] = places;
  const last = places.at(-1);
  if (first === undefined || last === undefined) return '';
  const line = places.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  return floor === undefined ? line : `${line}L${last.x.toFixed(1)} ${floor}L${first.x.toFixed(1)} ${floor}Z`;
}
