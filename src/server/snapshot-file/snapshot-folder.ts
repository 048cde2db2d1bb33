import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SnapshotRows } from '../../core/snapshot/snapshot-rows.ts';
import { type Acknowledgement, Acknowledgements } from './acknowledgements.ts';
import { replaceFileDurably } from './write-durably.ts';

export type { Acknowledgement };

/** Snapshot files that stay: enough to fall back to when the newest are damaged. */
const keptFiles = 5;
const filePattern = /^(\d+)-([0-9a-f]{16})\.json$/;

/** A snapshot file that does not match its checksum, or cannot be read as one. */
export class SnapshotDamagedError extends Error {}

export type CurrentSnapshot = {
  readonly rows: SnapshotRows;
  readonly revision: number;
  /** Files that were newer but damaged and therefore passed over; empty in a healthy folder. */
  readonly damaged: readonly string[];
};

/** Where snapshots pass from the publisher to the delivery processes, and acknowledgements back. */
export type SnapshotFolder = {
  /** Writes an immutable file of this revision and makes it the current one; both are on disk when it resolves. */
  publish(rows: SnapshotRows): Promise<void>;
  /** The current snapshot, else the newest good one; null before the first; throws when all are damaged. */
  readCurrent(): Promise<CurrentSnapshot | null>;
  /** Revision of the current snapshot, cheap enough to ask every 100 ms; null before the first. */
  currentRevision(): Promise<number | null>;
  /** Says that this process serves the revision, and keeps saying so every second until `forget`. */
  acknowledge(processId: string, revision: number): Promise<void>;
  /** What the delivery processes serve that showed life within the last five seconds. */
  acknowledgements(): Promise<readonly Acknowledgement[]>;
  forget(processId: string): Promise<void>;
};

export function openSnapshotFolder(folder: string): SnapshotFolder {
  const acknowledgements = new Acknowledgements(join(folder, 'acknowledgements'));
  return {
    publish: (rows) => publish(folder, rows),
    readCurrent: () => readCurrent(folder),
    currentRevision: async () => (await readPointer(folder))?.revision ?? null,
    acknowledge: (processId, revision) => acknowledgements.acknowledge(processId, revision),
    acknowledgements: () => acknowledgements.list(),
    forget: (processId) => acknowledgements.forget(processId),
  };
}

async function publish(folder: string, rows: SnapshotRows): Promise<void> {
  await mkdir(folder, { recursive: true });
  const body = JSON.stringify(rows);
  const checksum = sha256(body);
  const file = `${rows.revision}-${checksum.slice(0, 16)}.json`;
  await replaceFileDurably(join(folder, file), `${checksum}\n${body}\n`);
  await replaceFileDurably(join(folder, 'current.json'), JSON.stringify({ revision: rows.revision, file }));
  await removeOldFiles(folder, file);
}

async function readCurrent(folder: string): Promise<CurrentSnapshot | null> {
  const pointer = await readPointer(folder);
  const files = await filesNewestFirst(folder);
  const candidates = pointer === null ? files : [pointer.file, ...files.filter((file) => file !== pointer.file)];
  const damaged: string[] = [];
  for (const file of candidates) {
    const rows = await readSnapshotFile(join(folder, file));
    if (rows !== null) return { rows, revision: rows.revision, damaged };
    damaged.push(file);
  }
  if (damaged.length > 0) throw new SnapshotDamagedError(`No readable snapshot in ${folder}: ${damaged.join(', ')}`);
  return null;
}

/** null: the file is damaged or gone. */
async function readSnapshotFile(path: string): Promise<SnapshotRows | null> {
  try {
    const text = await readFile(path, 'utf8');
    const lineEnd = text.indexOf('\n');
    const body = text.slice(lineEnd + 1, -1);
    if (!text.endsWith('\n') || sha256(body) !== text.slice(0, lineEnd)) return null;
    return JSON.parse(body) as SnapshotRows;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Which file is current; null when there is none, or when the pointer itself is damaged. */
async function readPointer(folder: string): Promise<{ readonly revision: number; readonly file: string } | null> {
  try {
    const pointer = JSON.parse(await readFile(join(folder, 'current.json'), 'utf8')) as { file?: unknown } | null;
    const parts = typeof pointer?.file === 'string' ? filePattern.exec(pointer.file) : null;
    return parts === null ? null : { revision: Number(parts[1]), file: parts[0] };
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** By time of writing and not by revision: a restored database starts again at an older revision. */
async function filesNewestFirst(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(emptyWhenAbsent)).filter((name) => filePattern.test(name));
  const dated = await Promise.all(
    names.map(async (name) => ({ name, writtenMs: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
  );
  return dated.sort((a, b) => b.writtenMs - a.writtenMs).map((file) => file.name);
}

async function removeOldFiles(folder: string, current: string): Promise<void> {
  const old = (await filesNewestFirst(folder)).filter((name) => name !== current).slice(keptFiles - 1);
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function emptyWhenAbsent(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
