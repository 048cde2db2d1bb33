import type { EndpointRatios } from '../measure-endpoint.ts';
import type { BenchResult, EditResult } from './bench-result.ts';
import { failuresOf, keyFigures } from './key-figures.ts';
import { limits, verdictOf } from './limits.ts';
import type { Spread } from './spread.ts';

export function presentText(result: BenchResult): string {
  const rows = endpointRows(result).map((cells) => `  ${cells.join('   ')}`);
  const others = otherRows(result).map((cells) => `  ${cells.join('   ')}`);
  return [
    `POST /json with its journal, against bare node:http in the same run: median (min..max) of ${result.rounds} rounds`,
    `${result.machine}, load ${result.load.join(' to ')}`,
    '',
    `  ${endpointHead.join('   ')}`,
    ...rows,
    '',
    `  ${otherHead.join('   ')}`,
    ...others,
    '',
    `  events on disk per second, one process: ${grouped(result.eventsDurablePerSecond)} (${result.cpuMicrosPerEvent} us CPU each)`,
    ...(result.edits === null ? [] : [`  ${editLine(result.edits)}`]),
    `  p99 with 5,000 slow clients over p99 without: ${ratio(result.slowClientsP99Ratio)}`,
    `  p99 of ads while photographs, zips and films are uploaded over p99 without: ${ratio(result.uploadsP99Ratio)}`,
    `  failed requests: ${failuresOf(result)}`,
    '',
    `  ${imagesLine(result)}`,
    '',
    ...limitRows(result).map((cells) => `  ${cells.join('   ')}`),
  ].join('\n');
}

/** Figures that had to be met and are not. */
export function missedLimits(result: BenchResult): string[] {
  const figures = keyFigures(result);
  return limits
    .filter(
      (limit) => figures[limit.figure] !== undefined && verdictOf(limit, figures[limit.figure] as number) === 'missed',
    )
    .map(({ figure }) => figure);
}

const limitHead = ['figure', 'measured', 'must', 'aim', ''];

function limitRows(result: BenchResult): string[][] {
  const figures = keyFigures(result);
  return limits.map((limit) => {
    const { figure, what, bound, must, aim, unit } = limit;
    const value = figures[figure];
    const sign = bound === 'least' ? '>=' : '<=';
    const text = (number: number) => `${number >= 100 ? grouped(number) : number}${unit}`;
    return [
      what,
      value === undefined ? 'not measured' : text(value),
      `${sign} ${text(must)}`,
      `${sign} ${text(aim)}`,
      value === undefined ? '' : verdictOf(limit, value),
    ];
  });
}

/** The page of the guide. */
export function presentPage(result: BenchResult): string {
  return `# Performance

This page is written by \`npm run bench -- --page\`. Figures of a machine that others use as well move from run to run: look at the
ratios, and of these at the CPU time first. Run \`npm run bench\` on your own machine, or \`npm run bench -- --json\` for one line of JSON.

## What is measured

- **The model** is the same in every run: 10 publishers, 100 publications, 2,000 positions in 12 formats; bookings for 1 to 10 positions
  (70 %), 1 to 3 publications (20 %), a publisher (7 %) or everything (3 %); 60 % ask for countries, 15 % regions, 30 % devices, 40 % sections,
  15 % keywords, 25 % segments, 5 % postal codes, 20 % parts of the day; positions are asked for by Zipf's law.
- **The server** is one delivery process, as in production with its journal on disk, started on a snapshot file.
- **The request** is what Prebid.js sends, with the header fields of a browser (${result.bySize[0]?.oneSlot.requestBytes} bytes of body for one slot). 2,000 different
  ones go out over ${result.connections} connections that stay open, each waiting for its answer.
- **Bare** is the least that any program on \`node:http\` does: it parses the same body and answers as many bytes of fixed JSON. The server is
  warmed up with as many requests as there are bookings (200,000 at most);
  then both take turns in the same run, ${result.rounds} rounds of ${result.seconds} s; each round gives one ratio, and the table shows median (min..max).
- **CPU** is the time of the whole server process per request, user and system. It is the steadier figure: requests per second and
  p99 also depend on who else uses the machine, and on the load generator, which takes a core of its own.

Measured on ${result.at}: ${result.machine}; load ${result.load.join(' to ')}.

## Against what we promise

${table(limitHead, limitRows(result))}

## The ad request, next to bare \`node:http\`

${table(endpointHead, endpointRows(result))}

"by node:http" is the process with \`PLACARD_FAST_PATH=off\`; the other rows are as it starts by default.

## Decision, memory, start, events

${table(otherHead, otherRows(result))}

- **Decision**: choosing one ad, for requests with five parameters and up to 40 segments whose values are known by their numbers, and were
  looked through just before, as in a server that has just read them: mean of 10,000, median of 15 such windows; p99 of all of them. By the clock, with the
  0.05 us that a look at the clock takes. "With reading" is CPU time in a loop, and looks those values up as well.
  The limits in microseconds were set on a machine where a bare request takes 17.2 us of CPU; "part of a bare request's CPU" holds
  the same limit against the machine of this run.
- **A read of memory** is one from a random place of 64 MB, in the same process: a decision is some dozens of them, so it is as
  quick as the machine's memory is free.
- **Memory**: what the snapshot takes beyond an empty process, with its rows.
- **Cold start**: from starting the process to its first ad.
${result.edits === null ? '' : `- **Edits**: ${editLine(result.edits)}.\n`}- **Impressions** were sent over HTTP, and each was answered when it was on disk. Without HTTP, one process
  has **${grouped(result.eventsDurablePerSecond)} events per second** on disk, each known to be there (4,000 at a time
  under way, ${result.cpuMicrosPerEvent} us of CPU each).
- **Slow clients**: with 5,000 more connections that send a byte a second each, p99 of the others is
  **${ratio(result.slowClientsP99Ratio)}** times what it is without them.
- **Uploads**: while photographs are made into their versions, and zips and films looked into, on the same machine, p99 of ads is **${ratio(result.uploadsP99Ratio)}** times
  what it is without.
- Failed requests in all of this: ${failuresOf(result)}.

## Images

What becomes of a JPEG of 4000 x 3000 pixels and ${grouped(result.images.uploadBytes)} bytes. The last column is the structural similarity (SSIM) to the
upload, resized without loss: 1 is equal, and from 0.95 on nobody sees a difference.

${table(imageHead, imageRows(result))}

- The worker makes ${imagesLine(result)}.
`;
}

