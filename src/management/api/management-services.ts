import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Scope } from '../../contract/access/scopes.ts';
import type { HostDirectory } from '../../exchange/hosts/host-state.ts';
import type { Redis } from '../../platform/redis/open-redis.ts';
import type { Caller } from '../access/caller.ts';
import type { RecordServices } from '../records/record-services.ts';

/** What the token service does for the management listener. */
export type TokenGate = {
  /** True for paths below /oauth2/ and /.well-known/, which are answered before Fastify. */
  handles(url: string): boolean;
  readonly callback: RequestListener;
  /** Who the token speaks for; null or a thrown `Problem` when it is not valid. */
  verifyAccessToken(token: string): Promise<Caller | null>;
};

/** Everything that routes of the management API may use. */
export type ManagementServices = RecordServices & {
  /** All hosts, their processes and how the engines are. */
  readonly hosts: HostDirectory;
  readonly tokenService: TokenGate;
  /** Shared by the management processes of all hosts; null or left out: there is one process. */
  readonly redis?: Redis | null;
  /** The components of this host that fail, for health reports; left out: nothing watches them. */
  readonly problems?: () => readonly string[];
};

/** What each noun exports: `registerPublisherRoutes(app, services)`, called inside the prefix /api/v1. */
export type RegisterRoutes = (app: FastifyInstance, services: ManagementServices) => void;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a caller needs, or several of which one is enough; null: every caller who is known. A route below /api/v1 without one is refused at start. */
    scope?: Scope | readonly Scope[] | null;
  }
  interface FastifyRequest {
    /** Set before any handler below /api/v1 runs. */
    caller: Caller | null;
  }
}
