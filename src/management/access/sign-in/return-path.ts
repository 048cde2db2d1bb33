/** Longest path to return to, in characters. */
const maxLength = 2_000;

/**
 * Returns the path to redirect to after sign-in, always a path of this server. Values that a browser would resolve to
 * another host (`//host`, `/\host`, with tabs in between) result in the start page.
 */
export function returnPathOf(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > maxLength || !asked.startsWith('/')) return '/';
  const here = 'http://here.invalid';
  if (!URL.canParse(asked, here)) return '/';
  const url = new URL(asked, here);
  const path = `${url.pathname}${url.search}${url.hash}`;
  return url.origin === here && !path.startsWith('//') ? path : '/';
}
