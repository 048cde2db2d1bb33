/** Headers of a page for people: no caching, no MIME sniffing, and no referrer. */
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
