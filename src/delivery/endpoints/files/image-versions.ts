import { text } from 'node:stream/consumers';
import {
  type ImageRequest,
  type ImageVersion,
  imageVersionsName,
  typeOfParameter,
} from '../../../core/creative/image-versions.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { createRecentMap } from '../../recent-map.ts';

/** Most cached lists. A list takes about 3 kB, so the cache takes 30 MB. */
const keptLists = 10_000;

/** Caches the versions of images. Each list is read once, because it never changes. */
export function createVersionLists(store: Pick<FileStore, 'read'>) {
  const lists = createRecentMap<string, readonly ImageVersion[]>(keptLists);

  /** @param folder `media/<sha256>`. Returns an empty list if the file has no versions */
  return async (folder: string): Promise<readonly ImageVersion[]> => {
    const known = lists.get(folder);
    if (known !== undefined) return known;
    const stream = await store.read(`${folder}/${imageVersionsName}`);
    const list = stream === null ? [] : (JSON.parse(await text(stream)) as readonly ImageVersion[]);
    lists.set(folder, list);
    return list;
  };
}

/** Types that a browser names in Accept only if it supports them. */
const negotiated = ['image/avif', 'image/webp'];

export type VersionLists = ReturnType<typeof createVersionLists>;

/** Returns the requested width and type of an image. Invalid parameters are ignored. */
export function imageRequestOf(parameters: URLSearchParams, accept: string | undefined): ImageRequest {
  const width = /^\d{1,5}$/.test(parameters.get('w') ?? '') ? Number(parameters.get('w')) : null;
  const named = typeOfParameter(parameters.get('fm') ?? '');
  const mimes = named === null ? negotiated.filter((mime) => accepts(accept, mime)) : [named];
  return { width: width === 0 ? null : width, mimes };
}

/**
 * Returns true if Accept names the type explicitly with a weight above 0. A client that accepts any type may be a
 * player that does not support it.
 */
function accepts(accept: string | undefined, mime: string): boolean {
  const named = accept?.split(',').find((part) => part.split(';')[0]?.trim().toLowerCase() === mime);
  return named !== undefined && !/;\s*q=0(?:\.0*)?\s*$/i.test(named);
}
