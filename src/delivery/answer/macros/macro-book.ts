/*
 * Macros of creatives, such as `{{CLICK_URL}}`, filled in for each request.
 *
 * - `macro.ts`: the macros. `macro-value.ts`: their values. `macro-book.ts`: finds them in markup and fills them in.
 * - `escape-value.ts`, `escape-contexts.ts`: a value is escaped for its place: text, attribute, address or script.
 * - `markup-parts.ts`: markup divided into fixed parts and macros.
 *
 * See docs/decisions/0047-macros.md.
 */

import { randomBytes } from 'node:crypto';
import { maxMacros, maxUrlLength } from '../../../core/vocabulary/limits.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import { normalTarget } from '../signed-address/click-address.ts';
import { escapeContextsIn } from './escape-contexts.ts';
import { type EscapeContext, encodeForAddress, escapeFor, escapeJsonFor, escapeTrustedFor } from './escape-value.ts';
import { hasMacros, type Macro, replaceMacros, withoutMacros } from './macro.ts';
import { type MacroContext, macroValue } from './macro-value.ts';

/**
 * The macros of one creative. What is made once for all requests has marks in their places, and each request fills in
 * what they stand for.
 */
export type MacroBook = {
  /** Marks the macros of markup, each with what it stands in, and puts in its click addresses. */
  markMarkup(markup: string, click: ClickAddresses): string;
  /** Marks a target as it stands after `UR`; null: it has no macros, or would be no address with them. */
  markTarget(target: string): string | null;
  /** Fills in what is marked. @param write how a value stands in this text; left out: as it is */
  fill(text: string, context: MacroContext, write?: (value: string) => string): string;
};

/** Addresses that count a click: with the creative's target, and one to which a target is appended. */
export type ClickAddresses = { readonly clickUrl: string; readonly clickBase: string };

type Entry =
  | { readonly kind: 'macro'; readonly macro: Macro; readonly escapeContext: EscapeContext }
  | { readonly kind: 'target'; readonly target: string; readonly isPart: boolean };

/** Random, so that no creative can contain it; letters and digits, so that nothing escapes it. */
const mark = `macro${randomBytes(12).toString('hex')}`;
/** Where an address of ours is as safe as any that stands there. */
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
    // A document is written more than once, and its target is the same.
    const known = entry.kind === 'target' ? entries.findIndex((other) => isSameTarget(other, entry)) : -1;
    if (known !== -1) return `${mark}x${known}x`;
    // What is beyond the limit stands for nothing.
    if (entries.length >= maxMacros) return '';
    return `${mark}x${entries.push(entry) - 1}x`;
  }

  /** Our own address: it may be the whole of an attribute, and is encoded where it is a part of another one. */
  function clickAt(escapeContext: EscapeContext, address: string): string {
    if (escapeContext === 'address' || escapeContext === 'script-address')
      return escapeFor(escapeContext, asPart(address));
    if (wholeAddressContexts.has(escapeContext)) return escapeHtml(address);
    return escapeFor(escapeContext, address);
  }

  /** With the target as a part of another address: encoded once more. */
  function asPart(address: string): string {
    return address.replace(marks, (whole, number: string) => {
      const entry = entries[Number(number)];
      return entry?.kind === 'target' ? note({ ...entry, isPart: true }) : whole;
    });
  }

  return {
    markMarkup(written, click) {
      if (!isFilledIn(written)) return written;
      const { markup, placeAt } = escapeContextsIn(written, isFilledIn);
      // While offsets are still those of the markup.
      const clickPlaces = [...markup.matchAll(clickPatterns)].map(({ index }) => placeAt(index));
      const marked = replaceMacros(markup, (macro, offset) =>
        note({ kind: 'macro', macro, escapeContext: placeAt(offset) }),
      );
      return marked.replace(clickPatterns, (_, name: keyof ClickAddresses) =>
        clickAt(clickPlaces.shift() ?? 'unknown', click[name]),
      );
    },
    markTarget: (target) => (hasMacros(target) ? note({ kind: 'target', target, isPart: false }) : null),
    fill: (text, context, write = (value) => value) =>
      text.replace(marks, (_, number: string) => write(filledEntry(entries[Number(number)], context))),
  };
}

function isFilledIn(text: string): boolean {
  return hasMacros(text) || clickPattern.test(text);
}

function isSameTarget(one: Entry, other: Entry): boolean {
  return one.kind === 'target' && other.kind === 'target' && one.target === other.target && one.isPart === other.isPart;
}

function filledEntry(entry: Entry | undefined, context: MacroContext): string {
  if (entry === undefined) return '';
  if (entry.kind === 'target') {
    const target = filledTarget(entry.target, context) ?? '';
    // Encoded as a whole, so that it may stand wherever an address does.
    return entry.isPart ? encodeForAddress(encodeForAddress(target)) : encodeForAddress(target);
  }
  const { macro, escapeContext } = entry;
  const { text, isJson } = macroValue(macro, context);
  if (isJson) return escapeJsonFor(escapeContext, text);
  return isTrusted(macro) ? escapeTrustedFor(escapeContext, text) : escapeFor(escapeContext, text);
}

/** Its value is ours or the operator's, and not the request's. */
function isTrusted({ name }: Macro): boolean {
  return name === 'adheseDomain' || name === 'adheseEnv';
}

/**
 * A target with its macros filled in, in its normal form; null: it is no address then. Each value is a part of the address
 * and changes nothing else of it. Where they would make it longer than a target may be, nothing is filled in: a click
 * that is too long to be asked for would be lost.
 */
export function filledTarget(target: string, context: MacroContext): string | null {
  const filled = replaceMacros(target, (macro) => encodeForAddress(macroValue(macro, context).text));
  return normalTarget(filled.length > maxUrlLength ? withoutMacros(target) : filled);
}

/** An address that has begun, and no more than a part of its host. */
const hostBegun = /https?:\/\/[^/?#\s\]<>"']*$/i;
const maxHostLength = 300;

/** The same for any text that holds addresses, such as a document for players. */
export function fillAddresses(text: string, context: MacroContext): string {
  return replaceMacros(text, (macro, offset) => {
    const { text: value } = macroValue(macro, context);
    if (!hostBegun.test(text.slice(Math.max(0, offset - maxHostLength), offset))) return encodeForAddress(value);
    return isTrusted(macro) ? value.replace(/[^\w.:-]/g, '') : '';
  });
}
