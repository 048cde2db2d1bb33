import type { GeneratedAlways } from 'kysely';
import type { Json, WithDefault } from '../columns.ts';

/** Tables of the assistants of people: OAuth clients and their connections. */
export type AssistantTables = {
  readonly assistantClient: AssistantClientTable;
  readonly assistantConnection: AssistantConnectionTable;
  readonly oauthArtifact: OauthArtifactTable;
};

/** A public OAuth client that registered itself. */
type AssistantClientTable = {
  clientId: string;
  name: string;
  redirectUris: string[];
  /** Whether it asked for refresh tokens. */
  canRefresh: boolean;
  /** Keyed hash of the network that registered it, for the rate limit. */
  networkHash: string;
  createdAt: WithDefault<Date>;
};

/** Permission of a user for a client. */
type AssistantConnectionTable = {
  id: GeneratedAlways<number>;
  /** Keyed hash of the ID of the grant. */
  grantKey: string;
  userId: number;
  clientId: string;
  rights: string[];
  createdAt: WithDefault<Date>;
  expiresAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

/** State of the authorization server: interactions, grants, codes and refresh tokens. */
type OauthArtifactTable = {
  /** Kind, and the keyed hash of the ID, which is the secret itself. */
  key: string;
  grantKey: string | null;
  payload: Json<Record<string, unknown>>;
  consumedAt: Date | null;
  expiresAt: Date;
};
