import type { RecordedExchange } from '../server/exchange.ts';

const stackTrace = /(?:\\n|\n)\s*at (?:async )?[^\n]{1,200}?:\d+:\d+|node_modules\/|file:\/\/\//;
const sqlText =
  /\b(?:select\s[^;]{1,200}?\sfrom\s+["\w]|insert\s+into\s+"?\w+"?\s*\(|update\s+"?\w+"?\s+set\s|delete\s+from\s+"?\w)/i;

/** Minimum length of a secret to check. Shorter ones, such as `wrong`, are words that may appear anywhere. */
const minSecretLength = 8;
/** Members of requests and responses that contain secrets. */
const secretMember =
  /"(?:clientSecret|client_secret|password|newPassword|access_token|client_assertion|secret)"\s*:\s*"((?:[^"\\]|\\.)+)"/g;
const secretField = /(?:^|&)(?:client_secret|password|newPassword|client_assertion|token|code)=([^&]+)/g;
/** Operations that return a secret once. */
const handsOut = /^\/oauth2\/token$|^\/api\/v1\/service-accounts(?:\/\d+\/secrets)?$|^\/api\/v1\/debug-key$/;
/** The ID of a request for approval, which is in the address of its page. Its signature is in another cookie. */
const requestCookies = new Set(['placard-connect', 'placard-connect-resume']);
/** The contract and its pages contain examples. */
const isContract = /^\/api\/(?:openapi|docs)/;

/**
 * Returns content that must not be in a response or log.
 * @param echoed text that the client sent
 */
export function findLeaks(text: string, echoed = ''): string[] {
  const patterns = [
    { what: 'a stack trace', pattern: stackTrace },
    { what: 'SQL', pattern: sqlText },
  ];
  return patterns.flatMap(({ what, pattern }) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined || isEcho(found, echoed) ? [] : [what];
  });
}

/** Passwords, secrets and tokens of recorded exchanges. */
export class SecretsKnown {
  readonly #secrets = new Set<string>();

  add(secret: string): void {
    if (secret.length >= minSecretLength) this.#secrets.add(secret);
  }

  /** Collects the secrets of a request and its response. */
  learn({ url, sent, headers, body }: RecordedExchange): void {
    const authorization = String(sent.headers['authorization'] ?? '');
    const [, scheme = '', credentials = ''] = /^(\w+) +(.+)$/.exec(authorization) ?? [];
    this.add(credentials);
    if (/^basic$/i.test(scheme))
      this.add(
        Buffer.from(credentials, 'base64')
          .toString('utf8')
          .replace(/^[^:]*:/, ''),
      );
    for (const [, value = ''] of `${sent.body}`.matchAll(secretMember)) this.add(value);
    for (const [, value = ''] of `${sent.body}`.matchAll(secretField))
      this.add(new URLSearchParams(`v=${value}`).get('v') ?? '');
    if (handsOut.test(pathOf(url))) for (const [, value = ''] of body.matchAll(secretMember)) this.add(value);
    for (const cookie of [headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(cookie)) ?? [];
      if (!requestCookies.has(name)) this.add(value);
    }
  }

  leaksOf({ method, url, status, body }: RecordedExchange): string[] {
    const path = pathOf(url);
    const mayShow = status < 300 && (handsOut.test(path) || isContract.test(path));
    return mayShow
      ? []
      : this.shownIn(body).map((what) => `${method} ${path} ${status} shows ${what}: ${body.slice(0, 800)}`);
  }

  /** Returns descriptions of the secrets in a text. */
  shownIn(text: string): string[] {
    return [...this.#secrets].flatMap((secret) =>
      text.includes(secret) ? [`a secret (${secret.slice(0, 4)}...)`] : [],
    );
  }
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

function isEcho(found: string, echoed: string): boolean {
  const plain = (text: string) => decodeLoosely(text).replaceAll(/[\s\\"]+/g, '');
  return plain(echoed).includes(plain(found));
}

function decodeLoosely(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
