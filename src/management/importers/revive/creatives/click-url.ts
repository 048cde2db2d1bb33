import { clickUrlSchema } from '../../../../contract/creative/creative.ts';
import { type MacroValues, translateMacros } from './translate-macros.ts';

/** Click-through URL of a creative. */
export type ClickUrl = { readonly url: string | null; readonly note: string | null; readonly fault: string | null };

/** Returns the destination of a banner in a form that Placard accepts. */
export function clickUrlOf(source: string, values: MacroValues): ClickUrl {
  const text = source.trim();
  if (text === '') return { url: null, note: null, fault: null };
  const { text: translated, notes, unknown } = translateMacros(text, values);
  if (unknown.length > 0) {
    return {
      url: null,
      note: null,
      fault: `The destination contains ${unknown.join(', ')}, which Placard does not have.`,
    };
  }
  const absolute = /^https?:\/\//i.test(translated) ? translated : `https://${translated.replace(/^\/\//, '')}`;
  if (/^[a-z][a-z0-9+.-]*:/i.test(translated) && absolute !== translated && !/^[\w.-]+:\d/.test(translated)) {
    return { url: null, note: null, fault: `The destination "${text.slice(0, 80)}" is not a URL of the web.` };
  }
  const url = accepted(absolute) ?? accepted(encoded(absolute));
  if (url === null)
    return { url: null, note: null, fault: `The destination "${text.slice(0, 80)}" is not a valid URL.` };
  const change = url === text ? null : `The destination ${text.slice(0, 200)} became ${url.slice(0, 200)}.`;
  return { url, note: change ?? (notes.length === 0 ? null : notes.join(' ')), fault: null };
}

function accepted(url: string): string | null {
  return clickUrlSchema.safeParse(url).success ? url : null;
}

/** Encodes characters that a URL must not contain. Macros in brackets are kept. */
function encoded(url: string): string {
  return url.replace(/[\s\p{Cc}"'<>\\`]/gu, (character) => encodeURIComponent(character).replace(/'/g, '%27'));
}
