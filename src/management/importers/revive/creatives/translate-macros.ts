/** Properties of a banner that macros insert. */
export type MacroValues = {
  readonly bannerId: number;
  readonly campaignId: number;
  readonly target: string;
  readonly width: number;
  readonly height: number;
};

/** Text with macros of Placard. */
export type TranslatedMacros = {
  readonly text: string;
  /** Translated macros, and those whose meaning differs. */
  readonly notes: readonly string[];
  /** Macros without an equivalent. They remain in the text. */
  readonly unknown: readonly string[];
};

/** Macros that become the milliseconds since 1970. */
const cacheBusters = /^(?:random(?::\d+)?|timestamp)$/;
/** Macros that stand for the click URL, with and without encoding. Placard encodes a macro for its context. */
const clickMacros = /^clickurl(?:_enc|_html)?$/;

const names =
  'clickurl|clickurl_enc|clickurl_html|clickurlparams|logurl|logurl_enc|logurl_html|random|random:\\d+|timestamp|bannerid|' +
  'campaignid|zoneid|source|pageurl|referer|target|targeturl|url_prefix|image_prefix|width|height|websiteid|websitename|' +
  'zonename|bannername|campaignname|advertiserid|viewerid|nonclickurl|clicktag';
/** A macro of Revive, with the characters that decide the form of a click URL. */
const macro = new RegExp(`\\{(${names}|variable:[\\w.-]+)\\}`, 'gi');

/** Replaces the macros of Revive by those of Placard. Source: manual of Revive Adserver, magic macros. */
export function translateMacros(text: string, values: MacroValues): TranslatedMacros {
  const notes = new Set<string>();
  const unknown = new Set<string>();
  const translated = text.replaceAll(macro, (whole, name: string, at: number) => {
    const replacement = replacementOf(name.toLowerCase(), text.slice(at + whole.length, at + whole.length + 8), values);
    if (replacement === null) {
      unknown.add(whole);
      return whole;
    }
    notes.add(`${whole} became ${replacement === '' ? 'empty' : replacement}.`);
    return replacement;
  });
  return { text: translated, notes: [...notes], unknown: [...unknown] };
}

function replacementOf(name: string, next: string, values: MacroValues): string | null {
  if (clickMacros.test(name)) return isTarget(next) ? '[clickBase]' : '[clickUrl]';
  if (cacheBusters.test(name)) return '[adheseTimestampNowMs]';
  if (name.startsWith('variable:')) {
    const key = name.slice('variable:'.length);
    return /^[a-z][a-z0-9]$/.test(key) ? `[adheseReplace:${key}]` : null;
  }
  switch (name) {
    case 'bannerid':
      return String(values.bannerId);
    case 'campaignid':
      return String(values.campaignId);
    case 'zoneid':
      return '[adheseReplace:SL]';
    case 'target':
      return values.target === '' ? '_blank' : values.target;
    case 'width':
      return String(values.width);
    case 'height':
      return String(values.height);
    default:
      return null;
  }
}

/** A target that follows the click URL directly: a URL, another macro, or a macro of a third party. */
function isTarget(next: string): boolean {
  return /^(?:https?[:%]|\/\/|\{|%%|\[|\$\{)/i.test(next);
}
