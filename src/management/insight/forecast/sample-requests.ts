import { drawSpace, drawTicket } from '../../../core/decision/draw/random.ts';
import type { RecordedRequest } from '../../../core/decision/explain/recorded-request.ts';
import type { KeptFile, RecordedDecisions } from '../../../exchange/decisions/decision-folder.ts';
import { hostOf, silencesOf } from '../../../exchange/decisions/other-hosts.ts';

export type SampleOptions = {
  readonly positionIds: ReadonlySet<number>;
  /** Epoch ms, inclusive start and exclusive end. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Most requests. */
  readonly most: number;
  /** Time limit for reading, in milliseconds. Beyond it files are read in part. */
  readonly readingMs: number;
};

/** Uniform random sample of the requests of some positions. */
export type RequestSample = {
  /** In chronological order. */
  readonly requests: readonly RecordedRequest[];
  /** Number of read requests of all positions, and of these positions. */
  readonly readCount: number;
  readonly foundCount: number;
  /** Epoch ms of the oldest and newest request found. null if none was found. */
  readonly oldestMs: number | null;
  readonly newestMs: number | null;
  /** True if all recorded requests of the period were read. */
  readonly isWhole: boolean;
  /** Number of hosts with complete data, including this one if it has decided requests. */
  readonly hostCount: number;
};

/**
 * Returns a sample of requests over the whole period. Reads files in an order that spreads over the period, each with
 * its part of the time limit. Yields between frames while it waits for the disk.
 */
export async function sampleRequests(kept: RecordedDecisions, options: SampleOptions): Promise<RequestSample> {
  const { fromMs, toMs, most, positionIds } = options;
  const requests: RecordedRequest[] = [];
  let readCount = 0;
  let foundCount = 0;
  let oldestMs: number | null = null;
  let newestMs: number | null = null;
  const others = await kept.others();
  let isWhole = !silencesOf(others, Date.now()).some((gap) => gap.fromMs < toMs && gap.toMs > fromMs);
  const hosts = new Set<string | null>(others.map(({ host }) => host));

  function take(request: RecordedRequest): void {
    if (request.atMs < fromMs || request.atMs >= toMs) return;
    readCount += 1;
    if (!request.slots.some(({ positionId }) => positionId !== null && positionIds.has(positionId))) return;
    foundCount += 1;
    oldestMs = Math.min(oldestMs ?? request.atMs, request.atMs);
    newestMs = Math.max(newestMs ?? request.atMs, request.atMs);
    if (requests.length < most) requests.push(request);
    else {
      const sampleIndex = Math.floor((drawTicket([most, foundCount], 0, 'booking') / drawSpace) * foundCount);
      if (sampleIndex < most) requests[sampleIndex] = request;
    }
  }

  const files = await filesWithin(kept, options);
  const endMs = performance.now() + options.readingMs;
  for (const [index, file] of spread(files).entries()) {
    const before = readCount;
    const fileEndMs = performance.now() + Math.max(0, endMs - performance.now()) / (files.length - index);
    for await (const visit of kept.frames(file)) {
      visit({
        request: (request) => {
          take(request);
          return true;
        },
        note: (note) => {
          if (note.note === 'gap' && note.fromMs < toMs && note.toMs > fromMs) isWhole = false;
        },
      });
      if (performance.now() <= fileEndMs) continue;
      isWhole = false;
      break;
    }
    if (readCount > before) hosts.add(hostOf(file.processId));
  }
  requests.sort((a, b) => a.atMs - b.atMs);
  return { requests, readCount, foundCount, oldestMs, newestMs, isWhole, hostCount: hosts.size };
}

async function filesWithin(kept: RecordedDecisions, { fromMs, toMs }: SampleOptions): Promise<readonly KeptFile[]> {
  const inside: KeptFile[] = [];
  for (const files of (await kept.files()).values()) {
    inside.push(...files.filter((file, index) => file.startMs < toMs && (files[index + 1]?.startMs ?? toMs) >= fromMs));
  }
  return inside.sort((a, b) => a.startMs - b.startMs);
}

/**
 * Returns the items in bisection order: the middle, then the quarters, then the eighths. Whenever reading stops, the
 * items read are spread out.
 */
function spread<Item>(items: readonly Item[]): readonly Item[] {
  const bits = Math.max(1, Math.ceil(Math.log2(items.length + 1)));
  const reversed = (index: number): number =>
    Number.parseInt(index.toString(2).padStart(bits, '0').split('').reverse().join(''), 2);
  return items
    .map((item, index) => ({ item, order: reversed(index) }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
