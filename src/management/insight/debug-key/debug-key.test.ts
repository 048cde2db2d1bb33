import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { readDebugKey } from '../../../platform/keys/signed-debug-key.ts';
import { createTextSigner } from '../../../platform/keys/signed-text.ts';

let management: TestManagement;
const now = Date.parse('2026-11-21T20:00:00Z');
beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => now });
});
afterAll(() => management?.close());

test('contains its holder and expiration', async () => {
  const { status, body } = await management.call('GET', '/debug-key?lifeSeconds=600', { account: 1 });
  expect([status, body]).toEqual([
    200,
    {
      debugKey: expect.stringMatching(/^[\w-]+\.[\w-]{22}$/),
      url: `http://localhost:8081/debug?key=${body.debugKey}`,
      expiresAt: '2026-11-21T20:10:00.000Z',
    },
  ]);
  const signer = createTextSigner(deriveKey(management.services.secret, 'debug-key'));
  expect(readDebugKey(signer, body.debugKey, now)).toEqual({
    actor: 'service-account:1',
    expiresAt: now / 1000 + 600,
  });
  expect(readDebugKey(signer, body.debugKey, now + 600_000)).toBeNull();
});

test('requires the scope and is valid for at most 12 hours', async () => {
  expect((await management.call('GET', '/debug-key', { scopes: ['reports:read'] })).status).toBe(403);
  expect((await management.call('GET', '/debug-key', { scopes: ['decisions:read'] })).status).toBe(200);
  for (const seconds of ['0', '59', '43201', 'x']) {
    const answer = await management.call('GET', `/debug-key?lifeSeconds=${seconds}`);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ in: 'query', pointer: '/lifeSeconds' }] } });
  }
});
