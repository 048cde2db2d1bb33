/** Most characters of the header that are read. Browsers send far fewer. */
const maxLength = 500;
const range = /^([a-z]{2,8}(?:-[a-z0-9]{1,8})*)(?:\s*;\s*q\s*=\s*([01](?:\.\d{0,3})?))?$/i;

/**
 * Returns the preferred language of an Accept-Language header, as sent and without its region (`nl-BE`, `nl`), or an
 * empty list. Only the first choice is used: most browsers add English, which is not evidence about the user. Source:
 * RFC 9110 12.5.4.
 */
export function acceptedLanguages(header: string | undefined): readonly string[] {
  if (header === undefined || header.length > maxLength) return [];
  let best = '';
  let bestQuality = 0;
  for (const part of header.split(',')) {
    const [, tag = '', quality = '1'] = range.exec(part.trim()) ?? [];
    if (tag === '' || Number(quality) <= bestQuality) continue;
    best = tag;
    bestQuality = Number(quality);
  }
  if (best === '') return [];
  const [primary = best] = best.split('-');
  return primary === best ? [best] : [best, primary];
}
