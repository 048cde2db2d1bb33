/** Headers of a page for people: never kept, nothing guessed, and nobody learns its address from where it leads. */
export function pageHeaders(contentSecurityPolicy: string): readonly string[] {
  return Object.entries({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'content-security-policy': contentSecurityPolicy,
  }).flat();
}
