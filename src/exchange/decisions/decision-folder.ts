import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { DecisionDecoder, type DecisionVisitor } from './decision-decoder.ts';
import { frameHeadBytes, maxFrameBytes, parseDecisionFileName } from './decision-format.ts';
import { type OtherHost, readOtherHosts } from './other-hosts.ts';

/** Where the delivery processes of this machine keep their decisions, a folder each, beside those of other hosts. */
export function decisionFolderOf(dataFolder: string, processId: string): string {
  return join(dataFolder, 'decisions', processId);
}

/** One file of one process. */
export type KeptFile = {
  /** With its host before it, where that is another: `nameOfOthers`. */
  readonly processId: string;
  readonly name: string;
  /** Epoch ms: nothing in it is earlier, and nothing from the start of the next one on is in it. */
  readonly startMs: number;
};

/** What is read of a file, up to the last whole frame. */
export type FileReading = {
  /** Bookings that were stopped when the visitor had enough, with their place in `stops`. */
  readonly stopped: ReadonlyMap<number, number>;
  /** Epoch ms of the last request that was read. */
  readonly lastMs: number;
};

/** Where kept decisions are read, those of all hosts. Source: docs/decisions/0085-decisions-kept.md, 0129. */
export type KeptDecisions = {
  /** Files by process, each process's from the oldest on. */
  files(): Promise<ReadonlyMap<string, readonly KeptFile[]>>;
  /** Tells the visitor of the records of a file; null: it is gone. */
  read(file: KeptFile, visitor: DecisionVisitor): Promise<FileReading | null>;
  /** Reads a file frame by frame; what is done with a frame before the next is asked for is up to who asks. */
  frames(file: KeptFile): AsyncGenerator<(visitor: DecisionVisitor) => void>;
  /** False: none of its frames has these bytes. */
  mayHold(file: KeptFile, bytes: Buffer): Promise<boolean>;
  /** The other hosts whose files are among them. */
  others(): Promise<readonly OtherHost[]>;
};

/** Those that lie in the data folder. */
export function openKeptDecisions(dataFolder: string): KeptDecisions {
  const folder = join(dataFolder, 'decisions');
  return {
    others: () => readOtherHosts(folder),
    async files() {
      const found = new Map<string, readonly KeptFile[]>();
      for (const processId of (await readdir(folder).catch(emptyWhenAbsent)).sort()) {
        const names = (await readdir(join(folder, processId)).catch(emptyWhenAbsent)).flatMap((name) => {
          const parsed = parseDecisionFileName(name);
          return parsed === null ? [] : [{ processId, name, ...parsed }];
        });
        if (names.length > 0)
          found.set(
            processId,
            names.sort((a, b) => a.number - b.number),
          );
      }
      return found;
    },
    read: async (file, visitor) =>
      withFile(join(folder, file.processId, file.name), async (handle) => {
        const decoder = new DecisionDecoder();
        for await (const frame of framesOf(handle)) {
          if (!decoder.read(frame, visitor)) break;
        }
        return { stopped: decoder.stopped, lastMs: decoder.lastMs };
      }),
    async *frames(file) {
      const decoder = new DecisionDecoder();
      const handle = await openExisting(join(folder, file.processId, file.name));
      if (handle === null) return;
      try {
        for await (const frame of framesOf(handle)) yield (visitor) => void decoder.read(frame, visitor);
      } finally {
        await handle.close();
      }
    },
    mayHold: async (file, bytes) =>
      (await withFile(join(folder, file.processId, file.name), async (handle) =>
        (await handle.readFile()).includes(bytes),
      )) ?? false,
  };
}

/** The whole frames of a file; one that is torn or still being written ends it. */
async function* framesOf(handle: FileHandle): AsyncGenerator<Buffer> {
  const head = Buffer.alloc(frameHeadBytes);
  for (let at = 0; ; ) {
    const { bytesRead } = await handle.read(head, 0, frameHeadBytes, at);
    if (bytesRead < frameHeadBytes) return;
    const length = head.readUInt32LE(0);
    if (length > maxFrameBytes) return;
    const frame = Buffer.allocUnsafe(length);
    const body = await handle.read(frame, 0, length, at + frameHeadBytes);
    if (body.bytesRead < length || crc32(frame) !== head.readUInt32LE(4)) return;
    yield frame;
    at += frameHeadBytes + length;
  }
}

/** null: there is no such file. */
async function withFile<Result>(path: string, use: (handle: FileHandle) => Promise<Result>): Promise<Result | null> {
  const handle = await openExisting(path);
  if (handle === null) return null;
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}

function openExisting(path: string): Promise<FileHandle | null> {
  return open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

function emptyWhenAbsent(error: NodeJS.ErrnoException): string[] {
  // What is known of other hosts lies beside the folders.
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
}
