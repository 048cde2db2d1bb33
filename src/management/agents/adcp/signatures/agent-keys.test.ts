import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeAgentKey } from '../../../../../test/support/agents/agent-signer.ts';
import { startSigningWorld } from '../../../../../test/support/agents/signing-world.ts';

let world: Awaited<ReturnType<typeof startSigningWorld>>;
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  world = await startSigningWorld();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await world?.close();
});

test('keys for other purposes and revoked keys are refused', async () => {
  for (const [fields, code] of [
    [{ adcp_use: 'webhook-signing' }, 'key_purpose_invalid'],
    [{ adcp_use: undefined }, 'key_purpose_invalid'],
    [{ use: 'enc' }, 'key_purpose_invalid'],
    [{ key_ops: ['sign'] }, 'key_purpose_invalid'],
    [{ kty: 'oct', k: 'AAAA', crv: undefined, x: undefined }, 'key_purpose_invalid'],
  ] as const) {
    const agent = await world.makeSigner();
    agent.keys.content = [{ ...agent.key.publicJwk, ...fields }];
    expect(await world.send(world.signed(agent))).toMatchObject({ status: 401, error: `request_signature_${code}` });
  }
  const key = makeAgentKey();
  const agent = await world.makeSigner({ revokedKeyIds: [key.signer.keyid] }, key);
  expect(await world.send(world.signed(agent))).toMatchObject({ status: 401, error: 'request_signature_key_revoked' });
  // An ID that occurs twice identifies no key.
  const twice = await world.makeSigner();
  twice.keys.content = [twice.key.publicJwk, twice.key.publicJwk];
  expect(await world.send(world.signed(twice))).toMatchObject({ error: 'request_signature_key_unknown' });
});

test('addresses of keys cannot reach private servers, and large, slow and redirected keys are refused', async () => {
  const untrusted = { status: 401, error: 'request_signature_jwks_untrusted' };
  const unavailable = { status: 401, error: 'request_signature_jwks_unavailable' };
  for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/latest', 'http://[::1]/', 'http://1.1.1.1/']) {
    expect(await world.send(world.signed(await world.makeSigner({ jwksUrl: url }))), url).toMatchObject(untrusted);
  }
  const agent = await world.makeSigner();
  const target = await world.serveKeys([agent.key.publicJwk]);
  agent.keys.content = (_, response) => response.writeHead(302, { location: target.url }).end();
  expect(await world.send(world.signed(agent))).toMatchObject(untrusted);
  expect(target.fetches()).toBe(0);

  const huge = await world.makeSigner();
  huge.keys.content = (_, response) => {
    response.writeHead(200);
    response.on('error', () => undefined);
    response.write(`{"keys":[${JSON.stringify(huge.key.publicJwk)}],"x":"`);
    response.end('x'.repeat(1_000_000));
  };
  expect(await world.send(world.signed(huge))).toMatchObject(unavailable);
  const many = await world.makeSigner();
  many.keys.content = Array.from({ length: 101 }, () => many.key.publicJwk);
  expect(await world.send(world.signed(many))).toMatchObject(unavailable);
  for (const text of ['', 'null', '[]', '{"keys":{}}', '{"keys"']) {
    const broken = await world.makeSigner();
    broken.keys.content = (_, response) => response.end(text);
    expect(await world.send(world.signed(broken)), text).toMatchObject(unavailable);
  }

  const slow = await world.makeSigner();
  slow.keys.content = (_, response) => response.writeHead(200).write('{');
  const startMs = performance.now();
  // Calls at the same time wait for one fetch.
  const answers = await Promise.all([1, 2, 3].map(() => world.send(world.signed(slow))));
  expect(answers).toMatchObject([unavailable, unavailable, unavailable]);
  expect(performance.now() - startMs).toBeLessThan(6_000);
  expect(slow.keys.fetches()).toBe(1);
});

test('a new key is accepted at once, and a removed one is refused after five minutes', async () => {
  const agent = await world.makeSigner();
  expect((await world.send(world.signed(agent))).status).toBe(200);
  const next = makeAgentKey();
  agent.keys.content = [next.publicJwk];
  expect((await world.send(world.signed({ ...agent, key: next }))).status).toBe(200);
  expect(agent.keys.fetches()).toBe(2);
  // Unknown keys do not cause a fetch for each call.
  for (let n = 0; n < 5; n += 1) await world.send(world.signed({ ...agent, key: makeAgentKey() }));
  expect(agent.keys.fetches()).toBe(2);
  world.nowMs += 31_000;
  expect(await world.send(world.signed(agent))).toMatchObject({ error: 'request_signature_key_unknown' });
  expect(agent.keys.fetches()).toBe(3);

  // Known keys are used for 15 minutes while their server fails.
  agent.keys.content = (_, response) => response.writeHead(503).end();
  world.nowMs += 10 * 60_000;
  expect((await world.send(world.signed({ ...agent, key: next }))).status).toBe(200);
  world.nowMs += 6 * 60_000;
  expect(await world.send(world.signed({ ...agent, key: next }))).toMatchObject({
    error: 'request_signature_jwks_unavailable',
  });
});
