/** Settings that determine the name and attributes of the cookies. */
export type CookieRules = {
  /** Public address of the management listener. */
  readonly publicUrl: string;
};

/** Cookie that contains the token of a session. */
export const sessionCookie = 'session';

/**
 * Returns the full name of a cookie. Over TLS it has the prefix `__Host-`: no other host, subdomain or plain connection
 * can set it (RFC 6265bis, 4.1.3). Browsers accept this prefix only over TLS, so `http://localhost` uses a plain name.
 */
export function cookieName(name: string, { publicUrl }: CookieRules): string {
  return `${isSecure(publicUrl) ? '__Host-' : ''}placard-${name}`;
}

/**
 * Returns the value of a cookie in a Cookie header. null if it is missing or appears more than once, because one of
 * them may be planted.
 */
export function readCookie(header: string | undefined, name: string, rules: CookieRules): string | null {
  const prefix = `${cookieName(name, rules)}=`;
  const values = (header ?? '')
    .split(/; */)
    .flatMap((part) => (part.startsWith(prefix) ? [part.slice(prefix.length)] : []));
  const [value] = values;
  return values.length === 1 && value !== undefined && value !== '' ? value : null;
}

/** Returns a Set-Cookie header. Without `maxAgeSeconds` the cookie expires when the browser closes. */
export function setCookie(
  cookie: { readonly name: string; readonly value: string; readonly maxAgeSeconds?: number },
  rules: CookieRules,
): string {
  const age = cookie.maxAgeSeconds === undefined ? '' : `; Max-Age=${cookie.maxAgeSeconds}`;
  const secure = isSecure(rules.publicUrl) ? '; Secure' : '';
  return `${cookieName(cookie.name, rules)}=${cookie.value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`;
}

/** Returns a Set-Cookie header that removes the cookie. */
export function clearCookie(name: string, rules: CookieRules): string {
  return setCookie({ name, value: '', maxAgeSeconds: 0 }, rules);
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https://');
}
