import { escapeHtml } from '../../../platform/http/escape-html.ts';

/**
 * Where a value is put in: text of a page; a quoted attribute; an address, as a part of it, as its beginning or
 * in its host; a text of a script, and there of an address or its host, or the script itself; a style sheet; JSON; the address of
 * what is run; where it is read in a way that is not known (a comment, a page in a page); the name of an element or attribute.
 */
export type EscapeContext =
  | 'text'
  | 'attribute'
  | 'address'
  | 'address-begin'
  | 'host'
  | 'script'
  | 'script-address'
  | 'script-host'
  | 'script-code'
  | 'style'
  | 'json'
  | 'unknown'
  | 'hidden'
  | 'name';

/** The value as it may stand there: whatever it is, it stays a value. Source: wire-protocol 9. */
export function escapeFor(escapeContext: EscapeContext, value: string): string {
  switch (escapeContext) {
    case 'text':
    case 'attribute':
      return escapeHtml(value);
    case 'address':
      return encodeForAddress(value);
    case 'address-begin':
      return /^https?:\/\//i.test(value) && URL.canParse(value) ? escapeHtml(value) : '';
    // Whose page or script is loaded is nobody's to say who only makes a request.
    case 'host':
    case 'script-host':
      return '';
    case 'script':
      return escapeScript(value);
    case 'script-code':
      return /^-?\d{1,15}$/.test(value) ? value : `"${escapeScript(value)}"`;
    case 'script-address':
      return escapeScript(encodeForAddress(value));
    case 'json':
      return escapeScript(value);
    case 'style':
      return value.replace(/[^\w.-]/g, '_');
    case 'unknown':
      return value.replace(/[^\w.]/g, '_');
    case 'hidden':
      return value.replace(/[^\w.]/g, '_') || '_';
    // One name for all requests, or each would have other elements and attributes.
    case 'name':
      return '_';
  }
}

/** The same for a value of our own or of the operator: it may be a host. */
export function escapeTrustedFor(escapeContext: EscapeContext, value: string): string {
  if (escapeContext === 'host') return escapeHtml(value);
  return escapeContext === 'script-host' ? escapeScript(value) : escapeFor(escapeContext, value);
}

/** Also without an apostrophe, which ends an attribute. */
export function encodeForAddress(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll("'", '%27');
}

/**
 * Nothing but letters, digits, harmless marks, and escapes that JavaScript and JSON read alike: also where a text was taken
 * for code it calls nothing.
 */
function escapeScript(value: string): string {
  return value.replace(/[^\w .,%~-]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** JSON as it may stand there: in code it is read at once, everywhere else it is a text as any other. */
export function escapeJsonFor(escapeContext: EscapeContext, json: string): string {
  return escapeContext === 'script-code' ? `JSON.parse("${escapeScript(json)}")` : escapeFor(escapeContext, json);
}
