import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import type { ByteRange } from './file-store.ts';
import type { BucketLocation } from './store-location.ts';

/** Timeouts for connecting and for silence, after which a bucket counts as unavailable. */
const connectMs = 2_000;
const silentMs = 10_000;
const maxConnections = 64;
const attempts = 3;
/** Default region for services without one. Signatures require a name. */
const regionOfOthers = 'us-east-1';

export type BucketObject = {
  readonly key: string;
  readonly body: Buffer | Readable;
  readonly bytes: number;
  readonly sha256: string;
  readonly mime: string;
};

/** A list request: the keys with a prefix, or their parts up to the next slash. */
type Listing = { readonly prefix: string; readonly kind: 'keys' | 'folders'; readonly after: string | null };
/** `next`: start of the next page; null: this is the last. */
type ListPage = { readonly entries: readonly string[]; readonly next: string | null };

export type BucketEntry = {
  readonly key: string;
  readonly bytes: number;
  /** Changes with the content. */
  readonly tag: string;
  readonly changedAtMs: number;
};
type EntryPage = { readonly objects: readonly BucketEntry[]; readonly next: string | null };

/** Credentials for signing; null: those of the environment of the machine. */
export type BucketCredentials = { readonly accessKeyId: string; readonly secretAccessKey: string } | null;

/** The required S3 calls. A missing object is null, other failures are thrown. */
export type BucketCalls = {
  bytesOf(key: string): Promise<number | null>;
  get(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Atomic. The service verifies the hash while reading. */
  put(object: BucketObject): Promise<void>;
  remove(key: string): Promise<void>;
  list(listing: Listing): Promise<ListPage>;
  /** Objects whose keys have a prefix, with their metadata. */
  objects(prefix: string, after: string | null): Promise<EntryPage>;
  /** Rejects if the bucket is missing or not accessible. */
  check(): Promise<void>;
  close(): void;
};

/**
 * Opens the S3 client. Loaded on first use, because loading the package takes longer than the rest of a start.
 * @param options.lookup resolves host names of user-supplied endpoints; default: the system resolver
 */
export function openBucketCalls(
  { bucket, region, endpoint }: BucketLocation,
  { credentials = null, lookup }: { readonly credentials?: BucketCredentials; readonly lookup?: LookupFunction } = {},
): BucketCalls {
  const agent = { maxSockets: maxConnections, keepAlive: true, ...(lookup !== undefined && { lookup }) };
  const client = new S3Client({
    ...(credentials === null ? {} : { credentials }),
    ...(region === null ? {} : { region }),
    // A service with a custom endpoint addresses all buckets below it.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true, region: region ?? regionOfOthers }),
    maxAttempts: attempts,
    // Other services only support the hash in the signature, which is sent.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: silentMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  return {
    bytesOf: (key) =>
      orNull(async () => {
        const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
        return ContentLength ?? 0;
      }),
    get: (key, range) => orNull(() => getObject(client, { bucket, key, range })),
    async put({ key, body, bytes, sha256, mime }) {
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: body,
        ContentLength: bytes,
        ContentType: mime,
        CacheControl: 'public, max-age=31536000, immutable',
      });
      signHash(command, sha256);
      await client.send(command);
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
    async list({ prefix, kind, after }) {
      const answer = await client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          ...(kind === 'folders' && { Delimiter: '/' }),
          ...(after !== null && { ContinuationToken: after }),
        }),
      );
      const { CommonPrefixes: folders = [], Contents: objects = [], NextContinuationToken: next = null } = answer;
      const entries = kind === 'folders' ? folders.map(({ Prefix }) => Prefix) : objects.map(({ Key }) => Key);
      return { entries: entries.filter((entry) => entry !== undefined), next };
    },
    async objects(prefix, after) {
      const page = { Bucket: bucket, Prefix: prefix, ...(after !== null && { ContinuationToken: after }) };
      const { Contents: found = [], NextContinuationToken: next = null } = await client.send(
        new ListObjectsV2Command(page),
      );
      const objects = found.flatMap(({ Key: key, Size: bytes = 0, ETag: tag = '', LastModified: changed }) =>
        key === undefined ? [] : [{ key, bytes, tag: `${tag}-${bytes}`, changedAtMs: changed?.getTime() ?? 0 }],
      );
      return { objects, next };
    },
    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
    },
    close: () => client.destroy(),
  };
}

type Wanted = { readonly bucket: string; readonly key: string; readonly range: ByteRange | undefined };

async function getObject(client: S3Client, { bucket, key, range }: Wanted): Promise<Readable> {
  const field = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end - 1}` };
  const answer = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...field }));
  const stream = answer.Body as Readable;
  if (range === undefined || answer.ContentLength === range.end - range.start) return stream;
  // Some services return more than requested, but from the same offset.
  const from = /^bytes (\d+)-/.exec(answer.ContentRange ?? 'bytes 0-')?.[1];
  if (Number(from) === range.start) return firstBytes(stream, range.end - range.start);
  stream.destroy();
  throw new Error(`The bucket returned another range than ${field.Range}: ${answer.ContentRange}`);
}

/** The hash is already known, so the body is not read a second time for the signature, which then covers it. */
function signHash(command: PutObjectCommand, sha256: string): void {
  command.middlewareStack.add(
    (next) => (input) => {
      (input.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sha256;
      return next(input);
    },
    { step: 'build', name: 'hashOfContent' },
  );
}

async function orNull<Result>(call: () => Promise<Result>): Promise<Result | null> {
  try {
    return await call();
  } catch (error) {
    const { name, $metadata } = error as Partial<S3ServiceException>;
    if ($metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket') return null;
    throw error;
  }
}

/** Returns a stream of the first bytes of another stream, which is destroyed afterwards. */
function firstBytes(stream: Readable, bytes: number): Readable {
  return Readable.from(cut(stream, bytes), { objectMode: false });
}

async function* cut(stream: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of stream) {
    yield chunk.length > left ? chunk.subarray(0, left) : chunk;
    left -= chunk.length;
    if (left <= 0) return;
  }
}
