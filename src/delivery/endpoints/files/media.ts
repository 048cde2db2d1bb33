/*
 * Files of creatives: `/media/` and `/html5/`.
 *
 * - `media.ts`: images and videos. `html5.ts`: files of HTML5 creatives, on the creative origin only.
 * - `image-versions.ts`: selects the version of an image for a request.
 * - `send-file.ts`, `send-content.ts`: headers, ranges and bytes.
 *
 * Files never change, so every response may be cached forever.
 */

import { chooseVersion } from '../../../core/creative/image-versions.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { HttpExchange } from '../../listener/http-exchange.ts';
import { sendMethodNotAllowed, sendNotFound } from '../../listener/send.ts';
import { createVersionLists, imageRequestOf, type VersionLists } from './image-versions.ts';
import { sendContent } from './send-content.ts';
import { answerFromStore } from './store-away.ts';

/**
 * `/media/<sha256>/<file name>`. The name contains no separator and does not start with a dot, so it stays in its
 * folder.
 */
const mediaPath = /^\/(media\/([0-9a-f]{64}))\/(\w[\w.-]{0,199})$/;

/** Files that may have versions. */
const imageName = /\.(?:gif|jpg|png|webp)$/;

export type MediaServices = { readonly fileStore: FileStore; readonly imageVersions: VersionLists };

/** Returns the services that `answerMedia` needs of a file store. */
export function mediaServicesOf(fileStore: FileStore): MediaServices {
  return { fileStore, imageVersions: createVersionLists(fileStore) };
}

/**
 * Serves files of creatives. The URL contains the hash of the content, so a copy is valid forever. An image is returned
 * in the width and type of the URL (`?w=320&fm=webp`). If the URL contains only a width, the Accept header selects the
 * type. Source: product decisions 9; docs/decisions/0062-image-versions.md.
 */
export async function answerMedia(exchange: HttpExchange, path: string, services: MediaServices): Promise<void> {
  const match = mediaPath.exec(path);
  if (match === null) return sendNotFound(exchange);
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return sendMethodNotAllowed(exchange, 'GET, HEAD');
  const [, folder = '', sha256 = '', asked = ''] = match;
  const { fileStore } = services;
  await answerFromStore(exchange, async () => {
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
  });
}

/** A creative that is opened by its URL must not run as a page of this origin. */
const harmless = [
  'content-security-policy',
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
];

/** Returns the file to send for the requested one, and the headers for caches. */
async function versionOf(
  exchange: HttpExchange,
  { folder, asked }: { readonly folder: string; readonly asked: string },
  { imageVersions }: MediaServices,
): Promise<{ readonly name: string; readonly headers: readonly string[] }> {
  const versions = imageName.test(asked) ? await imageVersions(folder) : [];
  // A version that is requested by its own name is returned unchanged.
  if (versions.at(-1)?.name !== asked) return { name: asked, headers: [] };
  const query = exchange.target.indexOf('?');
  const parameters = new URLSearchParams(query === -1 ? '' : exchange.target.slice(query));
  // Without parameters, the exact file is returned: its hash was given to other systems.
  if (!parameters.has('w') && !parameters.has('fm')) return { name: asked, headers: [] };
  const { name } = chooseVersion(versions, imageRequestOf(parameters, exchange.header('accept')));
  return { name, headers: parameters.has('fm') ? [] : ['vary', 'accept'] };
}
