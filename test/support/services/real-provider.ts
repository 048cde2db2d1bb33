import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';

export type RealProvider = {
  readonly issuer: string;
  /** Groups of all users who sign in. */
  groups: readonly string[];
  close(): Promise<void>;
};

/**
 * Starts oidc-provider with its own pages. A user signs in by entering any name, and has an address at aurora.example.
 * @param placard installation to which users return: its first identity provider
 */
export async function startRealProvider(placard: {
  readonly url: string;
  readonly clientSecret: string;
}): Promise<RealProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const real: RealProvider = {
    issuer,
    groups: [],
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'placard',
        client_secret: placard.clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${placard.url}/auth/callback/1`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of this test run'] },
    findAccount: (_ctx: KoaContextWithOIDC, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: `subject-of-${id}`,
        name: `The ${id}`,
        email: `${id}@aurora.example`,
        email_verified: true,
        groups: [...real.groups],
      }),
    }),
  });
  server.on('request', provider.callback());
  return real;
}
