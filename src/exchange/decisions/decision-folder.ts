import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DecisionDecoder, type DecisionVisitor } from './decision-decoder.ts';
import { parseDecisionFileName } from './decision-format.ts';
import { type OtherHost, readOtherHosts } from './other-hosts.ts';
import { framesOf } from './read-frames.ts';

/** Returns the folder of decisions of a local delivery process. The folders of other hosts are next to it. */
export function decisionFolderOf(dataFolder: string, processId: string): string {
  return join(dataFolder, 'decisions', processId);
}

/** One file of one process. */
export type KeptFile = {
  /** For other hosts with the host name: `nameOfOthers`. */
  readonly processId: string;
  readonly name: string;
  /** Epoch ms. All content is from this time on, and before the start of the next file. */
  readonly startMs: number;
};

/** Result of reading a file up to its last complete frame. */
export type FileReading = {
  /** Bookings that were stopped when the visitor stopped reading, with their index in `stops`. */
  readonly stopped: ReadonlyMap<number, number>;
  /** Epoch ms of the last request read. */
  readonly lastMs: number;
};

/** Recorded decisions of all hosts. Source: docs/decisions/0085-recorded-decisions.md, 0129. */
export type RecordedDecisions = {
  /** Files by process, oldest first. */
  files(): Promise<ReadonlyMap<string, readonly KeptFile[]>>;
  /** Passes the records of a file to the visitor; null: the file no longer exists. */
  read(file: KeptFile, visitor: DecisionVisitor): Promise<FileReading | null>;
  /** Reads a file frame by frame. The caller processes a frame before it requests the next. */
  frames(file: KeptFile): AsyncGenerator<(visitor: DecisionVisitor) => void>;
  /** Returns false if no frame of the file contains these bytes. */
  mayHold(file: KeptFile, bytes: Buffer): Promise<boolean>;
  /** The other hosts with recorded decisions. */
  others(): Promise<readonly OtherHost[]>;
};

/** Opens the recorded decisions in the data folder. */
export function openRecordedDecisions(dataFolder: string): RecordedDecisions {
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

/** null: the file does not exist. */
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
  // Files about other hosts are next to the folders.
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
}
