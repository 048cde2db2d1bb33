import { extname } from 'node:path';
import { imageTypeOf } from '../../../../platform/media/thumbnail/image-type.ts';

const office = 'application/vnd.openxmlformats-officedocument';

/** Types by extension. Files that a browser could run or render as a page, such as HTML and SVG, are not listed. */
const typeOfExtension: Readonly<Record<string, string>> = {
  '.csv': 'text/csv; charset=utf-8',
  '.doc': 'application/msword',
  '.docx': `${office}.wordprocessingml.document`,
  '.m4a': 'audio/mp4',
  '.mov': 'video/quicktime',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.odp': 'application/vnd.oasis.opendocument.presentation',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.pdf': 'application/pdf',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.pptx': `${office}.presentationml.presentation`,
  '.txt': 'text/plain; charset=utf-8',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
  '.xls': 'application/vnd.ms-excel',
  '.xlsx': `${office}.spreadsheetml.sheet`,
  '.zip': 'application/zip',
};

const unknownType = 'application/octet-stream';

/**
 * Returns the media type of an attachment: images by their first bytes, other files by their extension from a fixed list,
 * and `application/octet-stream` for all others.
 * @param start first bytes of the content
 */
export function typeOfAttachment(name: string, start: Uint8Array): string {
  return imageTypeOf(start) ?? typeOfExtension[extname(name).toLowerCase()] ?? unknownType;
}
