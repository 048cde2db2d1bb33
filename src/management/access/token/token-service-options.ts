import type { IncomingMessage } from 'node:http';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/db/schema.ts';

export const tokenPaths = {
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  jwks: '/oauth2/jwks',
  introspection: '/oauth2/introspect',
  revocation: '/oauth2/revoke',
} as const;
/** Dynamic client registration, a route of the management application. */
export const registrationPath = '/oauth2/register';
/** The page on which a person approves a client, followed by the ID of the request. */
export const consentPath = '/connect';
export const metadataPath = '/.well-known/oauth-authorization-server';

export type TokenServiceOptions = {
  readonly database: Kysely<Database>;
  /** The deployment secret. */
  readonly secret: string;
  /**
   * Public address of the management listener without a trailing slash. It is the issuer; audiences are paths below it.
   */
  readonly publicUrl: string;
  readonly log?: Logger;
  /** Counts a request for approval. Returns the seconds to wait, or null if it is within the limit. Omitted: no limit. */
  readonly countAuthorization?: (request: IncomingMessage) => Promise<number | null>;
  /** Reads the client of a request for approval if its ID is the address of its metadata. Omitted: not supported. */
  readonly readClient?: (request: IncomingMessage) => Promise<void>;
};

/** Resources to which tokens are bound (RFC 8707), as paths below the public address. */
export const resourcePaths = { api: '/api', sellerAgent: '/agents/adcp', team: '/agents/mcp' } as const;

/** Returns the path of the metadata of a protected resource (RFC 9728 3.1). */
export function resourceMetadataPath(path: string): string {
  return `/.well-known/oauth-protected-resource${path}`;
}
