import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { type BenchServer, measureInProcess, ownCheckout, startBenchServer } from './bench-process.ts';
import type { DecisionResult } from './decision-process.ts';
import type { JournalResult } from './journal-process.ts';
import {
  adRequests,
  type EndpointTask,
  type Measured,
  measureInTurns,
  requestAds,
  warmUp,
} from './measure-endpoint.ts';
import { publishBench } from './publish-bench.ts';
import type { EditResult } from './result/bench-result.ts';
import { type Spread, spreadOfRounds } from './result/spread.ts';
import { measureEdits } from './start-measure-edits.ts';

/** Figure of both checkouts. The ratio is this checkout divided by the other one, per pair. */
export type ComparedFigure = {
  readonly name: string;
  readonly better: 'higher' | 'lower';
  readonly own: Spread;
  readonly other: Spread;
  readonly ratio: Spread;
};

export type CompareOptions = {
  /** Root of the other checkout, with installed packages. It must be able to read this checkout's snapshots. */
  readonly checkout: string;
  /** Folder for data. The caller removes it. */
  readonly folder: string;
  readonly generator: ChildProcess;
  readonly bookings: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly parts: readonly BenchPart[];
};

/** Groups of figures that can be compared separately. */
export const benchParts = ['endpoints', 'decisions', 'journal', 'edits'] as const;
export type BenchPart = (typeof benchParts)[number];

const warmUpRequests = 100_000;
/** Number of runs of measuring processes, alternating between both checkouts. */
const processRounds = 5;
const editRounds = 4;

type Pair<Result> = { readonly own: Result; readonly other: Result };

/**
 * Compares this checkout with another one on the same machine by alternating measurements: delivery servers that run
 * concurrently and receive load alternately, and processes that measure decisions, the journal and edits.
 */
export async function compareCheckouts(options: CompareOptions): Promise<readonly ComparedFigure[]> {
  const measure: Readonly<Record<BenchPart, (options: CompareOptions) => Promise<readonly ComparedFigure[]>>> = {
    endpoints: compareEndpoints,
    decisions: compareDecisions,
    journal: compareJournals,
    edits: compareEdits,
  };
  const figures: ComparedFigure[] = [];
  for (const part of options.parts) figures.push(...(await measure[part](options)));
  return figures;
}

async function compareDecisions(options: CompareOptions): Promise<readonly ComparedFigure[]> {
  const decisions = await inTurns(options, processRounds, (root) =>
    measureInProcess<DecisionResult>('decision-process.ts', [String(options.bookings)], root),
  );
  return [
    compared('decision, us', 'lower', decisions, (one) => one.microsPerDecision),
    compared('decision with reading, us', 'lower', decisions, (one) => one.microsWithReading),
    compared('decision, p99 us', 'lower', decisions, (one) => one.p99Micros),
    compared('bytes per booking', 'lower', decisions, (one) => one.bytesPerBooking),
  ];
}

async function compareJournals(options: CompareOptions): Promise<readonly ComparedFigure[]> {
  const { folder, checkout } = options;
  const journals = await inTurns(options, processRounds, (root, round) =>
    measureInProcess<JournalResult>('journal-process.ts', [join(folder, `events-${round}-${root === checkout}`)], root),
  );
  return [
    compared('events on disk per second', 'higher', journals, (one) => one.eventsPerSecond),
    compared('CPU of an event, us', 'lower', journals, (one) => one.cpuMicrosPerEvent),
  ];
}

async function compareEdits(options: CompareOptions): Promise<readonly ComparedFigure[]> {
  const edits = await inTurns<EditResult>(options, editRounds, (root) => measureEdits(options.bookings, root));
  return [
    compared('saved edit to served, p50 ms', 'lower', edits, (one) => one.editToServedMsP50),
    compared('saved edit to served, p99 ms', 'lower', edits, (one) => one.editToServedMsP99),
  ];
}

