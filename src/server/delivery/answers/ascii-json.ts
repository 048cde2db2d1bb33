/** A script or a wrapped array: never kept, and never taken for a page. */
export const scriptHeaders = [
  'content-type',
  'text/javascript; charset=utf-8',
  'cache-control',
  'no-store',
  'x-content-type-options',
  'nosniff',
] as const;

/**
 * A value as it may stand in a script, also in one inside a page: no `<`, and ASCII only, so that the characters that end
 * a line in JavaScript and not in JSON are escaped as well.
 */
export function scriptLiteral(value: unknown): string {
  return escapeAll(JSON.stringify(value), /[<\u007f-\uffff]/g);
}

/** JSON in which every character beyond ASCII is escaped, so that its length in bytes is its length. */
export function asciiJson(value: unknown): string {
  const json = JSON.stringify(value);
  return /[\u007f-\uffff]/.test(json) ? escapeAll(json, /[\u007f-\uffff]/g) : json;
}

/** Escapes single characters in the texts of a JSON text. */
export function escapeAll(json: string, characters: RegExp): string {
  return json.replace(characters, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
