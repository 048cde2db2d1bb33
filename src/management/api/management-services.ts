import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Scope } from '../../contract/access/scopes.ts';
import type { HostDirectory } from '../../exchange/hosts/host-state.ts';
import type { Redis } from '../../platform/redis/open-redis.ts';
import type { Approvals } from '../access/assistant/approvals.ts';
import type { AssistantCaller } from '../access/assistant/verify-assistant-token.ts';
import type { Caller } from '../access/caller.ts';
import type { RecordServices } from '../records/record-services.ts';

/** Functions of the token service for the management listener. */
export type TokenGate = {
  /** Returns whether the path is below /oauth2/ or /.well-known/, which are handled before Fastify. */
  handles(url: string): boolean;
  readonly callback: RequestListener;
  /** Returns the caller of a token. null or a thrown `Problem` if it is invalid. */
  verifyAccessToken(token: string): Promise<Caller | null>;
  /** The same for a token that is bound to the API or to the seller agent. */
  verifySellerToken(token: string): Promise<Caller | null>;
  /** Returns the person for whom an assistant calls. */
  verifyAssistantToken(token: string): Promise<AssistantCaller | null>;
  /** Requests of assistants for approval. */
  readonly approvals: Approvals;
};

/** Services available to routes of the management API. */
export type ManagementServices = RecordServices & {
  /** All hosts, their processes and the state of the engines. */
  readonly hosts: HostDirectory;
  readonly tokenService: TokenGate;
  /** Shared by the management processes of all hosts. null or omitted if there is one process. */
  readonly redis?: Redis | null;
  /** Failing components of this host, for health reports. Omitted if they are not monitored. */
  readonly problems?: () => readonly string[];
};

/** Function that each resource exports: `registerPublisherRoutes(app, services)`, called inside the prefix /api/v1. */
export type RegisterRoutes = (app: FastifyInstance, services: ManagementServices) => void;

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Required scope, or several of which one is sufficient. null: every authenticated caller. A route below /api/v1
     * without it is refused at start.
     */
    scope?: Scope | readonly Scope[] | null;
  }
  interface FastifyRequest {
    /** The assistant that calls for the caller. null: none. */
    assistant: AssistantCaller | null;
    /** Set before any handler below /api/v1 runs. */
    caller: Caller | null;
  }
}
