/**
 * Reports whether the host of a URL is one of the domains or a subdomain of one.
 * @param url parsed; null: not a URL, on no domain
 * @param domains in lower case
 */
export function isOnDomain(url: URL | null, domains: readonly string[]): boolean {
  const host = url?.hostname.toLowerCase().replace(/\.$/, '') ?? '';
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}
