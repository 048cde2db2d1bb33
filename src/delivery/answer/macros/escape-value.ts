import { escapeHtml } from '../../../platform/http/escape-html.ts';

/**
 * Context in which a value is inserted: text of a page; a quoted attribute; part, beginning or host of a URL; a string
 * of a script, a URL or its host in such a string, or script code; a style sheet; JSON; the URL of executed code; an
 * unknown context (a comment, a page in a page); the name of an element or attribute.
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

/** Returns the value escaped for its context, so that it always remains a value. Source: wire-protocol 9. */
export function escapeFor(escapeContext: EscapeContext, value: string): string {
  switch (escapeContext) {
    case 'text':
    case 'attribute':
      return escapeHtml(value);
    case 'address':
      return encodeForAddress(value);
    case 'address-begin':
      return /^https?:\/\//i.test(value) && URL.canParse(value) ? escapeHtml(value) : '';
    // A request must not choose the host from which a page or script is loaded.
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
    // The same name for all requests. Otherwise the elements and attributes would depend on the request.
    case 'name':
      return '_';
  }
}

/** Escapes a trusted value from Placard or the operator. It may be a host. */
export function escapeTrustedFor(escapeContext: EscapeContext, value: string): string {
  if (escapeContext === 'host') return escapeHtml(value);
  return escapeContext === 'script-host' ? escapeScript(value) : escapeFor(escapeContext, value);
}

/** Also encodes the apostrophe, which ends an attribute. */
export function encodeForAddress(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll("'", '%27');
}

/**
 * Leaves only letters, digits and harmless characters, and escapes the others in a form that JavaScript and JSON read
 * equally. Even as code, the result calls nothing.
 */
function escapeScript(value: string): string {
  return value.replace(/[^\w .,%~-]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns JSON escaped for its context: parsed immediately in code, a text everywhere else. */
export function escapeJsonFor(escapeContext: EscapeContext, json: string): string {
  return escapeContext === 'script-code' ? `JSON.parse("${escapeScript(json)}")` : escapeFor(escapeContext, json);
}
