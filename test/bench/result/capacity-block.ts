/** Markers around the generated table of `docs/guide/operate/capacity.md`. */
const begin = '<!-- Written by `npm run bench -- --page` from reference/performance.md. -->';
const end = '<!-- End of the generated part. -->';

/** The performance page lacks a figure. `npm run bench -- --full --page` writes all figures. */
export class MissingFigure extends Error {}

/**
 * Returns the capacity page with the figures of the performance page, which is their only source. A test compares both.
 */
export function withFigures(capacityPage: string, performancePage: string): string {
  const from = capacityPage.indexOf(begin);
  const to = capacityPage.indexOf(end);
  if (from === -1 || to < from) throw new MissingFigure('capacity.md has no markers for the generated table');
  return `${capacityPage.slice(0, from)}${begin}\n${presentFigures(performancePage)}\n${capacityPage.slice(to)}`;
}

function presentFigures(page: string): string {
  const [measured] = matchIn(page, 'the date', /^Measured on (\d{4}-\d\d-\d\d)/m);
  const [edit, editP99] = matchIn(page, 'edits', /served in both processes after ([\d.]+) ms \(p99 ([\d.]+) ms/);
  const [journal] = matchIn(page, 'events on disk', /\*\*([\d,]+) events per second\*\* on disk/);
  const rows = [
    ['ad requests, one delivery process, 100,000 bookings, one slot', requests(page, '100,000', '1 slot')],
    ['the same, two slots', requests(page, '100,000', '2 slots')],
    ['the same, 1,000,000 bookings, one slot', requests(page, '1,000,000', '1 slot')],
    [
      'events over HTTP, one delivery process, each on disk before the response',
      `${cell(page, '100,000', 8)} per second`,
    ],
    ['events into the journal without HTTP, one process', `${journal} per second`],
    ['time from a saved change until every process serves it, with 100,000 bookings', `${edit} ms, p99 ${editP99} ms`],
    ['memory of a delivery process per booking, with 100,000 and 1,000,000 bookings', both(page, 5)],
    ['start of a delivery process until its first ad, 100,000 and 1,000,000 bookings', both(page, 7)],
  ];
  const table = rows.map(([what, figure]) => `| ${what} | ${figure} |`);
  return [
    '',
    `Measured on ${measured} ([performance](../reference/performance.md)):`,
    '',
    '| Metric | Value |',
    '|---|---|',
    ...table,
    '',
  ].join('\n');
}

function requests(page: string, bookings: string, slots: string): string {
  const row = new RegExp(`^\\| ${bookings} \\| ${slots} \\|.*\\| ([\\d,]+)/s against [\\d,]+/s, ([\\d.]+) us`, 'm');
  const [perSecond, micros] = matchIn(page, `${slots} with ${bookings} bookings`, row);
  return `${perSecond} per second, ${micros} us of CPU time each`;
}

/** Returns a cell of the table of decision, memory and start. @param column from 1, without the bookings column */
function cell(page: string, bookings: string, column: number): string {
  const row = new RegExp(`^\\| ${bookings} \\|((?: [\\d.,]+(?: us| ns| bytes| ms)? \\|){8})$`, 'm');
  const [cells = ''] = matchIn(page, `the row of ${bookings} bookings`, row);
  return cells.split('|')[column - 1]?.trim() ?? '';
}

function both(page: string, column: number): string {
  return `${cell(page, '100,000', column)}, ${cell(page, '1,000,000', column)}`;
}

function matchIn(page: string, what: string, pattern: RegExp): readonly string[] {
  const found = pattern.exec(page);
  if (found === null) throw new MissingFigure(`performance.md does not contain ${what}`);
  return found.slice(1);
}
