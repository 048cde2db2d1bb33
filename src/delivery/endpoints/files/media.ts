/*
 * Files of creatives: `/media/` and `/html5/`.
 *
 * - `media.ts`: images and films. `html5.ts`: files of HTML5 creatives, on the creative origin only.
 * - `image-versions.ts`: which version of an image a request gets.
 * - `send-file.ts`, `send-content.ts`: headers, ranges and bytes.
 *
 * Files never change, so every answer may be cached forever.
 */

import { chooseVersion } from '../../../core/creative/image-versions.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { FileStoreAway } from '../../../platform/files/file-store.ts';
import type { HttpExchange } from '../../listener/http-exchange.ts';
import { sendDeliveryProblem, sendMethodNotAllowed, sendNotFound } from '../../listener/send.ts';
import { createVersionLists, imageRequestOf, type VersionLists } from './image-versions.ts';
import { sendContent } from './send-content.ts';

/** `/media/<sha256>/<file name>`; the name has no separator and does not start with a dot, so it stays in its folder. */
const mediaPath = /^\/(media\/([0-9a-f]{64}))\/(\w[\w.-]{0,199})$/;
/** How long a client waits before it asks again while the store is away. */
const retryAfterSeconds = '5';

/** What has versions. */
const imageName = /\.(?:gif|jpg|png|webp)$/;

export type MediaServices = { readonly fileStore: FileStore; readonly imageVersions: VersionLists };

/** What `answerMedia` needs of a store. */
export function mediaServicesOf(fileStore: FileStore): MediaServices {
  return { fileStore, imageVersions: createVersionLists(fileStore) };
}

/**
 * Files of creatives: their address holds the hash of their content, so a copy of it is good for ever. An image comes in the
 * width and the type that its address (`?w=320&fm=webp`) asks for; of an address with a width alone the header Accept says the type.
 * Source: product decisions 9; docs/decisions/0062-image-versions.md.
 */
export async function answerMedia(exchange: HttpExchange, path: string, services: MediaServices): Promise<void> {
  const match = mediaPath.exec(path);
  if (match === null) return sendNotFound(exchange);
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return sendMethodNotAllowed(exchange, 'GET, HEAD');
  const [, folder = '', sha256 = '', asked = ''] = match;
  const { fileStore } = services;
  try {
    const { name, headers } = await versionOf(exchange, { folder, asked }, services);
    const stored = `${folder}/${name}`;
    const facts = await fileStore.stat(stored);
    if (facts === null) return sendNotFound(exchange);
    await sendContent(exchange, {
      name,
      bytes: facts.bytes,
      cacheControl: 'public, max-age=31536000, immutable',
      etag: `"${sha256}-${name}"`,
      headers: [...harmless, ...headers],
      read: (range) => fileStore.read(stored, range),
    });
  } catch (error) {
    if (!(error instanceof FileStoreAway)) throw error;
    const headers = ['retry-after', retryAfterSeconds];
    sendDeliveryProblem(exchange, { status: 503, title: 'The file store is away', headers });
  }
}

/** A creative that is opened by its address must not run as a page of this origin. */
const harmless = [
  'content-security-policy',
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
];

/** The file that is answered for the one that is asked for, and what caches have to know. */
async function versionOf(
  exchange: HttpExchange,
  { folder, asked }: { readonly folder: string; readonly asked: string },
  { imageVersions }: MediaServices,
): Promise<{ readonly name: string; readonly headers: readonly string[] }> {
  const versions = imageName.test(asked) ? await imageVersions(folder) : [];
  // A version that is asked for by its own name is meant.
  if (versions.at(-1)?.name !== asked) return { name: asked, headers: [] };
  const query = exchange.target.indexOf('?');
  const parameters = new URLSearchParams(query === -1 ? '' : exchange.target.slice(query));
  // Who asks for nothing gets the very file, whose hash others were told.
  if (!parameters.has('w') && !parameters.has('fm')) return { name: asked, headers: [] };
  const { name } = chooseVersion(versions, imageRequestOf(parameters, exchange.header('accept')));
  return { name, headers: parameters.has('fm') ? [] : ['vary', 'accept'] };
}
