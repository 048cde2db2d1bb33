import { createAdcpServerFromPlatform, createIdempotencyStore, InMemoryStateStore } from '@adcp/sdk/server';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { listAccounts } from './accounts/accounts.ts';
import { purchaseTasks } from './media-buys/purchase-tasks.ts';
import { replayBackend } from './replay-backend.ts';
import type { SellerContext } from './seller-context.ts';
import { sellerPlatform } from './seller-platform.ts';

/** A message of a client. */
type McpMessage = {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Parsed JSON-RPC message. */
  readonly message: unknown;
  readonly url: string;
};

type McpAnswer = { readonly status: number; readonly headers: Record<string, string>; readonly body: string };

/** Version of the agent in the handshake of MCP. Increases when a tool changes incompatibly. */
const agentVersion = '1.0.0';
/** Time for which a repeated call gets the stored response. The protocol recommends a day. */
const replaySeconds = 86_400;
/** Headers that the transport reads. */
const readHeaders = ['accept', 'content-type', 'mcp-protocol-version'] as const;

/**
 * Answers one message of MCP over streamable HTTP, without a session: every message is complete, so that any
 * management process can answer it. Creating the server takes about 1.5 ms.
 */
export async function answerMcp(
  { headers, message, url }: McpMessage,
  asked: Omit<SellerContext, 'toolArguments'>,
): Promise<McpAnswer> {
  const context: SellerContext = { ...asked, toolArguments: argumentsOf(message) };
  const server = withoutWarnings(() =>
    createAdcpServerFromPlatform(sellerPlatform(context), {
      name: 'placard',
      // The platform interface does not page accounts as the protocol defines.
      accounts: { listAccounts: async (request) => listAccounts(context.buyer, request) },
      version: agentVersion,
      idempotency: createIdempotencyStore({
        backend: replayBackend(context.services.database),
        ttlSeconds: replaySeconds,
      }),
      exposeErrorDetails: false,
      // By default, the library validates nothing in production.
      validation: { requests: 'strict', responses: 'strict' },
      // No tool uses the state of the library.
      stateStore: new InMemoryStateStore(),
      taskRegistry: purchaseTasks(context),
      resolveSessionKey: () => String(context.buyer.id),
      resolveIdempotencyPrincipal: () => String(context.buyer.id),
    }),
  );
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    const given = readHeaders.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as [string, string]] : [];
    });
    const request = new Request(url, { method: 'POST', headers: given });
    const answer = await transport.handleRequest(request, {
      parsedBody: message,
      authInfo: { token: '', clientId: String(context.buyer.serviceAccountId), scopes: [] },
    });
    return {
      status: answer.status,
      headers: Object.fromEntries([...answer.headers].filter(([name]) => name !== 'content-length')),
      body: await answer.text(),
    };
  } finally {
    await server.close();
  }
}

/** Returns the arguments of a tool call. Several messages at once are not supported by MCP. */
function argumentsOf(message: unknown): SellerContext['toolArguments'] {
  const { params } = (message ?? {}) as { readonly params?: { readonly arguments?: SellerContext['toolArguments'] } };
  return params?.arguments ?? {};
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

silenceTraces();

/** The library prints the arguments of each call of `tasks_get` on standard output, which is our log. */
function silenceTraces(): void {
  const { log } = console;
  console.log = (...parts: unknown[]) => {
    if (typeof parts[0] !== 'string' || !parts[0].startsWith('[trace.')) log(...parts);
  };
}
