import { createHmac } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { MUTATING_TASKS } from '@adcp/sdk';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeAgentKey } from '../../../../../test/support/agents/agent-signer.ts';
import { makeBuyer } from '../../../../../test/support/agents/seller-agent.ts';
import { readingCall, startSigningWorld, toolCallOfAgent } from '../../../../../test/support/agents/signing-world.ts';
import { buildManagementApp } from '../../../api/app/build-management-app.ts';
import { changingTools } from './called-tools.ts';

let world: Awaited<ReturnType<typeof startSigningWorld>>;
/** A second process on the same database. */
let other: FastifyInstance;
beforeAll(async () => {
  // The protocol library permits more outside production.
  vi.stubEnv('NODE_ENV', 'production');
  world = await startSigningWorld();
  other = await buildManagementApp(world.management.services);
  await other.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await other?.close();
  await world?.close();
});

const changing = toolCallOfAgent('provide_performance_feedback', { idempotency_key: 'feedback-of-a-signed-call' });

test.each(['ed25519', 'ecdsa-p256-sha256'] as const)('a signature with %s replaces the access token', async (alg) => {
  const agent = await world.makeSigner({}, makeAgentKey(alg));
  const answer = await world.send(world.signed(agent));
  expect(answer.status).toBe(200);
  expect(answer.text).toContain(`brand-${agent.brandId}`);
  const a2a = { ...agent, path: agent.path.replace('adcp?', 'adcp/a2a?') };
  const data = { kind: 'data', data: { skill: 'list_accounts' } };
  const sent = { kind: 'message', messageId: 'm1', role: 'user', parts: [data] };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'message/send', params: { message: sent } });
  expect(await world.send(world.signed(a2a, body))).toMatchObject({
    status: 200,
    text: expect.stringContaining('completed'),
  });
});

test('a signature next to an access token must be one of the agent of the token', async () => {
  const [agent, stranger] = [await world.makeSigner(), await world.makeSigner()];
  const authorization = { Authorization: `Bearer ${agent.token}` };
  const path = '/agents/adcp';
  const own = world.signed({ ...agent, path });
  expect((await world.send({ ...own, headers: { ...own.headers, ...authorization } })).status).toBe(200);
  const foreign = world.signed({ ...stranger, path });
  expect(await world.send({ ...foreign, headers: { ...foreign.headers, ...authorization } })).toMatchObject({
    status: 401,
    error: 'request_signature_key_unknown',
  });
  // A key with the same ID is another key.
  const impostor = await world.makeSigner({}, makeAgentKey('ed25519', agent.key.signer.keyid));
  expect(await world.send(world.signed({ ...agent, key: impostor.key }))).toMatchObject({
    error: 'request_signature_invalid',
  });
  expect((await world.send(world.signed(impostor))).text).toContain(`brand-${impostor.brandId}`);
});

