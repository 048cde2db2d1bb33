import type { RecordedRequest } from '../../../core/decision/explain/recorded-request.ts';
import type { StoppedBookings } from '../../../core/decision/explain/repeat-decision.ts';
import type { KeptFile, RecordedDecisions } from '../../../exchange/decisions/decision-folder.ts';

export type FoundDecision = {
  readonly processId: string;
  readonly request: RecordedRequest;
  /** Bookings that did not run in its process just then. */
  readonly stopped: StoppedBookings;
};

/** The decision of an id; null: it is not kept. The newest files are looked through first. */
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
  /** Epoch ms, from (included) and to (excluded). */
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
};

/** A list of decisions looks no longer than this. */
const mostLookMs = 5_000;

export type ListedDecisions = {
  /** The latest first. */
  readonly found: readonly RecordedRequest[];
  /** Everything from then on was looked through, epoch ms. */
  readonly lookedFromMs: number;
};

/** Decisions with an id: the latest of all processes, as far back as a few seconds of looking lead. */
export async function listDecisions(kept: RecordedDecisions, wish: DecisionOptions): Promise<ListedDecisions> {
  const { fromMs, limit } = wish;
  const deadlineMs = performance.now() + mostLookMs;
  const processes = [...(await kept.files()).values()].map((files) => ({
    rest: restOf(files, wish),
    doneFromMs: wish.toMs,
  }));
  const found: RecordedRequest[] = [];
  for (;;) {
    // The one of which least is known, and what is known of all.
    const next = processes.filter(({ rest }) => rest.length > 0).sort((a, b) => b.doneFromMs - a.doneFromMs)[0];
    if (next === undefined) return { found: latest(found, limit), lookedFromMs: fromMs };
    const { doneFromMs } = next;
    const isEnough = found.filter(({ atMs }) => atMs >= doneFromMs).length >= limit;
    if (isEnough || (doneFromMs < wish.toMs && performance.now() > deadlineMs)) {
      const known = found.filter(({ atMs }) => atMs >= doneFromMs);
      return { found: latest(known, limit), lookedFromMs: doneFromMs };
    }
    const file = next.rest.pop() as KeptFile;
    found.push(...(await latestIn(kept, file, wish)));
    next.doneFromMs = file.startMs;
  }
}

/** The files of a process that may hold something of the time, the newest last. */
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
      // What is earlier in the file than the last of them is of no use.
      if (inFile.length > 2 * limit) inFile.splice(0, limit);
      return true;
    },
  });
  // Decisions of the same millisecond stay in this order: the sort by time is stable.
  return inFile.slice(-limit).reverse();
}

/** The start of the oldest file; null: there is none. */
export async function keptFromMs(kept: RecordedDecisions): Promise<number | null> {
  const starts = [...(await kept.files()).values()].flatMap(([oldest]) =>
    oldest === undefined ? [] : [oldest.startMs],
  );
  return starts.length === 0 ? null : Math.min(...starts);
}

function newestFirst(files: ReadonlyMap<string, readonly KeptFile[]>): readonly KeptFile[] {
  return [...files.values()].flat().sort((a, b) => b.startMs - a.startMs);
}
