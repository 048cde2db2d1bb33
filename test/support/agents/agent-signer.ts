import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AdcpJsonWebKey, type SignerKey, signRequest } from '@adcp/sdk/signing/client';

/** Server of public keys. */
export type KeyServer = {
  readonly url: string;
  /** Public keys at the path `/`, or a function that answers. */
  content: readonly object[] | RequestListener;
  /** Requests so far. */
  readonly fetches: () => number;
  close(): Promise<void>;
};

/** Starts a server of public keys on this machine. */
export async function startKeyServer(keys: readonly object[] = []): Promise<KeyServer> {
  let fetches = 0;
  const server = createServer((request, response) => {
    fetches += 1;
    if (typeof state.content === 'function') state.content(request, response);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: state.content }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const state: KeyServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    content: keys,
    fetches: () => fetches,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return state;
}

/** A key of an agent. */
export type AgentKey = { readonly signer: SignerKey; readonly publicJwk: AdcpJsonWebKey };

/** Makes a key for the algorithm. */
export function makeAgentKey(alg: SignerKey['alg'] = 'ed25519', keyid: string = randomUUID()): AgentKey {
  const { privateKey, publicKey } =
    alg === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const members = { kid: keyid, alg: alg === 'ed25519' ? 'EdDSA' : 'ES256', use: 'sig', adcp_use: 'request-signing' };
  const jwk = (key: typeof publicKey, operation: string) =>
    ({ ...key.export({ format: 'jwk' }), ...members, key_ops: [operation] }) as AdcpJsonWebKey;
  return {
    signer: { keyid, alg, privateKey: jwk(privateKey, 'sign') },
    publicJwk: jwk(publicKey, 'verify'),
  };
}

export type CallToSign = { readonly url: string; readonly body: string; readonly nowSeconds: number };

/** Returns the headers of a signed call. The signature covers the body, unless `isBodyCovered` is false. */
export function signatureHeaders(
  { signer }: AgentKey,
  { url, body, nowSeconds }: CallToSign,
  { isBodyCovered = true }: { readonly isBodyCovered?: boolean } = {},
): Record<string, string> {
  const headers = { 'Content-Type': 'application/json' };
  const options = { coverContentDigest: isBodyCovered, now: () => nowSeconds };
  return { ...headers, ...signRequest({ method: 'POST', url, headers, body }, signer, options).headers };
}