test('attacks on a signed call are refused with the code of the protocol', async () => {
  const agent = await world.makeSigner();
  const now = Math.floor(world.nowMs / 1000);
  const changed = (headers: OutgoingHttpHeaders, body = readingCall) => {
    const call = world.signed(agent);
    return { ...call, body, headers: { ...call.headers, ...headers } };
  };
  const { privateKey, alg, keyid } = makeAgentKey('ed25519', agent.key.signer.keyid).signer;
  const secret = Buffer.from(String(agent.key.publicJwk.x), 'base64url');
  const hmac = (base: string) => createHmac('sha256', secret).update(base).digest();
  const call = world.signed(agent);
  const attacks: readonly (readonly [string, ReturnType<typeof world.signed>, string])[] = [
    ['body changed', changed({}, changing), 'digest_mismatch'],
    ['other address', { ...world.signed(agent), path: `${agent.path}&x=1` }, 'invalid'],
    [
      'signed for another host',
      world.signed(agent, readingCall, { url: `https://evil.example${agent.path}` }),
      'invalid',
    ],
    ['wrong key', world.signed({ ...agent, key: { ...agent.key, signer: { privateKey, alg, keyid } } }), 'invalid'],
    ['unknown key', world.signed({ ...agent, key: makeAgentKey() }), 'key_unknown'],
    ['expired', world.signed(agent, readingCall, { nowSeconds: now - 600 }), 'window_invalid'],
    ['in the future', world.signed(agent, readingCall, { nowSeconds: now + 120 }), 'window_invalid'],
    ['valid for a day', world.signedWith(agent, { expires: now + 86_400 }, hmac), 'window_invalid'],
    ['alg none', world.signedWith(agent, { alg: 'none' }, () => Buffer.alloc(0)), 'alg_not_allowed'],
    ['HMAC with the public key', world.signedWith(agent, { alg: 'hmac-sha256' }, hmac), 'alg_not_allowed'],
    ['HMAC declared as Ed25519', world.signedWith(agent, {}, hmac), 'invalid'],
    [
      'other algorithm than the key',
      world.signedWith(agent, { alg: 'ecdsa-p256-sha256' }, hmac),
      'key_purpose_invalid',
    ],
    ['another tag', world.signedWith(agent, { tag: 'adcp/webhook-signing/v1' }, hmac), 'tag_invalid'],
    ['short nonce', world.signedWith(agent, { nonce: 'AAAA' }, hmac), 'header_malformed'],
    ['body not covered', world.signed(agent, readingCall, { isBodyCovered: false }), 'components_incomplete'],
    [
      'method not covered',
      world.signedWith(agent, {}, hmac, ['@target-uri', '@authority', 'content-type']),
      'components_incomplete',
    ],
    [
      'unknown component',
      changed({
        'Signature-Input': String(call.headers['Signature-Input']).replace('"@method"', '"@method" "@query"'),
      }),
      'components_unexpected',
    ],
    [
      'two labels',
      changed({
        'Signature-Input': [String(call.headers['Signature-Input']), String(call.headers['Signature-Input'])],
      }),
      'header_malformed',
    ],
    ['two content types', changed({ 'Content-Type': ['application/json', 'text/plain'] }), 'header_malformed'],
    [
      'two digests',
      changed({ 'Content-Digest': [String(call.headers['Content-Digest']), 'sha-256=:AAAA:'] }),
      'header_malformed',
    ],
    ['content types in one header', changed({ 'Content-Type': 'application/json, text/plain' }), 'header_malformed'],
    ['no signature input', changed({ 'Signature-Input': [] }), 'header_malformed'],
    ['empty headers', changed({ 'Signature-Input': '', Signature: '' }), 'required'],
    ['garbage', changed({ 'Signature-Input': 'sig1=@@@', Signature: '\u00ff\u00fe' }), 'header_malformed'],
    ['unknown client', { ...world.signed({ ...agent, path: '/agents/adcp?client_id=unknown' }) }, 'key_unknown'],
    ['no client', world.signed({ ...agent, path: '/agents/adcp' }), 'key_unknown'],
  ];
  const codes: string[] = [];
  for (const [name, sent] of attacks) {
    const { status, error, text } = await world.send(sent);
    codes.push(`${name}: ${status} ${error}`);
    expect(text).not.toContain('covered');
  }
  expect(codes).toEqual(attacks.map(([name, , code]) => `${name}: 401 request_signature_${code}`));
});

test('a member that occurs twice in a signed body is refused', async () => {
  const agent = await world.makeSigner();
  const body = readingCall.replace('"id":1', '"id":1,"\\u0069d":2');
  const call = world.signed(agent, body);
  expect(await world.send(call)).toMatchObject({ status: 401, error: 'request_body_malformed' });
  expect(await world.send(call)).toMatchObject({ error: 'request_signature_replayed' });
});

test('a nonce is accepted once by all processes, and expired nonces are deleted', async () => {
  const agent = await world.makeSigner();
  const call = world.signed(agent);
  expect((await world.send(call)).status).toBe(200);
  expect(await world.send(call)).toMatchObject({ status: 401, error: 'request_signature_replayed' });
  expect(await world.send(call, other)).toMatchObject({ status: 401, error: 'request_signature_replayed' });
  const atOnce = world.signed(agent);
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => world.send(atOnce, n % 2 === 0 ? other : undefined)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const stored = () =>
    sql<{ n: number }>`select count(*)::int as n from agent_nonce where keyid like ${`${agent.id}/%`}`.execute(
      world.management.database,
    );
  expect((await stored()).rows).toEqual([{ n: 2 }]);
  world.nowMs += 3_600_000;
  // Each call deletes twenty of them.
  for (let n = 0; n < 3; n += 1) await world.send(world.signed(await world.makeSigner()));
  expect((await stored()).rows).toEqual([{ n: 0 }]);
});

test('a key with too many valid nonces is refused, before the signature is verified', async () => {
  const agent = await world.makeSigner({ test: true });
  await sql`
    insert into agent_nonce
    select ${`${agent.id}/${agent.key.signer.keyid}`}, '', 'n' || n, ${new Date(world.nowMs + 60_000)} from generate_series(1, 100) n
  `.execute(world.management.database);
  const refused = { status: 401, error: 'request_signature_rate_abuse' };
  expect(await world.send(world.signed(agent))).toMatchObject(refused);
  const { signer } = makeAgentKey('ed25519', agent.key.signer.keyid);
  expect(await world.send(world.signed({ ...agent, key: { ...agent.key, signer } }))).toMatchObject(refused);
  // The other agents are not affected, also with the same ID of the key.
  const namesake = await world.makeSigner({ test: true }, makeAgentKey('ed25519', agent.key.signer.keyid));
  expect((await world.send(world.signed(namesake))).status).toBe(200);
});

