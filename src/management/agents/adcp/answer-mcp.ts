import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { completedContent, withEchoedContext } from './completed-content.ts';
import type { AgentCall, SellerContext } from './seller-context.ts';
import { createSellerServer } from './seller-server.ts';

/** A message of a client. */
type McpMessage = {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Parsed JSON-RPC message. */
  readonly message: unknown;
  readonly url: string;
};

type McpAnswer = { readonly status: number; readonly headers: Record<string, string>; readonly body: string };

/** Headers that the transport reads. */
const readHeaders = ['content-type', 'mcp-protocol-version'] as const;
/** The transport requires clients to accept streams, but every response is JSON. */
const acceptedTypes = 'application/json, text/event-stream';

/**
 * Answers one message of MCP over streamable HTTP, without a session: every message is complete, so that any
 * management process can answer it.
 */
export async function answerMcp({ headers, message, url }: McpMessage, asked: AgentCall): Promise<McpAnswer> {
  const context: SellerContext = { ...asked, toolArguments: argumentsOf(message) };
  const server = createSellerServer(context);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    const given = readHeaders.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as [string, string]] : [];
    });
    const request = new Request(url, { method: 'POST', headers: [...given, ['accept', acceptedTypes]] });
    const answer = await transport.handleRequest(request, {
      parsedBody: message,
      authInfo: { token: '', clientId: String(context.buyer.serviceAccountId), scopes: [] },
    });
    return {
      status: answer.status,
      headers: Object.fromEntries([...answer.headers].filter(([name]) => name !== 'content-length')),
      body: await completed(await answer.text(), message, context),
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

/** Completes the content of a response of a tool. Other messages are not changed. */
async function completed(text: string, asked: unknown, context: SellerContext): Promise<string> {
  const { toolArguments } = context;
  if (!text.includes('"structuredContent"')) return text;
  const { params } = (asked ?? {}) as { readonly params?: { readonly name?: string } };
  const answer = JSON.parse(text) as { result?: { isError?: boolean; structuredContent?: Record<string, unknown> } };
  const { result } = answer;
  if (result?.structuredContent === undefined) return text;
  const content = withEchoedContext(result.structuredContent, toolArguments);
  const call = { tool: params?.name, key: toolArguments['idempotency_key'] };
  result.structuredContent = result.isError === true ? content : await completedContent(call, content, context);
  return JSON.stringify(answer);
}
