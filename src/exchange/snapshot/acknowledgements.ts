import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../platform/durable/write-durably.ts';

/** Maximum age of an acknowledgement. An older one belongs to a process that is gone or stuck. */
const freshForMs = 5_000;
const heartbeatMs = 1_000;

/** Counts of a delivery process since its start. */
export type ProcessCounts = {
  readonly startedAtMs: number;
  readonly adRequests: number;
  readonly filledSlots: number;
  readonly emptySlots: number;
  /** Events in the journal. */
  readonly events: number;
  /** Events that could not be stored and were rejected with 503. */
  readonly refusedEvents: number;
  readonly memoryBytes: number;
};

export type Acknowledgement = {
  readonly processId: string;
  /** The revision that this process serves. */
  readonly revision: number;
  /** Epoch ms of the last heartbeat. */
  readonly at: number;
  readonly pid: number;
  readonly counts?: ProcessCounts;
};

/** One small file per delivery process with the revision that it serves. */
export class Acknowledgements {
  readonly #folder: string;
  readonly #heartbeats = new Map<string, NodeJS.Timeout>();

  readonly #count: (() => ProcessCounts) | null;

  /** @param count counts of the acknowledging process; null for readers */
  constructor(folder: string, count: (() => ProcessCounts) | null) {
    this.#folder = folder;
    this.#count = count;
  }

  /** Writes the acknowledgement immediately and every second until `forget`. */
  async acknowledge(processId: string, revision: number): Promise<void> {
    clearInterval(this.#heartbeats.get(processId));
    const beat = setInterval(() => {
      // A failed heartbeat (disk full) makes this process appear stuck, which is correct.
      this.#write(processId, revision).catch(() => undefined);
    }, heartbeatMs);
    this.#heartbeats.set(processId, beat.unref());
    await mkdir(this.#folder, { recursive: true });
    await this.#write(processId, revision);
  }

  /** Returns the processes with a heartbeat within the last 5 seconds, by ID. */
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
    // A heartbeat in progress during `forget` must not leave its file behind.
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
