import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/db/schema.ts';

export const tokenPaths = {
  token: '/oauth2/token',
  jwks: '/oauth2/jwks',
  introspection: '/oauth2/introspect',
  revocation: '/oauth2/revoke',
} as const;
export const metadataPath = '/.well-known/oauth-authorization-server';

export type TokenServiceOptions = {
  readonly database: Kysely<Database>;
  /** The deployment secret. */
  readonly secret: string;
  /**
   * Public address of the management listener without a trailing slash. It is the issuer; the audience is `/api` below
   * it.
   */
  readonly publicUrl: string;
  readonly log?: Logger;
};