/** Returns the names of the figures for which this checkout reaches less than this part of the other one (median). */
export function figuresBelow(
  figures: readonly Pick<ComparedFigure, 'name' | 'better' | 'ratio'>[],
  least: number,
): readonly string[] {
  return figures
    .filter(({ better, ratio }) => (better === 'higher' ? ratio.median : 1 / ratio.median) < least)
    .map(({ name }) => name);
}

/** Returns the figures as lines of text. */
export function presentComparison(figures: readonly ComparedFigure[]): string {
  const text = ({ median, min, max }: Spread) => `${median} (${min}..${max})`;
  return ['figure   better   this   other   this over other']
    .concat(
      figures.map(({ name, better, own, other, ratio }) =>
        [name, better, text(own), text(other), text(ratio)].join('   '),
      ),
    )
    .join('\n');
}

async function compareEndpoints(options: CompareOptions): Promise<ComparedFigure[]> {
  const bySlots: ComparedFigure[] = [];
  for (const slots of [1, 2]) {
    const pairs: Pair<Measured>[] = [];
    for (let round = 0; round < processRounds; round += 1) pairs.push(...(await loadInTurns(options, slots, round)));
    const name = `\`/json\`, ${slots} slot${slots === 1 ? '' : 's'}`;
    bySlots.push(
      compared(`${name}, requests per second`, 'higher', pairs, (one) => one.perSecond),
      compared(`${name}, CPU us`, 'lower', pairs, (one) => one.cpuMicrosPerRequest),
      compared(`${name}, p99 ms`, 'lower', pairs, (one) => one.p99Ms),
    );
  }
  return bySlots;
}

/** Starts a server of each checkout in alternating order. The speed of a process can vary with its start. */
async function loadInTurns(options: CompareOptions, slots: number, round: number): Promise<readonly Pair<Measured>[]> {
  const { folder, bookings, checkout, generator, rounds, seconds } = options;
  const servers = new Map<string, BenchServer>();
  try {
    for (const root of round % 2 === 0 ? [ownCheckout, checkout] : [checkout, ownCheckout]) {
      const dataFolder = join(folder, `${slots}-${round}-${root === checkout}`);
      await publishBench(dataFolder, bookings);
      servers.set(root, await startBenchServer('delivery-server.ts', [dataFolder, 'on'], root));
    }
    const [own, other] = [servers.get(ownCheckout) as BenchServer, servers.get(checkout) as BenchServer];
    const requests = adRequests(slots);
    const task: EndpointTask = { generator, server: own, slots, rounds, seconds, warmUpRequests };
    for (const server of servers.values()) {
      await requestAds(server, requests[0]?.body ?? '');
      await warmUp(task, server, requests);
    }
    const pairs = await measureInTurns(task, other, requests);
    const failures = pairs.reduce((sum, pair) => sum + pair.own.failures + pair.other.failures, 0);
    if (failures > 0) throw new Error(`${failures} requests failed`);
    return pairs;
  } finally {
    for (const server of servers.values()) await server.stop();
  }
}

/** Measures both checkouts `rounds` times in alternating order. */
async function inTurns<Result>(
  { checkout }: CompareOptions,
  rounds: number,
  measure: (root: string, round: number) => Promise<Result>,
): Promise<readonly Pair<Result>[]> {
  const pairs: Pair<Result>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const isFirst = round % 2 === 0;
    const first = await measure(isFirst ? ownCheckout : checkout, round);
    const second = await measure(isFirst ? checkout : ownCheckout, round);
    pairs.push(isFirst ? { own: first, other: second } : { own: second, other: first });
  }
  return pairs;
}

function compared<Result>(
  name: string,
  better: ComparedFigure['better'],
  pairs: readonly Pair<Result>[],
  figureOf: (result: Result) => number,
): ComparedFigure {
  return {
    name,
    better,
    own: spreadOfRounds(pairs.map(({ own }) => figureOf(own))),
    other: spreadOfRounds(pairs.map(({ other }) => figureOf(other))),
    ratio: spreadOfRounds(pairs.map(({ own, other }) => figureOf(own) / figureOf(other))),
  };
}
