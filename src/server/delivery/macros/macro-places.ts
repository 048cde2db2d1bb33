import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import type { Place } from './escape-value.ts';

/** Stretches of markup with what they are; what is in none of them is text. */
type Stretch = { readonly from: number; readonly to: number; readonly place: (offset: number) => Place };

/** Elements whose content is no markup: their end tag is all that ends it. */
const rawModes: Readonly<Record<string, number>> = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  textarea: TokenizerMode.RCDATA,
  title: TokenizerMode.RCDATA,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
};
const addressAttributes = /^(?:href|src|action|formaction|poster|data|cite|background|longdesc|ping|xlink:href)$/;

/**
 * What stands at each place of a creative's markup, as a browser reads it. A text that is JSON as a whole is that.
 * Source: wire-protocol 9; HTML, 13.2.5 (tokenization).
 */
export function placesIn(markup: string): (offset: number) => Place {
  if (isJson(markup)) return () => 'json';
  const stretches = findStretches(markup);
  return (offset) => stretches.find(({ from, to }) => from <= offset && offset < to)?.place(offset) ?? 'text';
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text.replaceAll("'", '"'));
    return true;
  } catch {
    return false;
  }
}

function findStretches(markup: string): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let raw: { readonly name: string; readonly from: number } | null = null;
  const endRaw = (to: number): void => {
    if (raw !== null) stretches.push({ from: raw.from, to, place: rawPlace(markup, raw) });
    raw = null;
  };
  const skip = ({ location }: { readonly location: Token.Location | null }): void => {
    if (location !== null)
      stretches.push({ from: location.startOffset, to: location.endOffset, place: () => 'unknown' });
  };
  const nothing = (): void => undefined;
  const tokenizer: Tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(tag) {
        const { location } = tag;
        if (location === null) return;
        for (const [name, at] of Object.entries(location.attrs ?? {}))
          stretches.push(attributeStretch(markup, { tag: tag.tagName, name, at }));
        // What is in the tag and in none of its attributes.
        skip(tag);
        const mode = rawModes[tag.tagName];
        if (mode === undefined || tag.selfClosing) return;
        tokenizer.state = mode;
        raw = { name: tag.tagName, from: location.endOffset };
      },
      onEndTag(tag) {
        if (raw !== null && raw.name === tag.tagName) endRaw(tag.location?.startOffset ?? markup.length);
        skip(tag);
      },
      onComment: skip,
      onDoctype: skip,
      onEof: () => endRaw(markup.length),
      onCharacter: nothing,
      onNullCharacter: nothing,
      onWhitespaceCharacter: nothing,
    },
  );
  tokenizer.write(markup, true);
  return stretches;
}

type Attribute = { readonly tag: string; readonly name: string; readonly at: Token.Location };

function attributeStretch(markup: string, { tag, name, at }: Attribute): Stretch {
  const text = markup.slice(at.startOffset, at.endOffset);
  const equals = text.indexOf('=');
  const quoted = /^=\s*(["'])/.exec(text.slice(equals));
  const valueFrom = at.startOffset + equals + (quoted?.[0].length ?? 1);
  const place = (offset: number): Place => {
    if (equals === -1 || offset < valueFrom) return 'unknown';
    const place = attributePlace({ tag, name }, markup.slice(valueFrom, offset));
    return quoted === null ? (barePlaces[place] ?? 'unknown') : place;
  };
  return { from: at.startOffset, to: at.endOffset, place };
}

/** @param before what stands in the value before the macro */
function attributePlace({ tag, name }: Pick<Attribute, 'tag' | 'name'>, before: string): Place {
  if (name.startsWith('on')) return textPlace(openText(before) ?? '');
  if (name === 'style') return 'style';
  // A page in a page: what is escaped once is read twice.
  if (name === 'srcdoc') return 'unknown';
  if (isHostSoFar(before)) return 'host';
  if (isAddressSoFar(before)) return 'address';
  if (!addressAttributes.test(name)) return 'attribute';
  // What stands in the address of a script, or behind another scheme, is decoded and run.
  if (otherScheme.test(before)) return 'unknown';
  if (before.trim() !== '') return 'address';
  return runningTags.test(tag) ? 'unknown' : 'address-begin';
}

/** Places of bare attributes: what no quote holds together. */
const barePlaces: Readonly<Partial<Record<Place, Place>>> = {
  attribute: 'bare-attribute',
  address: 'address',
  host: 'host',
};
/** Elements whose address is loaded into the page and run. */
const runningTags = /^(?:script|link|object|embed|base|iframe|frame|use)$/;
const otherScheme = /^\s*(?!https?:|mailto:|tel:|sms:)[a-z][\w+.-]*:/i;

function rawPlace(markup: string, { name, from }: { readonly name: string; readonly from: number }) {
  return (offset: number): Place => {
    if (name === 'script') return scriptPlace(markup.slice(from, offset));
    if (name === 'style') return 'style';
    return name === 'textarea' || name === 'title' ? 'text' : 'unknown';
  };
}

/** By what stands before the macro in its script: code, or a text that has begun, perhaps with an address. */
function scriptPlace(before: string): Place {
  const text = openText(before);
  if (text === null) return 'script-code';
  return textPlace(text);
}

/** In a text of a script, after this. */
function textPlace(text: string): Place {
  if (isHostSoFar(text)) return 'script-host';
  return isAddressSoFar(text) ? 'script-address' : 'script';
}

/** What has been written of the text that is open at the end of this script; null: none is. */
function openText(script: string): string | null {
  let quote = '';
  let from = 0;
  for (let at = 0; at < script.length; at += 1) {
    const character = script[at] as string;
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote || (character === '\n' && quote !== '`')) quote = '';
    } else if (`"'\``.includes(character)) {
      quote = character;
      from = at + 1;
    } else if (script.startsWith('//', at)) at = endOf(script, '\n', at);
    else if (script.startsWith('/*', at)) at = endOf(script, '*/', at);
  }
  return quote === '' ? null : script.slice(from);
}

function endOf(script: string, mark: string, from: number): number {
  const at = script.indexOf(mark, from + 2);
  return at === -1 ? script.length : at + mark.length - 1;
}

/** An address has begun, and its host has not ended. */
function isHostSoFar(text: string): boolean {
  return /^\s*(?:https?:)?\/\/[^/?#\\]*$/i.test(text);
}

function isAddressSoFar(text: string): boolean {
  return /^\s*(?:https?:)?\/\//i.test(text);
}
