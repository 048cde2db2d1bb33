/*
 * The API client for programs: `generated/` from the contract, and helpers around it.
 *
 * - `connect-placard.ts`: a client with the token of a service account. `placard-problem.ts`: errors of the API.
 * - `every-object.ts`: all pages of a list. `change-newest.ts`: a change of the newest version.
 * - `upload-file.ts`, `upload-creative.ts`: large files in parts.
 *
 * It imports nothing of the product. See docs/guide/reference/typescript-client.md.
 */

import { type Client, createClient } from './generated/client/index.ts';
import { isProblem } from './placard-problem.ts';

export type ConnectOptions = {
  /** Address of the management listener, without a trailing slash: `https://ads.example.com`. */
  readonly address: string;
  /** Client ID and secret of a service account. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
};

/** Response that is not from the API: the token service refused, or an intermediary responded. */
export class UnexpectedAnswer extends Error {
  readonly status: number;

  constructor(status: number, answer: string) {
    super(`Unexpected response with status ${status}: ${answer.slice(0, 500)}`);
    this.name = 'UnexpectedAnswer';
    this.status = status;
  }
}

/** Time before expiration at which a token is renewed, in milliseconds, so that it stays valid during calls. */
const renewedBeforeMs = 30_000;

/**
 * Creates a client for the generated operations. It gets a token by client credentials (RFC 6749, 4.4), caches it while
 * it is valid, and makes one token request at a time. The `error` of an operation is always a problem of the API. All
 * other failures are thrown.
 */
export function connectPlacard(options: ConnectOptions): Client {
  const tokens = keepToken(options);
  const client = createClient({
    baseUrl: options.address,
    auth: ({ scheme }) => (scheme === 'bearer' ? tokens.current() : undefined),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  client.interceptors.response.use((response) => {
    if (response.status === 401) tokens.forget();
    return response;
  });
  client.interceptors.error.use((error, response) => {
    if (isProblem(error)) return error;
    throw error instanceof Error ? error : new UnexpectedAnswer(response?.status ?? 0, String(error));
  });
  return client;
}

function keepToken(options: ConnectOptions) {
  let asked: Promise<string> | null = null;
  let renewAtMs = 0;
  const forget = () => {
    asked = null;
  };
  return {
    forget,
    current(): Promise<string> {
      if (asked === null || Date.now() >= renewAtMs) {
        renewAtMs = Number.POSITIVE_INFINITY;
        asked = askForToken(options).then((token) => {
          renewAtMs = token.renewAtMs;
          return token.value;
        });
        asked.catch(forget);
      }
      return asked;
    },
  };
}

async function askForToken({ address, clientId, clientSecret, fetch: call = fetch }: ConnectOptions) {
  const askedAtMs = Date.now();
  const answer = await call(`${address}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new UnexpectedAnswer(answer.status, text);
  const given = JSON.parse(text) as { readonly access_token: string; readonly expires_in: number };
  return { value: given.access_token, renewAtMs: askedAtMs + given.expires_in * 1000 - renewedBeforeMs };
}
