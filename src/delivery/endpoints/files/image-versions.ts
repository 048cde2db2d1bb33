import { text } from 'node:stream/consumers';
import {
  type ImageRequest,
  type ImageVersion,
  imageVersionsName,
  typeOfParameter,
} from '../../../core/creative/image-versions.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { createRecentMap } from '../../recent-map.ts';

/** Lists that are kept: some 3 kB each, so 30 MB. */
const keptLists = 10_000;

/** The versions of images, each list read once: like the files themselves it never changes. */
export function createVersionLists(store: Pick<FileStore, 'read'>) {
  const lists = createRecentMap<string, readonly ImageVersion[]>(keptLists);

  /** @param folder `media/<sha256>`; empty: what lies there has no versions */
  return async (folder: string): Promise<readonly ImageVersion[]> => {
    const known = lists.get(folder);
    if (known !== undefined) return known;
    const stream = await store.read(`${folder}/${imageVersionsName}`);
    const list = stream === null ? [] : (JSON.parse(await text(stream)) as readonly ImageVersion[]);
    lists.set(folder, list);
    return list;
  };
}

/** Types that a browser names when it asks for an image, and only when it can show them. */
const negotiated = ['image/avif', 'image/webp'];

export type VersionLists = ReturnType<typeof createVersionLists>;

/** What an address and its request want of an image; parameters that cannot be read say nothing. */
export function imageRequestOf(parameters: URLSearchParams, accept: string | undefined): ImageRequest {
  const width = /^\d{1,5}$/.test(parameters.get('w') ?? '') ? Number(parameters.get('w')) : null;
  const named = typeOfParameter(parameters.get('fm') ?? '');
  const mimes = named === null ? negotiated.filter((mime) => accepts(accept, mime)) : [named];
  return { width: width === 0 ? null : width, mimes };
}

/** True when the type is named itself, and not with a weight of 0: what takes anything may be a player of any age. */
function accepts(accept: string | undefined, mime: string): boolean {
  const named = accept?.split(',').find((part) => part.split(';')[0]?.trim().toLowerCase() === mime);
  return named !== undefined && !/;\s*q=0(?:\.0*)?\s*$/i.test(named);
}
