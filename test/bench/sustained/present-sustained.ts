import { MissingFigure } from '../result/capacity-block.ts';
import type { SustainedResult } from './measure-sustained.ts';
import type { Trend } from './steadiness.ts';

/** Markers around the generated part of `docs/guide/operate/capacity.md`. */
const begin = '<!-- Written by `npm run bench -- --only sustained --page`. -->';
const end = '<!-- End of the sustained load. -->';

/** Returns the capacity page with the figures of a sustained load. */
export function withSustainedLoad(capacityPage: string, result: SustainedResult, measuredOn: string): string {
  const from = capacityPage.indexOf(begin);
  const to = capacityPage.indexOf(end);
  if (from === -1 || to < from) throw new MissingFigure('capacity.md has no markers for the sustained load');
  return `${capacityPage.slice(0, from)}${begin}\n\n${presentSustained(result, measuredOn)}\n${capacityPage.slice(to)}`;
}

/** Returns the figures of a sustained load as Markdown. */
export function presentSustained(result: SustainedResult, measuredOn: string): string {
  const { capacity, staff, acknowledged, counted, steadiness } = result;
  const sum = ({ impressions, viewables, clicks }: typeof counted) => whole(impressions + viewables + clicks);
  const rows = [
    ['capacity: visits per second, each an ad request and the events of its ads', whole(capacity.visitsPerSecond)],
    ['capacity: HTTP requests per second', whole(capacity.requestsPerSecond)],
    [`sustained load, ${percent(result.part)} of it: ad requests per second`, whole(result.visitsPerSecond)],
    ['sustained load: event requests per second', whole(result.eventsPerSecond)],
    ['p99 of ad requests, median and maximum of windows of 10 s', spread(result.adsP99Ms)],
    ['p99 of events, on disk before the response', spread(result.eventsP99Ms)],
    ['failed requests, and visits that were skipped because 5,000 were under way', whole(result.failures)],
    ['acknowledged and counted events', `${sum(acknowledged)}, ${sum(counted)}`],
    ['longest delay of reports', `${steadiness.maxCountingDelaySeconds.toFixed(1)} s`],
    [
      `p99 of ${whole(staff.edits)} edits and ${whole(staff.reports)} reports`,
      `${ms(staff.editP99Ms)}, ${ms(staff.reportP99Ms)}`,
    ],
    ['journal on disk', trend(steadiness.journalMb, ' MiB')],
    ...steadiness.memoryMb.map((memory) => [`memory of \`${memory.name}\``, trend(memory, ' MiB')]),
    ['open file descriptors of all processes', trend(total(steadiness.fileDescriptors), '')],
  ];
  return [
    `Measured on ${measuredOn}: ${result.minutes} minutes of mixed traffic with ${whole(result.bookings)} bookings and the default settings. The traffic generator and PostgreSQL used the same cores. Pairs of memory, journal and file descriptors are medians of the second and of the last quarter.`,
    '',
    '| Metric | Value |',
    '|---|---|',
    ...rows.map(([what, value]) => `| ${what} | ${value} |`),
    '',
    result.violations.length === 0 ? 'All limits were met.' : `Violated limits: ${result.violations.join('; ')}.`,
    '',
  ].join('\n');
}

function total(trends: readonly Trend[]): Trend {
  const sum = (pick: (trend: Trend) => number) => trends.reduce((all, one) => all + pick(one), 0);
  return { name: 'all', early: sum(({ early }) => early), late: sum(({ late }) => late) };
}

function trend({ early, late }: Trend, unit: string): string {
  return `${whole(early)}${unit}, ${whole(late)}${unit}`;
}

function spread({ median, max }: { readonly median: number; readonly max: number }): string {
  return `${ms(median)}, ${ms(max)}`;
}

function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : whole(value)} ms`;
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
