import { isMembers } from './convert-references.ts';

/** Path of a media file in the file store, relative to the delivery address. */
const ownPath = /^media\/[0-9a-f]{64}\//;

/** Returns a creative whose own media files have absolute URLs, as in the API. */
export function externalAddresses(creative: Record<string, unknown>, deliveryUrl: string): Record<string, unknown> {
  return withMediaUrls(creative, (url) => (ownPath.test(url) ? `${deliveryUrl}/${url}` : url));
}

/** Returns a creative whose own media files have paths, so that they do not depend on the delivery address. */
export function ownAddresses(creative: Record<string, unknown>, deliveryUrl: string): Record<string, unknown> {
  const start = `${deliveryUrl}/`;
  return withMediaUrls(creative, (url) => {
    const path = url.startsWith(start) ? url.slice(start.length) : '';
    return ownPath.test(path) ? path : url;
  });
}

function withMediaUrls(creative: Record<string, unknown>, change: (url: string) => string): Record<string, unknown> {
  const { media } = creative;
  if (!isMembers(media) || !Array.isArray(media['files'])) return creative;
  const files = media['files'].map((file: unknown) =>
    isMembers(file) && typeof file['url'] === 'string' ? { ...file, url: change(file['url']) } : file,
  );
  return { ...creative, media: { ...media, files } };
}
