/** Bytes at the start of a file that `imageTypeOf` reads. */
export const imageTypeBytes = 32;

/**
 * Returns the media type of a PNG, JPEG, GIF, WebP or AVIF image by its first bytes, so that its name has no influence;
 * null: none of these.
 */
export function imageTypeOf(upload: Uint8Array): string | null {
  const start = Buffer.from(upload.subarray(0, imageTypeBytes)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'image/gif';
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'image/webp';
  // Source: AV1 Image File Format 1.1, 6.3 and 6.4: the brand `avif` or `avis`, as the major or a compatible one.
  if (start.slice(4, 8) === 'ftyp' && /^(?:.{4})*?avi[fs]/s.test(start.slice(8))) return 'image/avif';
  return null;
}
