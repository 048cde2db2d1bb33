/*
 * The file store: files of creatives and attachments of comments, in a folder or an S3 bucket.
 *
 * - `file-store.ts`: the interface. `folder-store.ts`, `bucket-store.ts`, `open-file-store.ts`: the implementations.
 * - `bucket-calls.ts`: calls of the S3 protocol; the SDK is loaded lazily. `cached-files.ts`, `cache-folder.ts`: a
 *   cache on disk.
 * - `plain-store.ts`: objects that hosts share. `draft-folder.ts`, `append-durably.ts`: atomic writes.
 * - `upload/`: uploads in parts.
 *
 * Files are named by their hash and never change. See docs/decisions/0060-file-store.md.
 */

import type { Readable } from 'node:stream';

/**
 * Content-addressed store of files. A file never changes, so it can be cached indefinitely. Implementations: a
 * folder or an S3-compatible bucket.
 */
export type FileStore = {
  /**
   * Stores a file. It is complete and durable when this resolves, and not visible before. An existing file at its path
   * remains unchanged.
   */
  store(content: FileContent, fileName: string, options?: StoreOptions): Promise<StoredFile>;
  /** null: not found. */
  stat(path: string): Promise<StoredFileFacts | null>;
  /**
   * Returns a stream of the whole file or of a range; null: not found. The caller must read the stream to its end or
   * destroy it.
   */
  read(path: string, range?: ByteRange): Promise<Readable | null>;
  /** Removes a file. A missing file is not an error. */
  remove(file: Pick<StoredFile, 'path'>): Promise<void>;
  /** Yields all hashes of an area, each once. */
  hashes(area: StoreArea): AsyncIterable<string>;
  /** Removes all files of a hash. */
  removeAll(files: { readonly area: StoreArea; readonly under: string }): Promise<void>;
  /** Returns drafts of dead processes that are older than this. The next `store` removes those older than an hour. */
  abandonedDrafts(olderThanMs: number): Promise<readonly FileDraft[]>;
  /** Rejects with `FileStoreAway` if the store is currently unavailable. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** A stream is read once and never held in memory completely. */
export type FileContent = Buffer | AsyncIterable<Uint8Array>;

export type StoreOptions = {
  /** Default: `media`. */
  readonly area?: StoreArea;
  /**
   * SHA-256 in hex of a group of files, such as the files of an archive or the variants of an image; default: that of
   * the content itself. Hash and name together must determine the content.
   */
  readonly under?: string;
};

/**
 * `media` is served by delivery at `/media/`. `html5` is only served on the creative origin. `attachments` is only served
 * by management, to users who may read the comment.
 */
export const storeAreas = ['media', 'html5', 'attachments'] as const;
export type StoreArea = (typeof storeAreas)[number];

export type StoredFile = {
  /** `<area>/<sha256>/<file name>`. For the area `media` also the path below the delivery address. */
  readonly path: string;
  /** Hash in the path. */
  readonly sha256: string;
  readonly bytes: number;
  /** False if the file already existed. */
  readonly created: boolean;
};

export type StoredFileFacts = { readonly bytes: number };

/** Byte offsets: `start` inclusive, `end` exclusive, within the file. */
export type ByteRange = { readonly start: number; readonly end: number };

export type FileDraft = { readonly path: string; readonly bytes: number; readonly changedAtMs: number };

/** The store is unreachable or full: nothing was stored. A retry may succeed. */
export class FileStoreAway extends Error {
  constructor(cause: unknown) {
    super(`The file store is unavailable: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
