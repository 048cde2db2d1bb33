import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { BucketCalls } from '../../platform/files/bucket-calls.ts';
import { sha256Of } from '../../platform/files/describe-file.ts';
import type { BucketLocation } from '../../platform/files/store-location.ts';
import type { OpenDataFile, OpenDataStore } from './open-data-files.ts';

const mime = 'application/octet-stream';

/** Files of open data in an S3-compatible bucket, which lists them in order of their names. */
export function openOpenDataBucket(location: BucketLocation, area: string): OpenDataStore {
  const prefix = location.prefix === '' ? `${area}/` : `${location.prefix}/${area}/`;
  let opened: Promise<BucketCalls> | null = null;
  const calls = () => {
    opened ??= import('../../platform/files/bucket-calls.ts').then(({ openBucketCalls }) => openBucketCalls(location));
    return opened;
  };
  return {
    async put(name, path) {
      const { size: bytes } = await stat(path);
      const object = { key: prefix + name, bytes, sha256: await sha256OfFile(path), mime };
      await (await calls()).put({ ...object, body: createReadStream(path) });
    },
    async putText(name, text) {
      const body = Buffer.from(text);
      await (await calls()).put({ key: prefix + name, body, bytes: body.length, sha256: sha256Of(body), mime });
    },
    async getText(name) {
      const content = await (await calls()).get(prefix + name);
      return content === null ? null : Buffer.concat(await content.toArray()).toString('utf8');
    },
    async fetch(name, path) {
      const content = await (await calls()).get(prefix + name);
      if (content === null) return false;
      await pipeline(content, createWriteStream(path));
      return true;
    },
    localPath: () => null,
    async list(folder) {
      const found: OpenDataFile[] = [];
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<BucketCalls['objects']>> = await (await calls()).objects(
          `${prefix}${folder}/`,
          after,
        );
        found.push(...page.objects.map(({ key, bytes }) => ({ name: key.slice(prefix.length), bytes })));
        after = page.next;
      } while (after !== null);
      return found;
    },
    remove: async (name) => (await calls()).remove(prefix + name),
    async close() {
      if (opened !== null) (await opened).close();
    },
  };
}

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
