import { createReadStream } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { BucketCredentials } from '../../../platform/files/bucket-calls.ts';
import type { BucketLocation } from '../../../platform/files/store-location.ts';
import { createAddressGuard } from '../../../platform/outgoing/address-guard.ts';

/** Location of a platform's files. */
export type SourceLocation =
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 'bucket';
      readonly bucket: BucketLocation;
      readonly credentials: BucketCredentials;
      /** Private addresses and subnets that its endpoint may use. */
      readonly privateTargets: readonly string[];
    };

/** One file of a source. */
export type SourceFile = {
  /** Path below the location, with slashes. */
  readonly path: string;
  readonly bytes: number;
  /** Changes with the content. */
  readonly tag: string;
  readonly changedAtMs: number;
};

export type DeliverySource = {
  list(): Promise<readonly SourceFile[]>;
  /** null if it does not exist. */
  stat(path: string): Promise<SourceFile | null>;
  open(path: string): Promise<Readable | null>;
  close(): void;
};

/** Most files listed per location. The platform must remove imported ones. */
export const maxListedFiles = 100_000;

export async function openDeliverySource(location: SourceLocation): Promise<DeliverySource> {
  return location.kind === 'folder' ? folderSource(location.path) : bucketSource(location);
}

async function folderSource(root: string): Promise<DeliverySource> {
  const real = await realpath(root);
  const fileOf = async (path: string): Promise<SourceFile | null> => {
    const found = await lstat(join(real, path), { bigint: true }).catch(() => null);
    // A symbolic link may lead outside the folder.
    if (found === null || !found.isFile()) return null;
    const within = await realpath(join(real, path)).catch(() => '');
    if (!within.startsWith(real + sep)) return null;
    const tag = `${found.ino}-${found.mtimeNs}-${found.size}`;
    return { path, bytes: Number(found.size), tag, changedAtMs: Number(found.mtimeMs) };
  };
  return {
    async list() {
      const entries = await readdir(real, { recursive: true, withFileTypes: true });
      const paths = entries
        .filter((entry) => entry.isFile())
        .map((entry) =>
          join(entry.parentPath, entry.name)
            .slice(real.length + 1)
            .split(sep)
            .join('/'),
        );
      const files = await Promise.all(paths.slice(0, maxListedFiles).map(fileOf));
      return files.filter((file) => file !== null);
    },
    stat: fileOf,
    open: async (path) => ((await fileOf(path)) === null ? null : createReadStream(join(real, path))),
    close: () => undefined,
  };
}

async function bucketSource(location: Extract<SourceLocation, { kind: 'bucket' }>): Promise<DeliverySource> {
  const { openBucketCalls } = await import('../../../platform/files/bucket-calls.ts');
  const { bucket, credentials, privateTargets } = location;
  const { prefix, endpoint } = bucket;
  if (endpoint !== null && credentials === null) {
    throw new Error(
      'The connection needs an access key and its secret, because a custom endpoint never receives the keys of the machine',
    );
  }
  const guard = createAddressGuard({ allowed: privateTargets });
  const calls = openBucketCalls(bucket, {
    credentials,
    ...(endpoint !== null && { lookup: guard(new URL(endpoint)) }),
  });
  const before = prefix === '' ? '' : `${prefix}/`;
  return {
    async list() {
      const files: SourceFile[] = [];
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof calls.objects>> = await calls.objects(before, after);
        files.push(...page.objects.map(({ key, ...facts }) => ({ path: key.slice(before.length), ...facts })));
        after = page.next;
      } while (after !== null && files.length < maxListedFiles);
      return files;
    },
    async stat(path) {
      const page = await calls.objects(before + path, null);
      const found = page.objects.find(({ key }) => key === before + path);
      return found === undefined ? null : { path, bytes: found.bytes, tag: found.tag, changedAtMs: found.changedAtMs };
    },
    open: (path) => calls.get(before + path),
    close: calls.close,
  };
}
