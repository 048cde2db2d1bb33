import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { decisionFileName, frameHeadBytes, parseDecisionFileName } from './decision-format.ts';

/** Frames that may wait for the disk. */
const maxWaitingBytes = 16 * 1024 * 1024;

/** What of a file is used; a test puts a failing one here. */
export type DecisionFile = Pick<FileHandle, 'write' | 'close'>;

export type DecisionWriterOptions = {
  /** Folder of this delivery process alone. */
  readonly folder: string;
  /** Files take so many bytes together; the oldest go first. */
  readonly maxBytes: number;
  readonly onFailure: (error: unknown) => void;
  readonly openFile?: (path: string) => Promise<DecisionFile>;
};

export type FrameNote = { readonly fromMs: number; readonly isNewFile: boolean; readonly failuresTold: number };

type Listed = { readonly name: string; bytes: number };

/** Opens the folder of a process; what an earlier run has written stays. */
export async function openDecisionWriter(options: DecisionWriterOptions): Promise<DecisionWriter> {
  const files: Listed[] = [];
  for (const name of (await readdir(options.folder).catch(() => [])).sort()) {
    if (parseDecisionFileName(name) === null) continue;
    const found = await stat(join(options.folder, name)).catch(() => null);
    if (found !== null) files.push({ name, bytes: found.size });
  }
  return new DecisionWriter(options, files);
}

/** Writes frames in their order, off the request path: a ring of files. Nothing waits for it. */
export class DecisionWriter {
  readonly #options: DecisionWriterOptions;
  readonly #files: Listed[];
  readonly continues: boolean;
  #file: DecisionFile | null = null;
  #written: Promise<void> = Promise.resolve();
  #waitingBytes = 0;
  #number: number;
  /** Since when requests are lost of which no file says so yet, epoch ms; null: none is. */
  lostFromMs: number | null = null;
  /** How often frames were lost: whoever hands them over begins a new file then. */
  failures = 0;
  #isBroken = false;

  constructor(options: DecisionWriterOptions, files: Listed[]) {
    this.#options = options;
    this.#files = files;
    this.continues = files.length > 0;
    this.#number = 1 + Math.max(0, ...files.map(({ name }) => parseDecisionFileName(name)?.number ?? 0));
  }

  /**
   * Hands over a frame. After a failure frames are let go of until one that begins a file is written.
   * @param fromMs of the first request in it, epoch ms
   * @param failuresTold `failures` when a file was begun, which says what was lost until then
   */
  append(frame: Buffer, { fromMs, isNewFile, failuresTold }: FrameNote): void {
    if (this.#waitingBytes + frame.length > maxWaitingBytes) {
      this.#lose(fromMs);
      // In its place: what waits before it is whole.
      this.#written = this.#written.then(() => {
        this.#isBroken = true;
      });
      return;
    }
    this.#waitingBytes += frame.length;
    this.#written = this.#written.then(async () => {
      try {
        if (this.#isBroken && !isNewFile) {
          this.#lose(fromMs);
          return;
        }
        await this.#write(frame, isNewFile ? fromMs : null);
        // What was lost since the file was begun is for the next one to tell.
        if (isNewFile && failuresTold === this.failures) this.lostFromMs = null;
        this.#isBroken = false;
      } catch (error) {
        this.#isBroken = true;
        this.#lose(fromMs);
        this.#options.onFailure(error);
      } finally {
        this.#waitingBytes -= frame.length;
      }
    });
  }

  /** Resolves when everything that was handed over is written. */
  async settle(): Promise<void> {
    await this.#written;
  }

  async close(): Promise<void> {
    await this.#written;
    await this.#file?.close();
    this.#file = null;
  }

  #lose(fromMs: number): void {
    this.failures += 1;
    this.lostFromMs = Math.min(this.lostFromMs ?? fromMs, fromMs);
  }

  async #write(frame: Buffer, startMs: number | null): Promise<void> {
    if (startMs !== null) await this.#openNext(startMs);
    if (this.#file === null) throw new Error('No file of decisions is open');
    const head = Buffer.alloc(frameHeadBytes);
    head.writeUInt32LE(frame.length, 0);
    head.writeUInt32LE(crc32(frame), 4);
    const whole = Buffer.concat([head, frame]);
    const { bytesWritten } = await this.#file.write(whole);
    if (bytesWritten !== whole.length) throw new Error('The disk took only a part of the decisions');
    const newest = this.#files.at(-1) as Listed;
    newest.bytes += whole.length;
    await this.#removeOldest();
  }

  async #openNext(startMs: number): Promise<void> {
    await this.#file?.close();
    this.#file = null;
    const name = decisionFileName({ startMs, number: this.#number });
    this.#number += 1;
    await mkdir(this.#options.folder, { recursive: true });
    this.#file = await (this.#options.openFile ?? openNew)(join(this.#options.folder, name));
    this.#files.push({ name, bytes: 0 });
  }

  async #removeOldest(): Promise<void> {
    let total = this.#files.reduce((sum, { bytes }) => sum + bytes, 0);
    while (total > this.#options.maxBytes && this.#files.length > 1) {
      const [oldest] = this.#files.splice(0, 1);
      total -= oldest?.bytes ?? 0;
      await rm(join(this.#options.folder, oldest?.name ?? ''), { force: true });
    }
  }
}

function openNew(path: string): Promise<DecisionFile> {
  return open(path, 'wx');
}