test('calls that change something must be signed if the agent requires it', async () => {
  const agent = await world.makeSigner({ requireSignedRequests: true });
  const headers = { Authorization: `Bearer ${agent.token}`, 'Content-Type': 'application/json' };
  const path = '/agents/adcp';
  const required = { status: 401, challenge: 'Signature error="request_signature_required"' };
  expect((await world.send({ path, headers, body: readingCall })).status).toBe(200);
  for (const tool of changingTools) {
    expect(await world.send({ path, headers, body: toolCallOfAgent(tool) }), tool).toMatchObject(required);
    expect(await world.send({ path, headers, body: `[${toolCallOfAgent(tool)}]` }), tool).toMatchObject(required);
  }
  const data = { kind: 'data', data: { skill: 'create_media_buy', input: {} } };
  const sent = { kind: 'message', messageId: 'm1', role: 'user', parts: [data] };
  const a2a = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'message/send', params: { message: sent } });
  expect(await world.send({ path: `${path}/a2a`, headers, body: a2a })).toMatchObject(required);
  expect((await world.send(world.signed(agent, changing))).status).toBe(200);
});

test('credentials of a receiver of notifications must be signed by agents that have keys', async () => {
  const agent = await world.makeSigner();
  const authentication = { schemes: ['Bearer'], credentials: 'x'.repeat(32) };
  const body = toolCallOfAgent('update_media_buy', {
    media_buy_id: '1',
    push_notification_config: { url: 'https://receiver.example/', authentication },
  });
  const headers = { Authorization: `Bearer ${agent.token}`, 'Content-Type': 'application/json' };
  const unsigned = { path: '/agents/adcp', headers, body };
  expect(await world.send(unsigned)).toMatchObject({ status: 401, error: 'request_signature_required' });
  // A2A reads the second one.
  const both = {
    jsonrpc: '2.0',
    id: 1,
    method: 'message/send',
    params: {
      configuration: {
        push_notification_config: {},
        pushNotificationConfig: { url: 'https://receiver.example/', authentication },
      },
    },
  };
  expect(await world.send({ path: '/agents/adcp/a2a', headers, body: JSON.stringify(both) })).toMatchObject({
    status: 401,
    error: 'request_signature_required',
  });
  expect((await world.send(world.signed(agent, body))).status).toBe(200);
  const { token } = await world.makeSigner({ jwksUrl: null });
  expect((await world.send({ ...unsigned, headers: { ...headers, Authorization: `Bearer ${token}` } })).status).toBe(
    200,
  );
});

test('a message with many members is refused like any other', async () => {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify(Array.from({ length: 120_000 }, () => 0));
  expect((await world.send({ path: '/agents/adcp', headers, body })).status).toBe(401);
});

test('a call without credentials gets both challenges for a tool that changes something', async () => {
  const headers = { 'Content-Type': 'application/json' };
  const anonymous = await world.send({ path: '/agents/adcp', headers, body: changing });
  expect(anonymous).toMatchObject({ status: 401, error: 'request_signature_required' });
  expect(anonymous.challenge).toMatch(/^Bearer realm="placard", resource_metadata="[^"]+", Signature error="/);
  expect((await world.send({ path: '/agents/adcp', headers, body: readingCall })).challenge).not.toContain('Signature');
  const wrong = { ...headers, Authorization: 'Bearer wrong' };
  expect(await world.send({ path: '/agents/adcp', headers: wrong, body: changing })).toMatchObject({
    status: 401,
    error: 'request_signature_required',
  });
});

test('signatures of an agent without keys are ignored, and those of a revoked agent are refused', async () => {
  const agent = await world.makeSigner({ jwksUrl: null });
  const call = world.signed({ ...agent, path: '/agents/adcp' });
  expect(
    (await world.send({ ...call, headers: { ...call.headers, Authorization: `Bearer ${agent.token}` } })).status,
  ).toBe(200);
  expect(await world.send(world.signed(agent))).toMatchObject({ status: 401, error: 'request_signature_key_unknown' });
  const revoked = await world.makeSigner();
  expect((await world.send(world.signed(revoked))).status).toBe(200);
  const change = {
    body: { active: false },
    headers: { 'if-match': '*', 'content-type': 'application/merge-patch+json' },
  };
  await world.management.call('PATCH', `/buyer-agents/${revoked.id}`, change);
  expect(await world.send(world.signed(revoked))).toMatchObject({
    status: 401,
    error: 'request_signature_key_unknown',
  });
});

test('an agent cannot require signatures without keys', async () => {
  await expect(makeBuyer(world.seller, { requireSignedRequests: true })).rejects.toThrow();
  await expect(makeBuyer(world.seller, { jwksUrl: 'https://user@keys.example/' })).rejects.toThrow();
  await expect(makeBuyer(world.seller, { jwksUrl: 'file:///etc/passwd' })).rejects.toThrow();
});

test('the tools that change something are those of the protocol', async () => {
  const card = await world.management.app.inject('/.well-known/agent-card.json');
  const { skills } = card.json<{ skills: { id: string }[] }>();
  const known = skills.map(({ id }) => id).filter((id) => MUTATING_TASKS.has(id));
  expect(known.length).toBeGreaterThan(5);
  expect(known.filter((id) => !changingTools.some((tool) => tool === id))).toEqual([]);
});
