import type { FileStore } from '../../file-store/file-store.ts';
import { FileStoreAway } from '../../file-store/file-store.ts';
import type { HttpExchange } from '../listener/http-exchange.ts';
import { sendMethodNotAllowed, sendNotFound, sendProblem } from '../listener/send.ts';
import { sendContent } from './send-content.ts';

/** `/media/<sha256>/<file name>`; the name has no separator and does not start with a dot, so it stays in its folder. */
const mediaPath = /^\/(media\/([0-9a-f]{64})\/(\w[\w.-]{0,199}))$/;
/** How long a client waits before it asks again while the store is away. */
const retryAfterSeconds = '5';

/** Files of creatives: their address holds the hash of their content, so a copy of it is good for ever. */
export async function answerMedia(exchange: HttpExchange, path: string, store: FileStore): Promise<void> {
  const match = mediaPath.exec(path);
  if (match === null) return sendNotFound(exchange);
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return sendMethodNotAllowed(exchange, 'GET, HEAD');
  const [, stored = '', sha256 = '', name = ''] = match;
  try {
    const facts = await store.stat(stored);
    if (facts === null) return sendNotFound(exchange);
    await sendContent(exchange, {
      name,
      bytes: facts.bytes,
      cacheControl: 'public, max-age=31536000, immutable',
      etag: `"${sha256}-${name}"`,
      // A creative that is opened by its address must not run as a page of this origin.
      headers: [
        'content-security-policy',
        "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
      ],
      read: (range) => store.read(stored, range),
    });
  } catch (error) {
    if (!(error instanceof FileStoreAway)) throw error;
    const headers = ['retry-after', retryAfterSeconds];
    sendProblem(exchange, { status: 503, title: 'The file store is away', headers });
  }
}
