import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { emptyUploadTtlMs, uploadTtlMs, usedUploadTtlMs } from '../../../core/vocabulary/limits/upload-limits.ts';
import { replaceFile } from '../../durable/write-durably.ts';
import { appendDurably, type Checksum } from '../append-durably.ts';
import { orStoreUnavailable } from '../store-failure.ts';
import { readUploads } from './read-uploads.ts';
import type { Upload } from './upload.ts';
import { countArriving, requireUploadCapacity } from './upload-capacity.ts';
import { UploadRefused } from './upload-refused.ts';

export type UploadPart = {
  /** Offset according to the sender. */
  readonly offset: number;
  readonly content: Readable;
  /** null: received bytes are retained immediately. */
  readonly checksum: Checksum | null;
};

/** Uploads in progress, in a folder of this machine that one process writes. */
export type UploadFolder = {
  begin(upload: Pick<Upload, 'owner' | 'fileName' | 'bytes'>): Promise<Upload>;
  /** null: not found, expired, or owned by another caller. */
  find(id: string, owner: string): Promise<Upload | null>;
  /** Appends a part and returns the upload. If the sender aborts, the received part is retained. */
  append(upload: Upload, part: UploadPart): Promise<Upload>;
  /** Records that it was used, so that it expires soon. */
  markUsed(upload: Upload): Promise<void>;
  /** Returns the path of the content. Only valid for a complete upload. */
  contentPath(upload: Upload): string;
  remove(upload: Upload): Promise<void>;
};

type Appending = { stop(): void; readonly ended: Promise<void> };

export function openUploadFolder(folder: string, nowMs: () => number = Date.now): UploadFolder {
  let known: Promise<Map<string, Upload>> | null = null;
  const appending = new Map<string, Appending>();
  const arriving = new Map<string, number>();
  const uploads = () => {
    known ??= readUploads(folder).catch((error: unknown) => {
      // A disk that is unavailable now may be available for the next call.
      known = null;
      throw error;
    });
    return known;
  };
  const contentPath = ({ id }: Pick<Upload, 'id'>) => join(folder, id);
  const factsPath = ({ id }: Pick<Upload, 'id'>) => join(folder, `${id}.json`);

  /** The first part may take longer to arrive than the lifetime of an empty upload. */
  const isExpired = ({ id, expiresAtMs }: Upload) => expiresAtMs <= nowMs() && !appending.has(id);

  async function note(upload: Upload): Promise<Upload> {
    const noted = { ...upload, expiresAtMs: nowMs() + ttlMsOf(upload) };
    await replaceFile(factsPath(noted), JSON.stringify(noted));
    (await uploads()).set(noted.id, noted);
    return noted;
  }

  async function remove(upload: Upload): Promise<void> {
    await stop(upload.id);
    (await uploads()).delete(upload.id);
    // The metadata last: content without metadata would never be found again.
    await rm(contentPath(upload), { force: true });
    await rm(factsPath(upload), { force: true });
  }

  async function removeExpired(all: ReadonlyMap<string, Upload>): Promise<void> {
    for (const upload of all.values()) {
      if (isExpired(upload)) await remove(upload);
    }
  }

  /** A client that resumes an upload has lost its earlier connection, which may not have been detected yet. */
  async function stop(id: string): Promise<void> {
    const running = appending.get(id);
    running?.stop();
    await running?.ended;
  }

  return {
    begin: (begun) =>
      orStoreUnavailable(async () => {
        const all = await uploads();
        await removeExpired(all);
        requireUploadCapacity([...all.values()], arriving, begun);
        const expiresAtMs = nowMs() + emptyUploadTtlMs;
        const upload = { ...begun, id: randomUUID(), receivedBytes: 0, used: false, expiresAtMs };
        // Before the first await, so that concurrent calls count each other.
        all.set(upload.id, upload);
        try {
          await mkdir(folder, { recursive: true });
          await (await open(contentPath(upload), 'wx')).close();
          return await note(upload);
        } catch (error) {
          all.delete(upload.id);
          throw error;
        }
      }),
    async find(id, owner) {
      const upload = (await uploads()).get(id);
      return upload === undefined || upload.owner !== owner || isExpired(upload) ? null : upload;
    },
    async append(upload, part) {
      await stop(upload.id);
      const all = await uploads();
      await orStoreUnavailable(() => removeExpired(all));
      const current = all.get(upload.id);
      if (current === undefined) throw new UploadRefused('gone');
      if (current.receivedBytes !== part.offset) throw new UploadRefused('moved');
      const ended = Promise.withResolvers<void>();
      appending.set(upload.id, { stop: () => part.content.destroy(), ended: ended.promise });
      try {
        await orStoreUnavailable(() =>
          appendDurably(contentPath(upload), {
            ...part,
            limit: current.bytes,
            requireDiskSpaceFor: countArriving(all, arriving, upload),
            acknowledge: async (receivedBytes) => void (await note({ ...current, receivedBytes })),
          }),
        );
      } finally {
        appending.delete(upload.id);
        arriving.delete(upload.id);
        ended.resolve();
      }
      return all.get(upload.id) ?? current;
    },
    markUsed: (upload) => orStoreUnavailable(async () => void (await note({ ...upload, used: true }))),
    contentPath,
    remove: (upload) => orStoreUnavailable(() => remove(upload)),
  };
}

function ttlMsOf({ used, receivedBytes }: Upload): number {
  if (used) return usedUploadTtlMs;
  return receivedBytes === 0 ? emptyUploadTtlMs : uploadTtlMs;
}
