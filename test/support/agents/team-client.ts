import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { InjectOptions } from 'fastify';
import type { TestManagement } from '../server/test-management.ts';

/** Result of a tool. */
export type ToolAnswer = {
  readonly isError: boolean;
  /** Text contents, one per line. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the assertions of a test check the content
  readonly content: any;
};

export type TeamClient = {
  readonly client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
};

/** Connects the official MCP client to the team server of a test, for a user and with rights. No socket is used. */
export async function connectTeam(
  { app }: TestManagement,
  userId: number,
  rights: readonly string[] = ['assistant:read', 'assistant:draft'],
): Promise<TeamClient> {
  const token = `assistant~${userId}~${rights.join('+').replaceAll(':', '.')}`;
  const transport = new StreamableHTTPClientTransport(new URL('http://placard.test/agents/mcp'), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    async fetch(url, { method = 'GET', headers, body } = {}) {
      const answer = await app.inject({
        method: method as NonNullable<InjectOptions['method']>,
        url: new URL(url).pathname,
        headers: Object.fromEntries(new Headers(headers)),
        ...(typeof body === 'string' ? { payload: body } : {}),
      });
      const content = answer.statusCode === 202 || answer.statusCode === 204 ? null : answer.payload;
      return new Response(content, { status: answer.statusCode, headers: answer.headers as Record<string, string> });
    },
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  return { client, call: (name, args = {}) => callTool(client, name, args) };
}

/** Calls a tool. The client validates the result against the schema of the tool. */
export async function callTool(client: Client, name: string, args: Record<string, unknown>): Promise<ToolAnswer> {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: args });
  const texts = (content as readonly { readonly text?: string }[]).map(({ text = '' }) => text);
  return { isError: isError === true, text: texts.join('\n'), content: structuredContent };
}
