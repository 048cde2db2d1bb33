/*
 * Macros of creatives, such as `{{CLICK_URL}}`, filled in for each request.
 *
 * - `macro.ts`: the macros. `macro-value.ts`: their values. `macro-book.ts`: finds and fills in the macros of markup.
 * - `escape-value.ts`, `escape-contexts.ts`: escaping of values for their context: text, attribute, URL or script.
 * - `markup-parts.ts`: division of markup into fixed parts and macros.
 *
 * See docs/decisions/0047-macros.md.
 */

import { randomBytes } from 'node:crypto';
import { maxUrlLength } from '../../../core/vocabulary/limits/api-limits.ts';
import { maxMacros } from '../../../core/vocabulary/limits/delivery-limits.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import { normalTarget } from '../signed-address/click-address.ts';
import { escapeContextsIn } from './escape-contexts.ts';
import { type EscapeContext, encodeForAddress, escapeFor, escapeJsonFor, escapeTrustedFor } from './escape-value.ts';
import { hasMacros, type Macro, replaceMacros, withoutMacros } from './macro.ts';
import { type MacroContext, macroValue } from './macro-value.ts';

/** The macros of one creative. The prepared text contains placeholders, which each request fills in. */
export type MacroBook = {
  /** Replaces the macros of markup with placeholders that include their context, and inserts the click URLs. */
  markMarkup(markup: string, click: ClickAddresses): string;
  /**
   * Replaces the macros of a click target as it appears after `UR`. null if it has no macros, or would not be a URL
   * with them.
   */
  markTarget(target: string): string | null;
  /** Returns a placeholder for markup that has been marked before, and that only consenting viewers receive. */
  markConsented(marked: string): string;
  /**
   * Fills in the placeholders. @param write encodes a value for this text. If omitted, values are inserted unchanged
   */
  fill(text: string, context: MacroContext, write?: (value: string) => string): string;
};

/** Click tracking URLs: one with the creative's target, and one to which a target is appended. */
export type ClickAddresses = { readonly clickUrl: string; readonly clickBase: string };

type Entry =
  | { readonly kind: 'macro'; readonly macro: Macro; readonly escapeContext: EscapeContext }
  | { readonly kind: 'target'; readonly target: string; readonly isPart: boolean }
  | { readonly kind: 'consented'; readonly marked: string };

/** Random, so that no creative can contain it. Letters and digits, so that escaping does not change it. */
const mark = `macro${randomBytes(12).toString('hex')}`;
/** Contexts in which a tracking URL is as safe as any other URL. */
const wholeAddressContexts: ReadonlySet<EscapeContext> = new Set([
  'address-begin',
  'host',
  'unknown',
  'hidden',
  'style',
]);
const clickPattern = /\[click(?:Url|Base)\]/;
const clickPatterns = /\[(clickUrl|clickBase)\]/g;
const marks = new RegExp(`${mark}x(\\d{1,3})x`, 'g');

