import { createAdcpServerFromPlatform, createIdempotencyStore, InMemoryStateStore } from '@adcp/sdk/server';
import type { SyncAccountsRequest } from '@adcp/sdk/types';
import { listAccounts } from './accounts/accounts.ts';
import { syncAccounts } from './accounts/sync-accounts.ts';
import { purchaseTasks } from './media-buys/purchase-tasks.ts';
import { replayBackend } from './replay-backend.ts';
import type { SellerContext } from './seller-context.ts';
import { sellerPlatform } from './seller-platform.ts';
import { testController } from './test-controller/test-controller.ts';

/** Version of the agent in the handshake of MCP and in the agent card. Increases when a tool changes incompatibly. */
export const agentVersion = '1.0.0';
/** Time for which a repeated call gets the stored response. The protocol recommends a day. */
const replaySeconds = 86_400;

/** Server of the protocol for one message. */
export type SellerServer = ReturnType<typeof createSellerServer>;

/** Creates the server that answers one message of a buyer agent, for any transport. Takes about 1.5 ms. */
export function createSellerServer(context: SellerContext) {
  return withoutWarnings(() =>
    createAdcpServerFromPlatform(sellerPlatform(context), {
      name: 'placard',
      // The platform interface does not page accounts as the protocol defines.
      accounts: {
        listAccounts: async (request) => listAccounts(context.buyer, request),
        syncAccounts: (request) => syncAccounts(context, request as SyncAccountsRequest),
      },
      ...(context.buyer.test && { complyTest: testController(context) }),
      version: agentVersion,
      idempotency: createIdempotencyStore({
        backend: replayBackend(context.services.database),
        ttlSeconds: replaySeconds,
      }),
      // `webhooks/` notifies the receivers of calls.
      autoEmitCompletionWebhooks: false,
      // The addresses are checked when they are called.
      allowPrivateWebhookUrls: context.services.config.privateTargets.length > 0,
      exposeErrorDetails: false,
      logger: failureLog(context),
      // By default, the library validates nothing in production.
      validation: { requests: 'strict', responses: 'strict' },
      // No tool uses the state of the library.
      stateStore: new InMemoryStateStore(),
      taskRegistry: purchaseTasks(context),
      resolveSessionKey: () => String(context.buyer.id),
      resolveIdempotencyPrincipal: () => String(context.buyer.id),
    }),
  );
}

/** The libraries print warnings about their own tool names and defaults on the console while they create a server. */
function withoutWarnings<Made>(make: () => Made): Made {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return make();
  } finally {
    console.warn = warn;
  }
}

/** Messages with which the library checks its options for each created server. `completed-content.ts` adds the specialisms. */
const ofCreation = 'createAdcpServer:';

/** Failures of tools are logged. The library logs every call and every refusal on the other levels. */
function failureLog({ services: { log }, caller }: SellerContext) {
  const ignore = () => undefined;
  return {
    debug: ignore,
    info: ignore,
    warn: ignore,
    error(message: string, { tool, error }: Record<string, unknown> = {}) {
      if (!message.startsWith(ofCreation)) log.error({ tool, reason: error, actor: caller.actor }, message);
    },
  };
}

silenceTraces();

/** The library prints the arguments of each call of `tasks_get` on standard output, which is our log. */
function silenceTraces(): void {
  const { log } = console;
  console.log = (...parts: unknown[]) => {
    if (typeof parts[0] !== 'string' || !parts[0].startsWith('[trace.')) log(...parts);
  };
}
