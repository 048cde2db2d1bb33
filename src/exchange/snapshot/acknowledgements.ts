import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../platform/durable/write-durably.ts';

/** An acknowledgement older than this belongs to a process that is gone or stuck. */
const freshForMs = 5_000;
const heartbeatMs = 1_000;

/** What a delivery process has done since it began. */
export type ProcessCounts = {
  readonly startedAtMs: number;
  readonly adRequests: number;
  readonly filledSlots: number;
  readonly emptySlots: number;
  /** In the journal. */
  readonly events: number;
  /** Which could not be kept, so that who sent them was told to repeat them. */
  readonly refusedEvents: number;
  readonly memoryBytes: number;
};

export type Acknowledgement = {
  readonly processId: string;
  /** The revision that this process serves. */
  readonly revision: number;
  /** Epoch ms of the last sign of life. */
  readonly at: number;
  readonly pid: number;
  readonly counts?: ProcessCounts;
};

/** One small file per delivery process that says which revision it serves. */
export class Acknowledgements {
  readonly #folder: string;
  readonly #heartbeats = new Map<string, NodeJS.Timeout>();

  readonly #count: (() => ProcessCounts) | null;

  /** @param count what the process that acknowledges has done; of readers null */
  constructor(folder: string, count: (() => ProcessCounts) | null) {
    this.#folder = folder;
    this.#count = count;
  }

  /** Says so at once and again every second until `forget`. */
  async acknowledge(processId: string, revision: number): Promise<void> {
    clearInterval(this.#heartbeats.get(processId));
    const beat = setInterval(() => {
      // A beat that cannot be written (disk full) makes this process look stuck, which is what it is.
      this.#write(processId, revision).catch(() => undefined);
    }, heartbeatMs);
    this.#heartbeats.set(processId, beat.unref());
    await mkdir(this.#folder, { recursive: true });
    await this.#write(processId, revision);
  }

  /** The processes that showed life within the last five seconds, by id. */
  async list(): Promise<readonly Acknowledgement[]> {
    const names = (await readdir(this.#folder).catch(emptyWhenAbsent)).filter((name) => /^[\w-]+\.json$/.test(name));
    const all = await Promise.all(names.map((name) => this.#read(name)));
    const oldest = Date.now() - freshForMs;
    return all
      .filter((entry): entry is Acknowledgement => entry !== null && entry.at >= oldest)
      .sort((a, b) => a.processId.localeCompare(b.processId, 'en', { numeric: true }));
  }

  async forget(processId: string): Promise<void> {
    clearInterval(this.#heartbeats.get(processId));
    this.#heartbeats.delete(processId);
    await rm(this.#path(processId), { force: true });
  }

  #path(processId: string): string {
    return join(this.#folder, `${processId}.json`);
  }

  async #write(processId: string, revision: number): Promise<void> {
    const entry: Acknowledgement = {
      processId,
      revision,
      at: Date.now(),
      pid: process.pid,
      ...(this.#count !== null && { counts: this.#count() }),
    };
    await replaceFile(this.#path(processId), JSON.stringify(entry));
    // A beat under way while the process says goodbye must not leave its file behind.
    if (!this.#heartbeats.has(processId)) await rm(this.#path(processId), { force: true });
  }

  async #read(name: string): Promise<Acknowledgement | null> {
    try {
      return JSON.parse(await readFile(join(this.#folder, name), 'utf8')) as Acknowledgement;
    } catch (error) {
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }
}

function emptyWhenAbsent(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
