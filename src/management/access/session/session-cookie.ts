/** Attributes and name of our cookies by the address under which people reach the interface. */
export type CookieRules = {
  /** Address of the management listener as people reach it. */
  readonly publicUrl: string;
};

/** The cookie that holds the token of a session. */
export const sessionCookie = 'session';

/**
 * Over TLS a `__Host-` cookie: no other host, subdomain or plain connection can set it (RFC 6265bis, 4.1.3). Browsers take
 * such a one over TLS only, so on `http://localhost` its name is a plain one.
 */
export function cookieName(name: string, { publicUrl }: CookieRules): string {
  return `${isSecure(publicUrl) ? '__Host-' : ''}placard-${name}`;
}

/** Value of one of our cookies in a Cookie header; null: there is none, or more than one, of which one may be planted. */
export function readCookie(header: string | undefined, name: string, rules: CookieRules): string | null {
  const prefix = `${cookieName(name, rules)}=`;
  const values = (header ?? '')
    .split(/; */)
    .flatMap((part) => (part.startsWith(prefix) ? [part.slice(prefix.length)] : []));
  const [value] = values;
  return values.length === 1 && value !== undefined && value !== '' ? value : null;
}

/** A Set-Cookie header; without `maxAgeSeconds` the cookie ends with the browser. */
export function setCookie(
  cookie: { readonly name: string; readonly value: string; readonly maxAgeSeconds?: number },
  rules: CookieRules,
): string {
  const age = cookie.maxAgeSeconds === undefined ? '' : `; Max-Age=${cookie.maxAgeSeconds}`;
  const secure = isSecure(rules.publicUrl) ? '; Secure' : '';
  return `${cookieName(cookie.name, rules)}=${cookie.value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`;
}

/** A Set-Cookie header that takes the cookie away. */
export function clearCookie(name: string, rules: CookieRules): string {
  return setCookie({ name, value: '', maxAgeSeconds: 0 }, rules);
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https://');
}
