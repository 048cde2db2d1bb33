/**
 * Returns a copy of the text in separate memory: not a rope, and not a slice of a longer text. Every text of a request
 * that is cached must be copied. Otherwise a name of a few characters keeps a whole head or body in memory.
 */
export function ownText(text: string): string {
  const encoding = twoBytes.test(text) ? 'utf16le' : 'latin1';
  return Buffer.from(text, encoding).toString(encoding);
}

const twoBytes = /[\u0100-\uffff]/;