function editLine({ bookings, edits, editToServedMsP50, editToServedMsP99 }: EditResult): string {
  return `among ${grouped(bookings)} bookings, a saved edit is served in both processes after ${editToServedMsP50} ms (p99 ${editToServedMsP99} ms, ${edits} edits)`;
}

const endpointHead = ['bookings', 'request', 'requests/s', 'CPU per request', 'p99', 'absolute'];

function endpointRows(result: BenchResult): string[][] {
  return result.bySize.flatMap(({ bookings, oneSlot, twoSlots, oneSlotByNode }) => [
    endpointRow(bookings, '1 slot', oneSlot),
    endpointRow(bookings, '2 slots', twoSlots),
    endpointRow(bookings, '1 slot, by node:http', oneSlotByNode),
  ]);
}

function endpointRow(bookings: number, what: string, ratios: EndpointRatios): string[] {
  return [
    grouped(bookings),
    what,
    ratio(ratios.perSecondRatio),
    ratio(ratios.cpuRatio),
    ratio(ratios.p99Ratio),
    `${grouped(ratios.perSecond.median)}/s against ${grouped(ratios.bare.median)}/s, ${ratios.cpuMicros.median.toFixed(1)} us, ${ratios.answerBytes} bytes`,
  ];
}

const otherHead = [
  'bookings',
  'decision',
  'with reading',
  'p99',
  'a read of memory',
  'memory per booking',
  'build',
  'cold start',
  'impressions/s',
];

function otherRows(result: BenchResult): string[][] {
  return result.bySize.map(({ bookings, decision, coldStartMs, impressionsPerSecond }) => [
    grouped(bookings),
    `${decision.microsPerDecision.toFixed(2)} us`,
    `${decision.microsWithReading.toFixed(2)} us`,
    `${decision.p99Micros.toFixed(1)} us`,
    `${Math.round(decision.memoryReadNanos)} ns`,
    `${grouped(decision.bytesPerBooking)} bytes`,
    `${grouped(decision.buildMs)} ms`,
    `${grouped(coldStartMs)} ms`,
    grouped(impressionsPerSecond),
  ]);
}

const imageHead = ['width', 'type', 'bytes', 'part of the upload', 'similarity'];

function imageRows({ images: { versions, uploadBytes } }: BenchResult): string[][] {
  return versions.map(({ width, mime, bytes, similarity }) => [
    String(width),
    mime.slice('image/'.length),
    grouped(bytes),
    `${((100 * bytes) / uploadBytes).toFixed(2)} %`,
    similarity.toFixed(3),
  ]);
}

function imagesLine({ images: { imagesPerSecond, ratioToSharp } }: BenchResult): string {
  return `${imagesPerSecond.toFixed(2)} uploads of 1600 x 1200 pixels a second into all their versions, ${ratioToSharp.toFixed(2)} times what sharp called directly makes`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function ratio({ median, min, max }: Spread): string {
  return `${median.toFixed(2)} (${min.toFixed(2)}..${max.toFixed(2)})`;
}

function grouped(value: number): string {
  return Math.round(value).toLocaleString('en');
}
