/*
 * Reading product feeds: CSV, TSV, JSON Lines and Google XML.
 *
 * - `read-feed.ts`: a stream to rows. `line-feed.ts`, `xml-feed.ts`: the formats. `feed-fields.ts`: names of fields.
 * - `read-product.ts`, `feed-row.ts`: one row to a product. `feed-fault.ts`, `feed-report.ts`: errors.
 *
 * A wrong row is reported with its number and skipped. Too many refuse the feed.
 */

import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { FeedFormat } from '../../../../contract/commerce/product.ts';
import { FeedFault } from './feed-fault.ts';
import type { FeedListener } from './feed-report.ts';
import type { FeedRow } from './feed-row.ts';
import { createLineFeed } from './line-feed.ts';
import { createXmlFeed } from './xml-feed.ts';

/** Most bytes of an unpacked feed: a million products with 4 kB of text each. */
const maxFeedBytes = 4 * 1024 * 1024 * 1024;

export type FeedFile = {
  readonly path: string;
  readonly format: FeedFormat;
  readonly isGzip: boolean;
};

/** Yields the rows of a feed in batches. Reports unreadable rows. Throws `FeedFault`. */
export async function* readFeed(file: FeedFile, reporter: FeedListener): AsyncGenerator<readonly FeedRow[]> {
  const parser = file.format === 'xml' ? createXmlFeed(reporter) : createLineFeed(file.format, reporter);
  let bytes = 0;
  for await (const chunk of unpacked(file)) {
    bytes += chunk.length;
    if (bytes > maxFeedBytes) throw new FeedFault('too_large', `more than ${maxFeedBytes} bytes`);
    const rows = parser.push(chunk);
    if (rows.length > 0) yield rows;
  }
  yield parser.end();
}

async function* unpacked({ path, isGzip }: FeedFile): AsyncGenerator<Buffer> {
  const stream = createReadStream(path);
  if (!isGzip) {
    for await (const chunk of stream) yield chunk as Buffer;
    return;
  }
  const gunzip = createGunzip();
  const fed = pipeline(stream, gunzip);
  // An error there also fails the reading below.
  fed.catch(() => undefined);
  try {
    for await (const chunk of gunzip) yield chunk as Buffer;
    await fed;
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    throw new FeedFault('gzip_broken', 'the gzip file is incomplete or corrupt');
  } finally {
    gunzip.destroy();
    stream.destroy();
  }
}
