// Files are downloaded once, compared with their checksum and cached permanently: a URL has immutable content.
const cacheName = 'media';

/** Returns the URLs that could not be downloaded. */
export async function keepFiles(ads) {
  const cache = await caches.open(cacheName);
  const missing = [];
  for (const { id, checksum } of ads.flatMap(({ media }) => media)) {
    if ((await cache.match(id, { ignoreVary: true })) !== undefined) continue;
    try {
      const answer = await fetch(id);
      const bytes = await answer.arrayBuffer();
      if (!answer.ok || (checksum !== undefined && (await sha256(bytes)) !== checksum))
        throw new Error('Wrong content');
      await cache.put(
        id,
        new Response(bytes, { headers: { 'content-type': answer.headers.get('content-type') ?? '' } }),
      );
    } catch {
      missing.push(id);
    }
  }
  return missing;
}

/** Returns the content of a file, or null if it is not in the cache. */
export async function readFile(id) {
  const kept = await (await caches.open(cacheName)).match(id, { ignoreVary: true });
  return kept === undefined ? null : kept.arrayBuffer();
}

/** Removes files that no ad refers to. */
export async function dropOtherFiles(ads) {
  const named = new Set(ads.flatMap(({ media }) => media.map(({ id }) => id)));
  const cache = await caches.open(cacheName);
  for (const request of await cache.keys()) if (!named.has(request.url)) await cache.delete(request);
}

export async function sha256(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
