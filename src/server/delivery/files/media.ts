import { join } from 'node:path';
import type { HttpExchange } from '../listener/http-exchange.ts';
import { sendNotFound } from '../listener/send.ts';
import { sendFile } from './send-file.ts';

/** `/media/<sha256>/<file name>`; the name has no separator and does not start with a dot, so it stays in its folder. */
const mediaPath = /^\/media\/([0-9a-f]{64})\/([\w-][\w.-]{0,199})$/;

/** Files of creatives: their address holds the hash of their content, so a copy of it is good for ever. */
export async function answerMedia(exchange: HttpExchange, path: string, mediaFolder: string): Promise<void> {
  const match = mediaPath.exec(path);
  if (match === null) return sendNotFound(exchange);
  const [, sha256 = '', name = ''] = match;
  await sendFile(exchange, {
    path: join(mediaFolder, sha256, name),
    cacheControl: 'public, max-age=31536000, immutable',
    etag: `"${sha256}-${name}"`,
    // A creative that is opened by its address must not run as a page of this origin.
    headers: [
      'content-security-policy',
      "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
    ],
  });
}
