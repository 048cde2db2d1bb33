/** Two-letter codes of languages. Source: ISO 639-1. */
export const languageCodes: readonly string[] = (
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es ' +
  'et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki ' +
  'kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no ' +
  'nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te ' +
  'tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
).split(' ');

/**
 * Reports whether a text is a BCP 47 tag that requests can contain, such as `nl`, `nl-BE` or `fil`. Case is ignored, and
 * `_` equals `-`. A three-letter code of a language with a two-letter code (`nld`) is none: browsers never send it.
 */
export function isLanguageTag(text: string): boolean {
  const tag = text.replaceAll('_', '-');
  const primary = tag.split('-')[0]?.toLowerCase() ?? '';
  const canonical = canonicalTag(tag);
  if (canonical === null) return false;
  // Browsers still send some old two-letter codes, such as `iw` of `he`.
  if (primary.length > 2 && canonical.split('-')[0] !== primary) return false;
  return nameOfLanguage(canonical.split('-')[0] ?? '') !== undefined;
}

/**
 * Returns the code of a language for its English name or its three-letter code; null if there is none.
 * @example codeOfLanguage('Dutch') // 'nl'
 */
export function codeOfLanguage(text: string): string | null {
  const canonical = canonicalTag(text.replaceAll('_', '-'));
  if (canonical !== null && isLanguageTag(canonical)) return canonical;
  const wanted = text.trim().toLowerCase();
  return languageCodes.find((code) => nameOfLanguage(code)?.toLowerCase() === wanted) ?? null;
}

function canonicalTag(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

function nameOfLanguage(code: string): string | undefined {
  return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code);
}
