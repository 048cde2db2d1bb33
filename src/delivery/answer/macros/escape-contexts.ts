import type { EscapeContext } from './escape-value.ts';
import { type AttributePart, type MarkupPart, markupParts, quoteBareValues } from './markup-parts.ts';

const addressAttributes = /^(?:href|src|action|formaction|poster|data|cite|background|longdesc|ping|xlink:href)$/;

/**
 * Returns the context at each offset of a creative's markup, as a browser parses it. In the returned markup, unquoted
 * attribute values that are filled in are quoted. A text that is JSON as a whole has the context JSON. Source:
 * wire-protocol 9.
 * @param isFilledIn returns true for a text that is not used unchanged
 */
export function escapeContextsIn(written: string, isFilledIn: (text: string) => boolean): EscapeContexts {
  if (isJson(written)) return { markup: written, contextAt: () => 'json' };
  const markup = quoteBareValues(written, isFilledIn);
  const parts = markupParts(markup);
  const partAt = (offset: number) => parts.find(({ from, to }) => from <= offset && offset < to);
  return { markup, contextAt: (offset) => contextIn(partAt(offset), markup, offset) };
}

export type EscapeContexts = { readonly markup: string; readonly contextAt: (offset: number) => EscapeContext };

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text.replaceAll("'", '"'));
    return true;
  } catch {
    return false;
  }
}

/** End of markup where the next characters would complete a tag or a comment, also in a script. */
const markupBegun = /<[!/?]?[\w-]{0,50}$/;
const scriptMarkupBegun = /(?:<[!/?]?[\w-]{0,50}|--)$/;

function contextIn(part: MarkupPart | undefined, markup: string, offset: number): EscapeContext {
  const before = markup.slice(part?.from ?? 0, offset);
  switch (part?.kind) {
    case 'attribute':
      if (part.valueFrom === null || offset < part.valueFrom) return 'name';
      return attributeContext(part, markup.slice(part.valueFrom, offset));
    case 'tag':
      return 'name';
    case 'comment':
      return markupBegun.test(before) ? 'name' : 'hidden';
    case 'content':
      return contentContext(part, before);
    case undefined:
      return markupBegun.test(before.slice(-60)) ? 'name' : 'text';
  }
}

function contentContext(
  { element, isForeign }: { readonly element: string; readonly isForeign: boolean },
  before: string,
) {
  if (element === 'script' && !isForeign) {
    const escapeContext = scriptContext(before);
    // A value that is filled in for code is a number or quoted.
    return (escapeContext === 'script-code' ? /<!-$/ : scriptMarkupBegun).test(before) ? 'name' : escapeContext;
  }
  if (markupBegun.test(before)) return 'name';
  if (element === 'style') return 'style';
  return element === 'textarea' || element === 'title' ? 'text' : 'hidden';
}

/** @param before attribute value before the macro */
function attributeContext({ tag, name }: AttributePart, before: string): EscapeContext {
  if (name.startsWith('on')) return textContext(openText(before) ?? '');
  if (name === 'style') return 'style';
  // A page in a page: text that is escaped once is parsed twice.
  if (name === 'srcdoc') return 'hidden';
  if (isHostSoFar(before)) return 'host';
  if (isAddressSoFar(before)) return 'address';
  if (!addressAttributes.test(name)) return 'attribute';
  // The URL of a script, or a URL with another scheme, is decoded and executed.
  if (otherScheme.test(before)) return 'unknown';
  if (before.trim() !== '') return 'address';
  return runningTags.test(tag) ? 'unknown' : 'address-begin';
}

/** Elements whose URL is loaded into the page and executed. */
const runningTags = /^(?:script|link|object|embed|base|iframe|frame|use)$/;
const otherScheme = /^\s*(?!https?:|mailto:|tel:|sms:)[a-z][\w+.-]*:/i;

/** Returns the context in a script from the text before the macro: code, or an open string, possibly with a URL. */
function scriptContext(before: string): EscapeContext {
  const text = openText(before);
  if (text === null) return 'script-code';
  return textContext(text);
}

/** Returns the context in a string of a script after this text. */
function textContext(text: string): EscapeContext {
  if (isHostSoFar(text)) return 'script-host';
  return isAddressSoFar(text) ? 'script-address' : 'script';
}

/** Returns the content of the string that is open at the end of the script. null if none is open. */
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

/** Returns true if a URL has begun and its host has not ended. */
function isHostSoFar(text: string): boolean {
  return /^\s*(?:https?:)?\/\/[^/?#\\]*$/i.test(text);
}

function isAddressSoFar(text: string): boolean {
  return /^\s*(?:https?:)?\/\//i.test(text);
}
