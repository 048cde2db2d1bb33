import { fieldMessage } from '../../../../contract/common/field-message.ts';
import { invalidField } from '../../../records/domain-error.ts';

/** What an SVG logo cannot contain: scripts, other documents, and anything that loads another file. */
const refused: readonly (readonly [part: string, pattern: RegExp])[] = [
  ['<!DOCTYPE>', /<!(?:doctype|entity)/i],
  ['<?xml-stylesheet?>', /<\?(?!xml\s)/i],
  ['<script>', /<(?:[\w-]+:)?script/i],
  ['<foreignObject>', /<(?:[\w-]+:)?foreignobject/i],
  ['<iframe>', /<(?:[\w-]+:)?(?:iframe|object|embed|handler|listener|audio|video)\b/i],
  ['<a>', /<(?:[\w-]+:)?a[\s/>]/i],
  ['<set>', /<(?:[\w-]+:)?(?:set|animate\w*)[\s/>]/i],
  ['an event handler', /[\s"'/]on[a-z]+\s*=/i],
  [
    'an external reference',
    /(?:href|src)\s*=\s*(?:"\s*(?!#|data:image\/(?:png|jpeg|webp);)|'\s*(?!#|data:image\/(?:png|jpeg|webp);)|[^"'\s])/i,
  ],
  ['an external reference', /url\(\s*["']?\s*(?!#)[^)\s]/i],
  ['@import', /@import/i],
  ['javascript:', /(?:javascript|vbscript)\s*:/i],
];
/** Encoded characters could hide the parts above. */
const encodedLetter = /&#(?:x0*[46-7][0-9a-f]|0*(?:5[89]|6[4-9]|[7-9]\d|1[0-2]\d));|\\[0-9a-f]{1,6}/i;

/** Whether a file is an SVG document, by its first element. */
export function isSvg(content: Buffer): boolean {
  return /^\uFEFF?\s*(?:<\?xml\s[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*|<!doctype[^>]*>\s*)*<svg[\s>]/i.test(
    content.subarray(0, 4096).toString('utf8'),
  );
}

/**
 * Refuses an SVG with active content. It is the second protection: the file is only displayed as an image, and served
 * with a policy that runs no script.
 * @throws DomainError for the field `/file`
 */
export function requirePassiveSvg(content: Buffer): void {
  const text = content.toString('utf8');
  if (text.includes('\uFFFD') || text.includes('\0')) {
    throw invalidField('/file', 'unsupported_image', fieldMessage('logoType'));
  }
  for (const [part, pattern] of [...refused, ['an encoded character', encodedLetter] as const]) {
    if (pattern.test(text)) throw invalidField('/file', 'active_content', fieldMessage('activeSvg', { part }));
  }
}
