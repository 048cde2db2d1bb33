/*
 * The file store: files of creatives, in a folder or an S3 bucket.
 *
 * - `file-store.ts`: the interface. `folder-store.ts`, `bucket-store.ts`, `open-file-store.ts`: the implementations.
 * - `bucket-calls.ts`: calls of the S3 protocol; the SDK is loaded late. `cached-files.ts`, `cache-folder.ts`: a cache on
 *   disk.
 * - `plain-store.ts`: objects that hosts share. `draft-folder.ts`, `append-durably.ts`: writing as a whole or not at
 *   all.
 * - `upload/`: uploads in parts.
 *
 * Files have the name of their hash and never change. See docs/decisions/0060-file-store.md.
 */

import type { Readable } from 'node:stream';

/**
 * Where files of creatives lie, addressed by their content: a file never changes, so it can be cached for ever. A folder
 * or an S3-compatible bucket; whoever stores and reads knows no more than this.
 */
export type FileStore = {
  /**
   * The file is there, whole and durable, when it resolves; until then nobody sees any of it. What lies at its path
   * already stays as it is.
   */
  store(content: FileContent, fileName: string, options?: StoreOptions): Promise<StoredFile>;
  /** Null: there is none. */
  stat(path: string): Promise<StoredFileFacts | null>;
  /** The whole file, or a range of it; null: there is none. Whoever asked must read the stream to its end or destroy it. */
  read(path: string, range?: ByteRange): Promise<Readable | null>;
  /** A file that is not there is gone already. */
  remove(file: Pick<StoredFile, 'path'>): Promise<void>;
  /** Everything that files of an area lie under, each once. */
  hashes(area: StoreArea): AsyncIterable<string>;
  /** Removes all files that lie under a hash. */
  removeAll(files: { readonly area: StoreArea; readonly under: string }): Promise<void>;
  /** What was being written when its process died, longer ago than this; the next `store` removes what is an hour old. */
  abandonedDrafts(olderThanMs: number): Promise<readonly FileDraft[]>;
  /** Rejects with `FileStoreAway` when nothing could be stored or read now. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** A stream is read once, and never held in memory as a whole. */
export type FileContent = Buffer | AsyncIterable<Uint8Array>;

export type StoreOptions = {
  /** Default: `media`. */
  readonly area?: StoreArea;
  /**
   * SHA-256, in hex, under which the file lies when it is one of several that belong together, such as the files of one
   * archive or the variants of one image; default: that of its own content. Hash and name together then must say what
   * the content is.
   */
  readonly under?: string;
};

/** `media` is what delivery answers at `/media/`; `html5` is for the creative origin alone. */
export const storeAreas = ['media', 'html5'] as const;
export type StoreArea = (typeof storeAreas)[number];

export type StoredFile = {
  /** `<area>/<sha256>/<file name>`; that of the area `media` is also its path below the delivery address. */
  readonly path: string;
  /** The one in its path. */
  readonly sha256: string;
  readonly bytes: number;
  /** False when a file lay there already. */
  readonly created: boolean;
};

export type StoredFileFacts = { readonly bytes: number };

/** Offsets of bytes: `start` included, `end` excluded; within the file. */
export type ByteRange = { readonly start: number; readonly end: number };

export type FileDraft = { readonly path: string; readonly bytes: number; readonly changedAtMs: number };

/** The store cannot be reached or has no room: nothing was stored, and later it may work. */
export class FileStoreAway extends Error {
  constructor(cause: unknown) {
    super(`The file store is away: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
