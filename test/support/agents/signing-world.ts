import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { buildSignatureBase, formatSignatureParams } from '@adcp/sdk/signing/client';
import type { FastifyInstance } from 'fastify';
import { scopesOfRole } from '../../../src/contract/access/scopes.ts';
import { type AgentKey, makeAgentKey, signatureHeaders, startKeyServer } from './agent-signer.ts';
import { makeBuyer, startSeller } from './seller-agent.ts';

/** Public address of the seller of `startSigningWorld`. */
export const signedOrigin = 'https://ads.example';

type SentCall = { readonly path: string; readonly headers: OutgoingHttpHeaders; readonly body: string };

/** Starts a seller whose buyer agents may sign their calls. The clock is `world.nowMs`. */
export async function startSigningWorld() {
  const servers: { close(): Promise<void> }[] = [];
  const world = { nowMs: Date.now() };
  const environment = { PLACARD_PUBLIC_URL: signedOrigin, PLACARD_PRIVATE_TARGETS: '127.0.0.0/8' };
  const seller = await startSeller({ environment, nowMs: () => world.nowMs });
  const { management } = seller;

  async function serveKeys(keys: readonly object[]) {
    const server = await startKeyServer(keys);
    servers.push(server);
    return server;
  }

  /** Makes an agent with a key at a server of its own. */
  async function makeSigner(fields: Record<string, unknown> = {}, key: AgentKey = makeAgentKey()) {
    const keys = await serveKeys([key.publicJwk]);
    const buyer = await makeBuyer(seller, { jwksUrl: keys.url, ...fields });
    const { clientId } = await management.database
      .selectFrom('serviceAccount')
      .select('clientId')
      .where('id', '=', buyer.serviceAccountId)
      .executeTakeFirstOrThrow();
    const token = `${buyer.serviceAccountId}~${scopesOfRole.advertiser.join('+').replaceAll(':', '.')}`;
    return { ...buyer, key, keys, path: `/agents/adcp?client_id=${clientId}`, token };
  }

  type Signer = Awaited<ReturnType<typeof makeSigner>>;

  function signed({ key, path }: Pick<Signer, 'key' | 'path'>, body = readingCall, options = {}): SentCall {
    const call = { url: signedOrigin + path, body, nowSeconds: Math.floor(world.nowMs / 1000), ...options };
    return { path, body, headers: signatureHeaders(key, call, options) };
  }

  /** Signs arbitrary parameters and components with any function. */
  function signedWith(
    agent: Signer,
    params: Record<string, string | number>,
    sign: (base: string) => Buffer,
    components = ['@method', '@target-uri', '@authority', 'content-type', 'content-digest'],
  ): SentCall {
    const call = signed(agent);
    const created = Math.floor(world.nowMs / 1000);
    const given = {
      created,
      expires: created + 60,
      nonce: 'AAAAAAAAAAAAAAAAAAAAAA',
      keyid: agent.key.signer.keyid,
      alg: 'ed25519',
      tag: 'adcp/request-signing/v1',
      ...params,
    };
    const headers = call.headers as Record<string, string>;
    const request = { method: 'POST', url: signedOrigin + agent.path, headers, body: call.body };
    const signature = sign(buildSignatureBase(components, request, given)).toString('base64');
    const input = `sig1=${formatSignatureParams(components, given)}`;
    return { ...call, headers: { ...headers, 'Signature-Input': input, Signature: `sig1=:${signature}:` } };
  }

  return Object.assign(world, {
    management,
    seller,
    serveKeys,
    makeSigner,
    signed,
    signedWith,
    send: (call: SentCall, app: FastifyInstance = management.app) => sendSigned(call, app),
    async close() {
      for (const server of servers) await server.close();
      await management.close();
    },
  });
}

/** Returns a message that calls a tool. */
export const toolCallOfAgent = (name: string, args: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });

/** A call that changes nothing. */
export const readingCall = toolCallOfAgent('list_accounts');

/** Sends a call with exactly these headers, and returns the status and the error of the challenge. */
async function sendSigned({ path, headers, body }: SentCall, app: FastifyInstance) {
  const { port } = app.server.address() as AddressInfo;
  const sent = httpRequest({ port, host: '127.0.0.1', path, method: 'POST', headers });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const challenge = answer.headers['www-authenticate'] ?? '';
  const error = /Signature error="(\w+)"/.exec(challenge)?.[1];
  return { status: answer.statusCode, challenge, error, text: await readText(answer) };
}
