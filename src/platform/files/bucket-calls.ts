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

/** A bucket that does not take a connection, or says nothing on one for so long, is away. */
const connectMs = 2_000;
const silentMs = 10_000;
const maxConnections = 64;
const attempts = 3;
/** Where there is no region to speak of; signatures need a name all the same. */
const regionOfOthers = 'us-east-1';

export type BucketObject = {
  readonly key: string;
  readonly body: Buffer | Readable;
  readonly bytes: number;
  readonly sha256: string;
  readonly mime: string;
};

/** What is to be listed: the keys that begin so, or what stands before their next slash. */
type Listing = { readonly prefix: string; readonly kind: 'keys' | 'folders'; readonly after: string | null };
/** `next`: where the next page begins; null: this is the last. */
type ListPage = { readonly entries: readonly string[]; readonly next: string | null };

export type BucketEntry = {
  readonly key: string;
  readonly bytes: number;
  /** Another one when the content is another one. */
  readonly tag: string;
  readonly changedAtMs: number;
};
type EntryPage = { readonly objects: readonly BucketEntry[]; readonly next: string | null };

/** What calls are signed with; null: what the environment of the machine says. */
export type BucketCredentials = { readonly accessKeyId: string; readonly secretAccessKey: string } | null;

/** The calls of the S3 protocol that we need; what is not there is null, whatever else fails is thrown. */
export type BucketCalls = {
  bytesOf(key: string): Promise<number | null>;
  get(key: string, range?: ByteRange): Promise<Readable | null>;
  /** All or nothing; the service checks the hash while it reads. */
  put(object: BucketObject): Promise<void>;
  remove(key: string): Promise<void>;
  list(listing: Listing): Promise<ListPage>;
  /** Those whose keys begin so, with what the bucket knows of each. */
  objects(prefix: string, after: string | null): Promise<EntryPage>;
  /** Rejects when the bucket is not there, or not for us. */
  check(): Promise<void>;
  close(): void;
};

/**
 * Loaded by whoever needs it first: the package takes longer to load than all else that a start does.
 * @param options.lookup finds the addresses of an endpoint that somebody typed in; default: the system does
 */
export function openBucketCalls(
  { bucket, region, endpoint }: BucketLocation,
  { credentials = null, lookup }: { readonly credentials?: BucketCredentials; readonly lookup?: LookupFunction } = {},
): BucketCalls {
  const agent = { maxSockets: maxConnections, keepAlive: true, ...(lookup !== undefined && { lookup }) };
  const client = new S3Client({
    ...(credentials === null ? {} : { credentials }),
    ...(region === null ? {} : { region }),
    // A service with its own address has all buckets under that one.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true, region: region ?? regionOfOthers }),
    maxAttempts: attempts,
    // Other services know only the hash that the signature has, and that is what we send.
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
  // Some services give more than was asked for, but not from another place.
  const from = /^bytes (\d+)-/.exec(answer.ContentRange ?? 'bytes 0-')?.[1];
  if (Number(from) === range.start) return firstBytes(stream, range.end - range.start);
  stream.destroy();
  throw new Error(`The bucket answers another range than ${field.Range}: ${answer.ContentRange}`);
}

/** The hash is known, so the body is not read a second time for the signature, which then covers it. */
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

/** A stream of the first so many bytes of another, which is destroyed after them. */
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
