import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { BucketLocation } from '../../../src/platform/files/store-location.ts';

export type S3Server = {
  readonly port: number;
  /** Returns the location of a prefix in its bucket. */
  location(prefix: string): BucketLocation;
  /** Stops the server. Further calls have no effect. */
  close(): Promise<void>;
};

const bucket = 'creatives';

/**
 * Starts an S3 server on a free port of this machine. It accepts all signatures of its only user, who is configured in
 * the environment.
 */
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
