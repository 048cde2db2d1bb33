/** Longer addresses of ours are not come back to. */
const maxLength = 2_000;

/**
 * Where a person goes after they have signed in: a path of this server, whatever was asked for. What a browser would take
 * for another host (`//host`, `/\host`, with tabs in between) leads to the start page.
 */
export function returnPathOf(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > maxLength || !asked.startsWith('/')) return '/';
  const here = 'http://here.invalid';
  if (!URL.canParse(asked, here)) return '/';
  const url = new URL(asked, here);
  const path = `${url.pathname}${url.search}${url.hash}`;
  return url.origin === here && !path.startsWith('//') ? path : '/';
}
