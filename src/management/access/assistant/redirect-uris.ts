const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Schemes that browsers or the operating system handle themselves, so that no client can receive a code with them. */
const reservedSchemes = new Set(
  'about blob chrome data edge file filesystem ftp intent javascript mailto search search-ms shell sms tel vbscript view-source ws wss'
    .split(' ')
    .map((scheme) => `${scheme}:`),
);

/**
 * Returns whether a client may return to an address: https, plain http to the computer of the person, or a private
 * scheme of an application (RFC 8252 7.1), such as `com.example.app:/callback` and `editor://oauth/callback`.
 */
export function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text) || /[\s#\\]/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  if (protocol === 'https:') return !loopbackHosts.has(hostname);
  if (protocol === 'http:') return loopbackHosts.has(hostname);
  return !reservedSchemes.has(protocol) && !protocol.startsWith('ms-') && /^[a-z][a-z0-9+.-]+:\//.test(text);
}

/** Returns what a person recognizes of the address to which the browser returns: its host, or the scheme. */
export function returnsTo(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol;
}
