/** Performs one call to the management API like an integrator. `path` starts with `/api/`. */
export type ManagementCall = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  content?: {
    readonly json?: unknown;
    readonly multipart?: FormData;
    readonly headers?: Readonly<Record<string, string>>;
  },
) => Promise<ManagementAnswer>;

export type ManagementAnswer = {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON. null for an empty body. */
  readonly body: unknown;
};

/** A call to the management API failed. */
export class ManagementCallError extends Error {}

/** Remaining lifetime in milliseconds at which an access token is renewed. Tokens are valid for five minutes. */
const renewBeforeMs = 30_000;
/** Timeout in milliseconds. The longest call of the demo uploads one banner. */
const callTimeoutMs = 30_000;

/**
 * Creates a client of the management API at `address` (such as `http://127.0.0.1:8080`) with a service account's
 * credentials.
 */
export function createManagementClient(options: {
  readonly address: string;
  readonly clientId: string;
  readonly clientSecret: string;
}): ManagementCall {
  let token: Promise<{ text: string; endsAtMs: number }> | null = null;
  let endsAtMs = 0;
  const currentToken = async (): Promise<string> => {
    if (token === null || Date.now() > endsAtMs - renewBeforeMs) {
      endsAtMs = Number.POSITIVE_INFINITY;
      token = fetchToken(options);
    }
    const fetched = await token.catch((error: unknown) => {
      token = null;
      throw error;
    });
    endsAtMs = fetched.endsAtMs;
    return fetched.text;
  };
  return async (method, path, content = {}) => {
    const headers = new Headers(content.headers);
    headers.set('authorization', `Bearer ${await currentToken()}`);
    if (content.json !== undefined && !headers.has('content-type')) {
      headers.set('content-type', method === 'PATCH' ? 'application/merge-patch+json' : 'application/json');
    }
    const body = content.multipart ?? (content.json === undefined ? null : JSON.stringify(content.json));
    const signal = AbortSignal.timeout(callTimeoutMs);
    const response = await fetch(`${options.address}${path}`, { method, headers, body, signal });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : (JSON.parse(text) as unknown),
    };
  };
}

async function fetchToken(options: {
  readonly address: string;
  readonly clientId: string;
  readonly clientSecret: string;
}): Promise<{ text: string; endsAtMs: number }> {
  const response = await fetch(`${options.address}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: options.clientId,
      client_secret: options.clientSecret,
    }),
    signal: AbortSignal.timeout(callTimeoutMs),
  });
  if (!response.ok) throw new ManagementCallError(`token request failed: ${response.status} ${await response.text()}`);
  const answer = (await response.json()) as { access_token: string; expires_in: number };
  return { text: answer.access_token, endsAtMs: Date.now() + answer.expires_in * 1000 };
}
