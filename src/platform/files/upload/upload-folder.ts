import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { emptyUploadTtlMs, uploadTtlMs, usedUploadTtlMs } from '../../../core/vocabulary/limits.ts';
import { replaceFile } from '../../durable/write-durably.ts';
import { appendDurably, type Checksum } from '../append-durably.ts';
import { orStoreUnavailable } from '../store-failure.ts';
import { readUploads } from './read-uploads.ts';
import type { Upload } from './upload.ts';
import { countArriving, requireUploadCapacity } from './upload-capacity.ts';
import { UploadRefused } from './upload-refused.ts';

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
  const arriving = new Map<string, number>();
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

  /** A first part under way may take longer than an empty upload lives. */
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
    // The facts last: content without facts would never be found again.
    await rm(contentPath(upload), { force: true });
    await rm(factsPath(upload), { force: true });
  }

  async function removeExpired(all: ReadonlyMap<string, Upload>): Promise<void> {
    for (const upload of all.values()) {
      if (isExpired(upload)) await remove(upload);
    }
  }

  /** Who goes on with an upload has lost the connection that it came by before, which may not have noticed. */
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
        // Before the first wait, so that calls at the same time count each other.
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
            requireRoom: countArriving(all, arriving, upload),
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
