const wantedTicks = 4;
const steps = [1, 2, 2.5, 5, 10];

/**
 * Round integers from 0 to at least `most`, in about four steps.
 * @example ticksUpTo(43) // [0, 20, 40, 60]
 */
export function ticksUpTo(most: number): readonly number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / wantedTicks;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, (steps.find((factor) => factor * power >= rough) ?? 10) * power);
  const whole = Number.isInteger(step) ? step : Math.ceil(step);
  return Array.from({ length: Math.ceil(most / whole) + 1 }, (_, index) => index * whole);
}

/** The indexes of the labels that fit. The last label is always among them. */
export function visibleTickIndexes(count: number, maxLabels: number): readonly number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, maxLabels)));
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % every === 0);
}

/** A line through points. With `floor`, the area between the line and `floor`. */
export function svgPathOf(points: readonly { readonly x: number; readonly y: number }[], floor?: number): string {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return '';
  const line = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${coordinate(x)} ${coordinate(y)}`).join('');
  return floor === undefined ? line : `${line}L${coordinate(last.x)} ${floor}L${coordinate(first.x)} ${floor}Z`;
}

/**
 * Horizontal steps of a width around points, connected by vertical lines. A point without a value interrupts them. The
 * steps end at the first and the last point.
 * @example svgStepPathOf([{ x: 0, y: 1 }, { x: 10, y: 2 }, { x: 20, y: 3 }], 10) // 'M0 1H5V2H15V3H20'
 */
export function svgStepPathOf(
  points: readonly { readonly x: number; readonly y: number | null }[],
  width: number,
): string {
  const within = (x: number) => coordinate(Math.min(points.at(-1)?.x ?? x, Math.max(points[0]?.x ?? x, x)));
  return points
    .map(({ x, y }, index) => {
      if (y === null) return '';
      const isFirst = (points[index - 1]?.y ?? null) === null;
      const begin = isFirst ? `M${within(x - width / 2)} ${coordinate(y)}` : `V${coordinate(y)}`;
      return `${begin}H${within(x + width / 2)}`;
    })
    .join('');
}

/** A length in pixels with one decimal. */
function coordinate(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
