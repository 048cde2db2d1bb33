import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { BucketCalls } from './bucket-calls.ts';
import { describeFile, moveFile, requireNames, sha256Of } from './describe-file.ts';
import { type DraftFolder, openDraftFolder } from './draft-folder.ts';
import { isSha256, readFilePath } from './file-path.ts';
import {
  type FileContent,
  type FileStore,
  FileStoreAway,
  type StoreArea,
  type StoredFile,
  type StoreOptions,
} from './file-store.ts';
import type { BucketLocation } from './store-location.ts';
import { typeOfName } from './type-of-name.ts';

/** Attempts per call. A stream cannot be sent again, but its draft file can. */
const maxAttempts = 3;

/**
 * File store in an S3-compatible bucket: `<prefix>/<area>/<sha256>/<file name>`. Streams are first written to a draft
 * on disk.
 */
export function openBucketStore(location: BucketLocation, options: { readonly draftFolder: string }): FileStore {
  const drafts = openDraftFolder(options.draftFolder);
  let opened: Promise<BucketCalls> | null = null;
  const open = () => {
    opened ??= import('./bucket-calls.ts').then(({ openBucketCalls }) => openBucketCalls(location));
    return opened;
  };
  const bucket: Bucket = {
    keyOf: (path) => (location.prefix === '' ? path : `${location.prefix}/${path}`),
    call: async (work) => {
      try {
        return await work(await open());
      } catch (error) {
        throw new FileStoreAway(error);
      }
    },
  };
  return {
    store: (content, fileName, storing = {}) => storeFile({ bucket, drafts }, content, fileName, storing),
    async stat(path) {
      if (readFilePath(path) === null) return null;
      const bytes = await bucket.call((calls) => calls.bytesOf(bucket.keyOf(path)));
      return bytes === null ? null : { bytes };
    },
    async read(path, range) {
      if (readFilePath(path) === null) return null;
      return bucket.call((calls) => calls.get(bucket.keyOf(path), range));
    },
    async remove({ path }) {
      if (readFilePath(path) === null) throw new Error(`${path} is not a path of the file store`);
      await bucket.call((calls) => calls.remove(bucket.keyOf(path)));
    },
    hashes: (area) => hashesIn(bucket, area),
    async removeAll({ area, under }) {
      requireNames('all', under);
      for await (const key of entriesUnder(bucket, `${area}/${under}/`, 'keys')) {
        await bucket.call((calls) => calls.remove(key));
      }
    },
    abandonedDrafts: (olderThanMs) => drafts.abandoned(olderThanMs),
    check: () => bucket.call((calls) => calls.check()),
    async close() {
      if (opened !== null) (await opened).close();
    },
  };
}

async function* hashesIn(bucket: Bucket, area: StoreArea): AsyncGenerator<string> {
  for await (const folder of entriesUnder(bucket, `${area}/`, 'folders')) {
    const hash = folder.split('/').at(-2) ?? '';
    if (isSha256(hash)) yield hash;
  }
}

async function* entriesUnder(bucket: Bucket, path: string, kind: 'keys' | 'folders'): AsyncGenerator<string> {
  const listFrom = (after: string | null) =>
    bucket.call((calls) => calls.list({ prefix: bucket.keyOf(path), kind, after }));
  let page = await listFrom(null);
  yield* page.entries;
  while (page.next !== null) {
    page = await listFrom(page.next);
    yield* page.entries;
  }
}

type Bucket = {
  keyOf(path: string): string;
  /** Maps all failures of a bucket to an unavailable store for callers. The log contains the cause. */
  call<Result>(work: (calls: BucketCalls) => Promise<Result>): Promise<Result>;
};

type Target = { readonly bucket: Bucket; readonly drafts: DraftFolder };

async function storeFile(
  target: Target,
  content: FileContent,
  fileName: string,
  options: StoreOptions,
): Promise<StoredFile> {
  requireNames(fileName, options.under);
  if (Buffer.isBuffer(content)) {
    const file = describeFile(content, fileName, options);
    const sha256 = options.under === undefined ? file.sha256 : sha256Of(content);
    return putUnlessThere(target.bucket, { file, sha256, options, body: () => content, attempts: 1 });
  }
  const draft = await target.drafts.write(content);
  try {
    const file = moveFile(draft, fileName, options);
    const body = () => createReadStream(draft.path);
    return await putUnlessThere(target.bucket, { file, sha256: draft.sha256, options, body, attempts: maxAttempts });
  } finally {
    await target.drafts.discard(draft);
  }
}

type Put = {
  readonly file: Omit<StoredFile, 'created'>;
  /** Hash of the content. */
  readonly sha256: string;
  readonly options: StoreOptions;
  readonly body: () => Buffer | Readable;
  readonly attempts: number;
};

async function putUnlessThere(bucket: Bucket, { file, sha256, options, body, attempts }: Put): Promise<StoredFile> {
  const key = bucket.keyOf(file.path);
  const there = await bucket.call((calls) => calls.bytesOf(key));
  if (there !== null && (options.under !== undefined || there === file.bytes)) return { ...file, created: false };
  const object = { key, bytes: file.bytes, sha256, mime: typeOfName(file.path) };
  await bucket.call((calls) => repeat(attempts, () => calls.put({ ...object, body: body() })));
  return { ...file, created: true };
}

async function repeat(attempts: number, work: () => Promise<void>): Promise<void> {
  for (let left = attempts - 1; left >= 0; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}
