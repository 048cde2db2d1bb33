import { closeSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { contentTtlMs } from '../../../core/vocabulary/limits.ts';

export type ContentFolder = {
  readonly folder: string;
  /** Bytes of all files of all processes; the oldest go first. */
  readonly limitBytes: number;
  readonly processes: number;
  /** `delivery-0`, ... */
  readonly processId: string;
  readonly now: () => number;
};

/** A file is closed beyond this size, or this part of what its process may fill; and after this time. */
const maxSegmentBytes = 8 * 1024 * 1024;
const partsOfShare = 8;
const maxSegmentAgeMs = 15 * 60 * 1000;
const sweepMs = 10 * 60 * 1000;
/** After a failure no file is opened for so long. */
const pauseMs = 1_000;
/** A place in a uuid has one byte for the process and three for the file. */
const maxProcess = 255;
const maxSegment = 2 ** 24 - 1;

/** A file that its process appends to. */
export type ContentSegment = {
  readonly number: number;
  readonly file: number;
  /** False: its number of a file may be another's by now. */
  isOpen: boolean;
  readonly openedAtMs: number;
  /** Where each pattern stands that is in it. */
  readonly patterns: Map<string, number>;
  /** Those on their way included. */
  bytes: number;
};

export type ContentSegments = {
  readonly process: number;
  /**
   * The file for what comes next, and the one that it takes the place of. Throws where none can be opened, and for a
   * second after a failure.
   */
  current(): { readonly segment: ContentSegment; readonly ended: ContentSegment | null };
  /** Nothing more will be written to it. */
  end(segment: ContentSegment): void;
  /** Nobody knows what is in it. One that was given up before its first bytes were written goes away. */
  giveUp(segment: ContentSegment, isUnused: boolean): void;
  close(): Promise<void>;
};

/** The files of one process, each with a number of its own, and room for more by taking away the oldest. */
export function createContentSegments(options: ContentFolder): ContentSegments {
  const { folder, processes, processId, now } = options;
  const process = Number(/\d+$/.exec(processId)?.[0] ?? 0);
  if (process > maxProcess) throw new Error(`More than ${maxProcess + 1} delivery processes`);
  const own = join(folder, String(process));
  mkdirSync(own, { recursive: true });
  const shareBytes = options.limitBytes / processes;
  const segmentBytes = Math.min(maxSegmentBytes, shareBytes / partsOfShare);
  let segment: ContentSegment | null = null;
  let lastNumber = Math.max(0, ...readdirSync(own).map(numberOf));
  let failedAtMs = Number.NEGATIVE_INFINITY;
  let sweeping = Promise.resolve();
  let isSweepWaiting = false;
  // A sweep that fails is tried again with the next file. Behind the one that runs, one waits at most.
  const sweep = () => {
    if (isSweepWaiting) return;
    isSweepWaiting = true;
    sweeping = sweeping.then(() => {
      isSweepWaiting = false;
      return makeRoom(folder, own, { shareBytes: shareBytes - segmentBytes, nowMs: now() }).catch(() => undefined);
    });
  };
  const timer = setInterval(sweep, sweepMs);
  timer.unref();

  function openNext(): ContentSegment {
    // The clock may be set back.
    if (Math.abs(now() - failedAtMs) < pauseMs) throw new Error('The content log failed a moment ago');
    lastNumber = lastNumber >= maxSegment ? 1 : lastNumber + 1;
    try {
      mkdirSync(own, { recursive: true });
      const file = openSync(pathOf(lastNumber), 'wx');
      sweep();
      return { number: lastNumber, file, isOpen: true, openedAtMs: now(), patterns: new Map(), bytes: 0 };
    } catch (error) {
      failedAtMs = now();
      throw error;
    }
  }

  function pathOf(number: number): string {
    return join(own, `${number}.log`);
  }

  return {
    process,
    current() {
      const before = segment;
      const isFull = before !== null && (before.bytes >= segmentBytes || now() - before.openedAtMs >= maxSegmentAgeMs);
      if (before !== null && !isFull) return { segment: before, ended: null };
      segment = openNext();
      return { segment, ended: before };
    },
    end,
    giveUp(failed, isUnused) {
      failedAtMs = now();
      if (segment === failed) segment = null;
      try {
        end(failed);
        if (isUnused) rmSync(pathOf(failed.number), { force: true });
      } catch {
        // A disk that fails may fail at this too; the file goes away when it is the oldest.
      }
    },
    async close() {
      clearInterval(timer);
      if (segment !== null) end(segment);
      segment = null;
      await sweeping;
    },
  };
}

function end(segment: ContentSegment): void {
  if (!segment.isOpen) return;
  segment.isOpen = false;
  closeSync(segment.file);
}

/** Takes away what has expired, of all processes, and the oldest of its own until its share is kept. */
async function makeRoom(
  folder: string,
  own: string,
  { shareBytes, nowMs }: { readonly shareBytes: number; readonly nowMs: number },
): Promise<void> {
  for (const process of await readdir(folder)) {
    const files = await listFiles(join(folder, process));
    let bytes = 0;
    // The newest first: what is beyond the share is the oldest.
    for (const { path, size, changedAtMs } of files.toSorted((a, b) => b.changedAtMs - a.changedAtMs)) {
      bytes += size;
      const isBeyond = join(folder, process) === own && bytes > shareBytes;
      if (isBeyond || changedAtMs + contentTtlMs <= nowMs) await rm(path, { force: true });
    }
  }
}

async function listFiles(folder: string) {
  const names = (await readdir(folder)).filter((name) => numberOf(name) > 0);
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const { size, mtimeMs } = await stat(path);
      return { path, size, changedAtMs: mtimeMs };
    }),
  );
}

/** 0: no file of ours. */
function numberOf(name: string): number {
  return Number(/^(\d{1,8})\.log$/.exec(name)?.[1] ?? 0);
}
