import { extname } from 'node:path';

const maxLength = 150;
const maxExtensionLength = 20;
/** Names that Windows reserves for devices, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Converts the file name of a client to one that every operating system can store: without folders, control and
 * formatting characters (which can disguise an extension), leading dots, and characters that Windows refuses. At most
 * 150 characters; the extension is kept.
 */
export function attachmentName(clientName: string): string {
  const name = clientName
    .normalize('NFC')
    .replace(/^.*[\\/]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  if (name === '') return 'file';
  const extension = extname(name).slice(0, maxExtensionLength);
  const base = Array.from(name.slice(0, name.length - extname(name).length))
    .slice(0, maxLength - extension.length)
    .join('');
  return deviceName.test(name) ? `_${base}${extension}` : `${base}${extension}`;
}

/**
 * Returns the header `Content-Disposition` of a download. Clients without support for `filename*` use the name in ASCII.
 * Source: RFC 6266, 4.3; RFC 8187, 3.2.
 */
export function downloadDisposition(name: string): string {
  const ascii = name.replace(/[^\w .()+,@=-]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
