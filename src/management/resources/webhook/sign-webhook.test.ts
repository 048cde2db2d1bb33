import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newWebhookSecret, webhookHeaders } from './sign-webhook.ts';

const payload = '{"type":"booking.approved","timestamp":"2026-11-21T09:00:00.000Z","data":{"name":"Café ☕"}}';

test('signatures are verified by the published library with each of two secrets', () => {
  const [one, two] = [newWebhookSecret(), newWebhookSecret()];
  const headers = webhookHeaders({ id: 'msg_1', atMs: Date.now(), payload }, [one, two]);
  for (const secret of [one, two]) expect(new Webhook(secret).verify(payload, headers)).toEqual(JSON.parse(payload));
  const other = new Webhook(newWebhookSecret());
  expect(() => other.verify(payload, headers)).toThrow();
  expect(() => new Webhook(one).verify(payload.replace('approved', 'rejected'), headers)).toThrow();
  expect(() => new Webhook(one).verify(payload, { ...headers, 'webhook-id': 'msg_2' })).toThrow();
});

test('the signature equals the published test vector', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', atMs: 1_614_265_330_999, payload: '{"test": 2432232314}' };
  expect(webhookHeaders(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('a secret has 256 bits in the standard format', () => {
  const secret = newWebhookSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newWebhookSecret()).not.toBe(secret);
});
