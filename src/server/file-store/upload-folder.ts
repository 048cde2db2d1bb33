import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { maxOpenUploadBytes, maxOpenUploads, uploadLifeMs, usedUploadLifeMs } from '../../core/words/limits.ts';
import { replaceFile } from '../snapshot-file/write-durably.ts';
import { appendDurably, type Checksum } from './append-durably.ts';
import { orAway } from './store-failure.ts';
import { UploadRefused } from './upload-refused.ts';

/** A file that arrives in parts. */
export type Upload = {
  readonly id: string;
  /** The actor who began it; it is there for nobody else. */
  readonly owner: string;
  /** As the client calls it. */
  readonly fileName: string;
  /** In all. */
  readonly bytes: number;
  /** Of these, what is on disk and acknowledged. */
  readonly receivedBytes: number;
  /** A creative was made of it. */
  readonly used: boolean;
  readonly expiresAtMs: number;
};

export type UploadPart = {
  /** Where it begins, as its sender thinks. */
  readonly offset: number;
  readonly content: Readable;
  /** null: its bytes are kept as they come. */
  readonly checksum: Checksum | null;
};

/** Uploads that are under way, in a folder of this machine; one process writes it. */
export type UploadFolder = {
  begin(upload: Pick<Upload, 'owner' | 'fileName' | 'bytes'>): Promise<Upload>;
  /** Null: there is none, or no longer, or it is somebody else's. */
  find(id: string, owner: string): Promise<Upload | null>;
  /** Answers the upload with the part; when its sender goes away, what came of it is kept. */
  append(upload: Upload, part: UploadPart): Promise<Upload>;
  /** A creative was made of it: it need not be kept for long. */
  markUsed(upload: Upload): Promise<void>;
  /** Path of the content, for who has found it complete. */
  contentPath(upload: Upload): string;
  remove(upload: Upload): Promise<void>;
};

type Appending = { stop(): void; readonly ended: Promise<void> };

export function openUploadFolder(folder: string, nowMs: () => number = Date.now): UploadFolder {
  let known: Promise<Map<string, Upload>> | null = null;
  const appending = new Map<string, Appending>();
  const uploads = () => {
    known ??= readUploads(folder).catch((error: unknown) => {
      // A disk that is away now may be back for the next call.
      known = null;
      throw error;
    });
    return known;
  };
  const contentPath = ({ id }: Pick<Upload, 'id'>) => join(folder, id);
  const factsPath = ({ id }: Pick<Upload, 'id'>) => join(folder, `${id}.json`);

  async function note(upload: Upload): Promise<Upload> {
    const noted = { ...upload, expiresAtMs: nowMs() + (upload.used ? usedUploadLifeMs : uploadLifeMs) };
    await replaceFile(factsPath(noted), JSON.stringify(noted));
    (await uploads()).set(noted.id, noted);
    return noted;
  }

  async function remove(upload: Upload): Promise<void> {
    await stop(upload.id);
    (await uploads()).delete(upload.id);
    // The facts last: content without facts would never be found again.
    await rm(contentPath(upload), { force: true });
    await rm(factsPath(upload), { force: true });
  }

  /** Who goes on with an upload has lost the connection that it came by before, which may not have noticed. */
  async function stop(id: string): Promise<void> {
    const running = appending.get(id);
    running?.stop();
    await running?.ended;
  }

  return {
    begin: (begun) =>
      orAway(async () => {
        const all = await uploads();
        for (const upload of all.values()) if (upload.expiresAtMs <= nowMs()) await remove(upload);
        requireRoom([...all.values()], begun);
        const upload = { ...begun, id: randomUUID(), receivedBytes: 0, used: false, expiresAtMs: 0 };
        await mkdir(folder, { recursive: true });
        await (await open(contentPath(upload), 'wx')).close();
        return note(upload);
      }),
    async find(id, owner) {
      const upload = (await uploads()).get(id);
      return upload === undefined || upload.owner !== owner || upload.expiresAtMs <= nowMs() ? null : upload;
    },
    async append(upload, part) {
      await stop(upload.id);
      const current = (await uploads()).get(upload.id);
      if (current === undefined) throw new UploadRefused('gone');
      if (current.receivedBytes !== part.offset) throw new UploadRefused('moved');
      const ended = Promise.withResolvers<void>();
      appending.set(upload.id, { stop: () => part.content.destroy(), ended: ended.promise });
      try {
        await orAway(() =>
          appendDurably(contentPath(upload), {
            ...part,
            limit: current.bytes,
            acknowledge: async (receivedBytes) => void (await note({ ...current, receivedBytes })),
          }),
        );
      } finally {
        appending.delete(upload.id);
        ended.resolve();
      }
      return (await uploads()).get(upload.id) ?? current;
    },
    markUsed: (upload) => orAway(async () => void (await note({ ...upload, used: true }))),
    contentPath,
    remove: (upload) => orAway(() => remove(upload)),
  };
}

function requireRoom(all: readonly Upload[], { owner, bytes }: Pick<Upload, 'owner' | 'bytes'>): void {
  const own = all.filter((upload) => upload.owner === owner && !upload.used).length;
  const announced = all.reduce((sum, upload) => sum + upload.bytes, bytes);
  if (own >= maxOpenUploads || announced > maxOpenUploadBytes) throw new UploadRefused('too_many');
}

const factsName = /^[0-9a-f-]{36}\.json$/;

/** What a process before this one has left. */
async function readUploads(folder: string): Promise<Map<string, Upload>> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const uploads = new Map<string, Upload>();
  for (const name of names) {
    if (!factsName.test(name)) continue;
    const upload = readFacts(await readFile(join(folder, name), 'utf8'));
    if (upload !== null) uploads.set(upload.id, upload);
  }
  // Content that was made just before its facts would have been, drafts of facts, and facts that a power cut emptied.
  for (const name of names) {
    if (!uploads.has(name.replace(/\.json$/, ''))) await rm(join(folder, name), { force: true });
  }
  return uploads;
}

function readFacts(text: string): Upload | null {
  try {
    return JSON.parse(text) as Upload;
  } catch {
    return null;
  }
}
