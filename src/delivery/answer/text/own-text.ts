/**
 * The same text in one piece of memory of its own: not a chain, and not a window into a longer text. What is remembered of a
 * request must be one: else a name of a few characters keeps a whole head or body in memory.
 */
export function ownText(text: string): string {
  const encoding = twoBytes.test(text) ? 'utf16le' : 'latin1';
  return Buffer.from(text, encoding).toString(encoding);
}

const twoBytes = /[\u0100-\uffff]/;
