import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { BucketLocation } from '../../../src/platform/files/store-location.ts';

export type S3Server = {
  readonly port: number;
  /** A place in its bucket. */
  location(prefix: string): BucketLocation;
  /** It is away then; once more does nothing. */
  close(): Promise<void>;
};

const bucket = 'creatives';

/** An S3 server on a free port of this machine. It takes any signature of its one user, who is set in the environment. */
export async function startS3Server(
  options: { readonly port?: number; readonly folder?: string } = {},
): Promise<S3Server> {
  process.env['AWS_ACCESS_KEY_ID'] = 'S3RVER';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER';
  const directory = options.folder ?? (await mkdtemp(join(tmpdir(), 'placard-s3-')));
  const server = new S3rver({
    address: '127.0.0.1',
    port: options.port ?? 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await server.run();
  let closed = false;
  return {
    port,
    location: (prefix) => ({ kind: 'bucket', bucket, prefix, region: null, endpoint: `http://127.0.0.1:${port}` }),
    async close() {
      if (closed) return;
      closed = true;
      await server.close();
      if (options.folder === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}