export function createMacroBook(): MacroBook {
  const entries: Entry[] = [];

  function note(entry: Entry): string {
    // A document is written several times with the same target.
    const known = entry.kind === 'target' ? entries.findIndex((other) => isSameTarget(other, entry)) : -1;
    if (known !== -1) return `${mark}x${known}x`;
    // Macros beyond the limit are empty.
    if (entries.length >= maxMacros) return '';
    return `${mark}x${entries.push(entry) - 1}x`;
  }

  /** A tracking URL. It may be the whole attribute, and is encoded if it is part of another URL. */
  function clickAt(escapeContext: EscapeContext, address: string): string {
    if (escapeContext === 'address' || escapeContext === 'script-address')
      return escapeFor(escapeContext, asPart(address));
    if (wholeAddressContexts.has(escapeContext)) return escapeHtml(address);
    return escapeFor(escapeContext, address);
  }

  /** The target as part of another URL: encoded a second time. */
  function asPart(address: string): string {
    return address.replace(marks, (whole, number: string) => {
      const entry = entries[Number(number)];
      return entry?.kind === 'target' ? note({ ...entry, isPart: true }) : whole;
    });
  }

  function fillIn(text: string, context: MacroContext, write: (value: string) => string): string {
    return text.replace(marks, (_, number: string) => {
      const entry = entries[Number(number)];
      if (entry?.kind !== 'consented') return write(filledEntry(entry, context));
      const isGranted = context.request.context?.consent === 'granted';
      return isGranted ? write(fillIn(entry.marked, context, (value) => value)) : '';
    });
  }

  return {
    markMarkup(written, click) {
      if (!isFilledIn(written)) return written;
      const { markup, contextAt } = escapeContextsIn(written, isFilledIn);
      // Before the replacement, while offsets still refer to the original markup.
      const clickContexts = [...markup.matchAll(clickPatterns)].map(({ index }) => contextAt(index));
      const marked = replaceMacros(markup, (macro, offset) =>
        note({ kind: 'macro', macro, escapeContext: contextAt(offset) }),
      );
      return marked.replace(clickPatterns, (_, name: keyof ClickAddresses) =>
        clickAt(clickContexts.shift() ?? 'unknown', click[name]),
      );
    },
    markConsented: (marked) => note({ kind: 'consented', marked }),
    markTarget: (target) => (hasMacros(target) ? note({ kind: 'target', target, isPart: false }) : null),
    fill: (text, context, write = (value) => value) => fillIn(text, context, write),
  };
}

function isFilledIn(text: string): boolean {
  return hasMacros(text) || clickPattern.test(text);
}

function isSameTarget(one: Entry, other: Entry): boolean {
  return one.kind === 'target' && other.kind === 'target' && one.target === other.target && one.isPart === other.isPart;
}

function filledEntry(entry: Exclude<Entry, { kind: 'consented' }> | undefined, context: MacroContext): string {
  if (entry === undefined) return '';
  if (entry.kind === 'target') {
    const target = filledTarget(entry.target, context) ?? '';
    // Encoded as a whole, so that it is valid wherever a URL is.
    return entry.isPart ? encodeForAddress(encodeForAddress(target)) : encodeForAddress(target);
  }
  const { macro, escapeContext } = entry;
  const { text, isJson } = macroValue(macro, context);
  if (isJson) return escapeJsonFor(escapeContext, text);
  return isTrusted(macro) ? escapeTrustedFor(escapeContext, text) : escapeFor(escapeContext, text);
}

/** Returns true if the value comes from Placard or the operator and not from the request. */
function isTrusted({ name }: Macro): boolean {
  return name === 'adheseDomain' || name === 'adheseEnv';
}

/**
 * Returns the normalized target with its macros filled in, or null if the result is not a URL. Each value is encoded as
 * part of the URL and does not change the rest of it. If the result would exceed the maximum length of a target, no
 * macros are filled in: the click URL would be too long to request and the click would be lost.
 */
export function filledTarget(target: string, context: MacroContext): string | null {
  const filled = replaceMacros(target, (macro) => encodeForAddress(macroValue(macro, context).text));
  return normalTarget(filled.length > maxUrlLength ? withoutMacros(target) : filled);
}

/** A URL that has begun and contains at most a part of its host. */
const hostBegun = /https?:\/\/[^/?#\s\]<>"']*$/i;
const maxHostLength = 300;

/** Fills in the macros of the URLs in a text, such as a document for players. */
export function fillAddresses(text: string, context: MacroContext): string {
  return replaceMacros(text, (macro, offset) => {
    const { text: value } = macroValue(macro, context);
    if (!hostBegun.test(text.slice(Math.max(0, offset - maxHostLength), offset))) return encodeForAddress(value);
    return isTrusted(macro) ? value.replace(/[^\w.:-]/g, '') : '';
  });
}
