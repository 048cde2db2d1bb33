import type { AdRequest, RequestedSlot, RequestParameters } from '../../../core/decision/ad-request.ts';
import { categoryTerms, searchTerms } from '../../../core/sponsored/search-terms.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { type LocalClock, localClock } from '../../../core/time/local-time.ts';
import { type DemoDevice, type DemoPage, type DemoSubject, demoPages } from './demo-pages.ts';
import type { Random } from './random.ts';

/** A page view of a simulated visitor. */
export type PageView = { readonly atMs: number; readonly request: AdRequest; readonly device: DemoDevice };

/** Part of the page views of a day in each local hour, in per mille: quiet nights, peaks at lunch and in the evening. */
const hourlyCurve = [12, 8, 6, 5, 6, 12, 26, 44, 52, 50, 48, 50, 60, 54, 46, 44, 46, 50, 56, 64, 74, 72, 58, 57];
const curveTotal = hourlyCurve.reduce((sum, part) => sum + part, 0);

/** Distribution of the visitors. The parts of each list add up to 1. */
const devices = [
  ['phone', 0.57],
  ['desktop', 0.37],
  ['tablet', 0.06],
] as const satisfies Parts<DemoDevice>;
const countries = [
  ['BE', 0.62],
  ['NL', 0.2],
  ['FR', 0.1],
  ['LU', 0.08],
] as const satisfies Parts<string>;
const languages = [
  ['nl', 0.55],
  ['fr', 0.3],
  ['en', 0.15],
] as const satisfies Parts<string>;
const browsersOf: Readonly<Record<DemoDevice, Parts<string>>> = {
  phone: [
    ['chrome', 0.6],
    ['safari', 0.4],
  ],
  tablet: [['safari', 1]],
  desktop: [
    ['chrome', 0.6],
    ['firefox', 0.25],
    ['edge', 0.15],
  ],
};
/** Distinct visitors, so that frequency caps apply. */
const visitors = 4_000;

type Parts<Value> = readonly (readonly [Value, number])[];

/** Creates a function that returns the page views of a period in chronological order. */
export function createPageViews(random: Random): (fromMs: number, toMs: number) => readonly PageView[] {
  const pages = demoPages.map((page) => ({ page, clock: localClock(page.timeZone) }));
  return (fromMs, toMs) => {
    const views: PageView[] = [];
    for (const { page, clock } of pages) {
      const expected = viewsPerMs(page, clock, fromMs) * (toMs - fromMs);
      for (let left = arrivals(expected, random); left > 0; left -= 1) {
        const atMs = fromMs + Math.floor(random() * (toMs - fromMs));
        const device = oneOf(devices, random);
        views.push({ atMs, device, request: requestOf(page, device, random) });
      }
    }
    return views.sort((a, b) => a.atMs - b.atMs);
  };
}

function viewsPerMs({ viewsPerDay, weekend }: DemoPage, clock: LocalClock, atMs: number): number {
  const { weekday, minuteOfDay } = clock.momentAt(atMs);
  const part = (hourlyCurve[Math.floor(minuteOfDay / 60)] ?? 0) / (curveTotal / hourlyCurve.length);
  const ofDay = weekday === 'sat' || weekday === 'sun' ? weekend : 1;
  return (viewsPerDay * part * ofDay) / dayMs;
}

/** Returns a Poisson-distributed number. @param mean well below 100 */
function arrivals(mean: number, random: Random): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}

function requestOf(page: DemoPage, device: DemoDevice, random: Random): AdRequest {
  const subject = page.subjects?.[Math.floor(random() * page.subjects.length)];
  const slots = page.slotNames(device).map(
    (slotName, index, all): RequestedSlot => ({
      slotName,
      parameters: noParameters,
      ...(index > 0 && all[index - 1] === slotName && { isFurther: true }),
    }),
  );
  return {
    slots,
    parameters: noParameters,
    context: {
      device,
      browser: oneOf(browsersOf[device], random),
      country: oneOf(countries, random),
      language: oneOf(languages, random),
      consent: random() < 0.8 ? 'granted' : 'denied',
      viewerKey: `demo-${Math.floor(random() * visitors)}`,
      ...(subject !== undefined && factsOf(subject)),
    },
  };
}

function factsOf(subject: DemoSubject) {
  return 'search' in subject
    ? { keywords: searchTerms(subject.search) }
    : { categories: categoryTerms(subject.category) };
}

function oneOf<Value>(parts: Parts<Value>, random: Random): Value {
  let left = random();
  for (const [value, part] of parts) {
    left -= part;
    if (left < 0) return value;
  }
  return (parts[0] as Parts<Value>[number])[0];
}

const noParameters: RequestParameters = new Map();
