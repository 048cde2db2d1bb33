import type { RecordedRequest } from '../../../core/decision/explain/recorded-request.ts';
import type { StoppedBookings } from '../../../core/decision/explain/repeat-decision.ts';
import type { KeptFile, RecordedDecisions } from '../../../exchange/decisions/decision-folder.ts';

export type FoundDecision = {
  readonly processId: string;
  readonly request: RecordedRequest;
  /** Bookings that were stopped in the process at that time. */
  readonly stopped: StoppedBookings;
};

/** Returns a decision by ID. Searches the newest files first. null if it is not stored. */
export async function findDecision(kept: RecordedDecisions, id: string): Promise<FoundDecision | null> {
  const bytes = Buffer.from(id, 'hex');
  for (const file of newestFirst(await kept.files())) {
    if (!(await kept.mayHold(file, bytes))) continue;
    let request: RecordedRequest | null = null;
    const reading = await kept.read(file, {
      request: (each) => {
        if (each.id !== id) return true;
        request = each;
        return false;
      },
    });
    if (reading !== null && request !== null) return { processId: file.processId, request, stopped: reading.stopped };
  }
  return null;
}

export type DecisionOptions = {
  readonly positionId: number | null;
  readonly bookingId: number | null;
  /** Epoch ms, inclusive start and exclusive end. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
};

/** Time limit of a list query, in milliseconds. */
const mostLookMs = 5_000;

export type ListedDecisions = {
  /** Latest first. */
  readonly found: readonly RecordedRequest[];
  /** Start of the searched period, epoch ms. */
  readonly lookedFromMs: number;
};

/** Returns the latest decisions with an ID of all processes, as far back as the time limit allows. */
export async function listDecisions(kept: RecordedDecisions, options: DecisionOptions): Promise<ListedDecisions> {
  const { fromMs, limit } = options;
  const deadlineMs = performance.now() + mostLookMs;
  const processes = [...(await kept.files()).values()].map((files) => ({
    rest: restOf(files, options),
    doneFromMs: options.toMs,
  }));
  const found: RecordedRequest[] = [];
  for (;;) {
    // Continues with the process that has been searched the least far back.
    const next = processes.filter(({ rest }) => rest.length > 0).sort((a, b) => b.doneFromMs - a.doneFromMs)[0];
    if (next === undefined) return { found: latest(found, limit), lookedFromMs: fromMs };
    const { doneFromMs } = next;
    const isEnough = found.filter(({ atMs }) => atMs >= doneFromMs).length >= limit;
    if (isEnough || (doneFromMs < options.toMs && performance.now() > deadlineMs)) {
      const known = found.filter(({ atMs }) => atMs >= doneFromMs);
      return { found: latest(known, limit), lookedFromMs: doneFromMs };
    }
    const file = next.rest.pop() as KeptFile;
    found.push(...(await latestIn(kept, file, options)));
    next.doneFromMs = file.startMs;
  }
}

/** Returns the files of a process that can overlap the period, newest last. */
function restOf(files: readonly KeptFile[], { fromMs, toMs }: DecisionOptions): KeptFile[] {
  return files.filter(({ startMs }, index) => startMs < toMs && (files[index + 1]?.startMs ?? toMs) > fromMs);
}

function latest(found: readonly RecordedRequest[], limit: number): readonly RecordedRequest[] {
  return [...found].sort((a, b) => b.atMs - a.atMs).slice(0, limit);
}

async function latestIn(
  kept: RecordedDecisions,
  file: KeptFile,
  { positionId, bookingId, fromMs, toMs, limit }: DecisionOptions,
): Promise<readonly RecordedRequest[]> {
  const isWanted = ({ id, atMs, slots }: RecordedRequest): boolean =>
    id !== null &&
    atMs >= fromMs &&
    atMs < toMs &&
    (positionId === null || slots.some((slot) => slot.positionId === positionId)) &&
    (bookingId === null || slots.some((slot) => slot.winner?.bookingId === bookingId));
  const inFile: RecordedRequest[] = [];
  await kept.read(file, {
    request: (request) => {
      if (isWanted(request)) inFile.push(request);
      // Discards decisions of the file before the latest `limit` ones.
      if (inFile.length > 2 * limit) inFile.splice(0, limit);
      return true;
    },
  });
  // Decisions of the same millisecond keep this order, because the sort by time is stable.
  return inFile.slice(-limit).reverse();
}

/** Returns the start of the oldest file, epoch ms. null if there is none. */
export async function keptFromMs(kept: RecordedDecisions): Promise<number | null> {
  const starts = [...(await kept.files()).values()].flatMap(([oldest]) =>
    oldest === undefined ? [] : [oldest.startMs],
  );
  return starts.length === 0 ? null : Math.min(...starts);
}

function newestFirst(files: ReadonlyMap<string, readonly KeptFile[]>): readonly KeptFile[] {
  return [...files.values()].flat().sort((a, b) => b.startMs - a.startMs);
}
