import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The local address at which an assistant on a computer waits for the browser. */
export type AssistantCallback = {
  readonly url: string;
  /** Returns the parameters of the next visit. */
  next(): Promise<URLSearchParams>;
  close(): Promise<void>;
};

export async function startAssistantCallback(): Promise<AssistantCallback> {
  const visits: URLSearchParams[] = [];
  const waiting: ((visit: URLSearchParams) => void)[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Connected</title><main>The assistant is connected.</main>');
    if (pathname !== '/callback') return;
    const taken = waiting.shift();
    if (taken === undefined) visits.push(searchParams);
    else taken(searchParams);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    next() {
      const visit = visits.shift();
      return visit === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(visit);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Stored = { client?: unknown; tokens?: unknown; verifier?: string; authorizationUrl?: URL };

/**
 * Storage of an OAuth client in memory, with the members that the official MCP client and the AI SDK have in common. The
 * clients implement the protocol themselves.
 */
// biome-ignore lint/suspicious/noExplicitAny: both clients have their own types for the same values
export function memoryOAuthProvider(name: string, redirectUrl: string): any {
  const stored: Stored = {};
  return {
    redirectUrl,
    clientMetadata: {
      client_name: name,
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    stored,
    clientInformation: () => stored.client,
    saveClientInformation: (client: unknown) => {
      stored.client = client;
    },
    tokens: () => stored.tokens,
    saveTokens: (tokens: unknown) => {
      stored.tokens = tokens;
    },
    redirectToAuthorization: (url: URL) => {
      stored.authorizationUrl = url;
    },
    saveCodeVerifier: (verifier: string) => {
      stored.verifier = verifier;
    },
    codeVerifier: () => stored.verifier,
  };
}
