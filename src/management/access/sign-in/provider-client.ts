import {
  allowInsecureRequests,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ServerMetadata,
} from 'openid-client';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { openSealedText } from '../../../platform/keys/sealed-text.ts';
import { createOutgoingFetch, type OutgoingCall } from '../../../platform/outgoing/outgoing-fetch.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import type { StoredProvider } from '../identity-provider/read-providers.ts';

/** Lifetime of cached provider metadata and keys. Then they are fetched again. */
const knownForMs = 10 * 60 * 1000;
const maxKnown = 100;

/** OpenID Connect clients of the identity providers of one deployment. Discovery runs at first use. */
export class ProviderClients {
  readonly #services: ManagementServices;
  readonly #known = new Map<string, { readonly client: Promise<Configuration>; readonly fromMs: number }>();

  constructor(services: ManagementServices) {
    this.#services = services;
  }

  /** Rejects if the provider is unreachable or its metadata is invalid. */
  async of(provider: StoredProvider): Promise<Configuration> {
    const key = `${provider.id} ${provider.version}`;
    const known = this.#known.get(key);
    if (known !== undefined && Date.now() - known.fromMs < knownForMs) return known.client;
    if (this.#known.size >= maxKnown) this.#known.clear();
    const client = this.#discover(provider);
    this.#known.set(key, { client, fromMs: Date.now() });
    client.catch(() => this.#known.delete(key));
    return client;
  }

  /**
   * Returns the fetch function for calls of identity providers. It refuses private addresses unless the operator allows
   * them.
   */
  fetch(): CustomFetch {
    const outgoingFetch = createOutgoingFetch({ allowed: this.#services.config.privateTargets });
    return (url, { method, headers, body }) => outgoingFetch(url, callOf(method, headers, body));
  }

  async #discover(provider: StoredProvider): Promise<Configuration> {
    const { secret } = this.#services;
    const key = deriveKey(secret, 'identity-provider-secret');
    const clientSecret = provider.sealedSecret === null ? null : openSealedText(key, provider.sealedSecret);
    if (provider.sealedSecret !== null && clientSecret === null) {
      throw new Error('The client secret was encrypted with another PLACARD_SECRET. Set the client secret again');
    }
    const client = await discovery(
      new URL(provider.issuer),
      provider.clientId,
      {},
      clientSecret === null ? None() : ClientSecretPost(clientSecret),
      {
        [customFetch]: this.fetch(),
        // Checks the signature of ID tokens as well. The contract allows http:// issuers only on localhost.
        execute: [
          enableNonRepudiationChecks,
          ...(provider.issuer.startsWith('http://') ? [allowInsecureRequests] : []),
        ],
      },
    );
    requireWebEndpoints(client.serverMetadata());
    return client;
  }
}

/**
 * Requires http(s) URLs, because browsers are redirected to the first endpoint and this server calls the others.
 * Refuses `javascript:` and `file:` URLs.
 */
function requireWebEndpoints(metadata: ServerMetadata): void {
  const protocols = metadata.issuer.startsWith('http://') ? ['http:', 'https:'] : ['https:'];
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    const address = URL.parse(metadata[name] ?? '');
    if (address === null || !protocols.includes(address.protocol)) {
      throw new Error(`The discovery document has a missing or invalid ${name}`);
    }
  }
}

function callOf(method: string, headers: Record<string, string>, body: unknown): OutgoingCall {
  const text = body instanceof URLSearchParams || typeof body === 'string' ? String(body) : undefined;
  return text === undefined ? { method, headers } : { method, headers, body: text };
}
