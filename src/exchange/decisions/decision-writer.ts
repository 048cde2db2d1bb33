import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { decisionFileName, frameHeadBytes, parseDecisionFileName } from './decision-format.ts';

/** Bytes of frames that may wait for the disk. */
const maxWaitingBytes = 16 * 1024 * 1024;

/** The used part of a file. Tests inject a failing one. */
export type DecisionFile = Pick<FileHandle, 'write' | 'close'>;

export type DecisionWriterOptions = {
  /** Folder of this delivery process. */
  readonly folder: string;
  /** Total size of all files. The oldest are removed first. */
  readonly maxBytes: number;
  readonly onFailure: (error: unknown) => void;
  readonly openFile?: (path: string) => Promise<DecisionFile>;
};

export type FrameNote = { readonly fromMs: number; readonly isNewFile: boolean; readonly failuresTold: number };

type Listed = { readonly name: string; bytes: number };

/** Opens the folder of a process. Files of earlier runs are retained. */
export async function openDecisionWriter(options: DecisionWriterOptions): Promise<DecisionWriter> {
  const files: Listed[] = [];
  for (const name of (await readdir(options.folder).catch(() => [])).sort()) {
    if (parseDecisionFileName(name) === null) continue;
    const found = await stat(join(options.folder, name)).catch(() => null);
    if (found !== null) files.push({ name, bytes: found.size });
  }
  return new DecisionWriter(options, files);
}

/** Writes frames in order to a ring of files, outside of requests. No caller waits for it. */
export class DecisionWriter {
  readonly #options: DecisionWriterOptions;
  readonly #files: Listed[];
  readonly continues: boolean;
  #file: DecisionFile | null = null;
  #written: Promise<void> = Promise.resolve();
  #waitingBytes = 0;
  #number: number;
  /** Start of lost requests that no file has recorded yet, epoch ms; null: none. */
  lostFromMs: number | null = null;
  /** Number of failures. After a failure the caller must start a new file. */
  failures = 0;
  #isBroken = false;

  constructor(options: DecisionWriterOptions, files: Listed[]) {
    this.#options = options;
    this.#files = files;
    this.continues = files.length > 0;
    this.#number = 1 + Math.max(0, ...files.map(({ name }) => parseDecisionFileName(name)?.number ?? 0));
  }

  /**
   * Appends a frame. After a failure frames are dropped until one that starts a file.
   * @param fromMs time of its first request, epoch ms
   * @param failuresTold value of `failures` when the file was started, which records earlier losses
   */
  append(frame: Buffer, { fromMs, isNewFile, failuresTold }: FrameNote): void {
    if (this.#waitingBytes + frame.length > maxWaitingBytes) {
      this.#lose(fromMs);
      // Queued, so that earlier frames are still written.
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
        // Losses since the start of the file are recorded by the next one.
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

  /** Resolves when all appended frames are written. */
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
    if (this.#file === null) throw new Error('No decision file is open');
    const head = Buffer.alloc(frameHeadBytes);
    head.writeUInt32LE(frame.length, 0);
    head.writeUInt32LE(crc32(frame), 4);
    const whole = Buffer.concat([head, frame]);
    const { bytesWritten } = await this.#file.write(whole);
    if (bytesWritten !== whole.length) throw new Error('The disk accepted only a part of the decisions');
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
