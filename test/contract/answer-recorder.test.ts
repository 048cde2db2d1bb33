import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { findFaults } from '../support/attacks/answer-faults.ts';
import { findLeaks, SecretsKnown } from '../support/process/leaks.ts';
import { createAnswerRecorder } from '../support/server/answer-recorder.ts';
import type { RecordedExchange } from '../support/server/exchange.ts';

const problem = (code: string) => JSON.stringify({ type: `/problems/${code}`, code, status: 404 });
const answer = (change: Partial<RecordedExchange> = {}): RecordedExchange => ({
  method: 'GET',
  url: '/api/v1/bookings/7',
  sent: { headers: {}, body: '' },
  status: 404,
  headers: { 'content-type': 'application/problem+json; charset=utf-8' },
  body: problem('not_found'),
  ...change,
});
const json = { 'content-type': 'application/json' };
const bookings = [{ method: 'GET', pattern: /^\/api\/v1\/bookings\/[^/]+$/, statuses: new Set([200, 403]) }];

test('accepts a problem with a documented code', () => {
  expect(findFaults(answer(), bookings)).toEqual({ code: 'not_found', faults: [] });
  expect(findFaults(answer({ method: 'HEAD', body: '' }), bookings).faults).toEqual([]);
});

test.each<[string, Partial<RecordedExchange>]>([
  ['is not a problem document', { headers: json }],
  ['has an undocumented code', { body: problem('out_of_luck') }],
  ['has no code', { body: '{}' }],
  ['is not JSON', { body: 'Not found' }],
  ['has a status that differs from that of its code', { status: 410 }],
  ['has an undocumented status', { status: 409, body: problem('in_use') }],
  ['is an unexpected OAuth error', { headers: json, body: '{"error":"invalid_client"}' }],
  ['is an unexpected page', { headers: { 'content-type': 'text/html' }, body: '<h1>' }],
  ['is JSON instead of a page', { url: '/sign-in', headers: json, body: '{}' }],
  ['is an OAuth response without an error', { url: '/oauth2/token', status: 500, headers: json, body: '{}' }],
  ['has a stack trace', { body: `${problem('not_found')}\n    at read (/srv/src/server/read.ts:3:5)` }],
  ['has SQL', { body: problem('not_found').replace('}', ',"detail":"select * from booking"}') }],
])('reports a response that %s', (_what, change) => {
  expect(findFaults(answer(change), bookings).faults.length).toBeGreaterThan(0);
});

test('accepts values that the client itself sent', () => {
  const name = 'delete from booking';
  const sent = { headers: {}, body: JSON.stringify({ name }) };
  expect(findFaults(answer({ status: 200, headers: json, body: JSON.stringify({ name }), sent }), null).faults).toEqual(
    [],
  );
  expect(findLeaks(name)).toEqual(['SQL']);
});

test('reports a secret where it leaks, but not where it is issued', () => {
  const known = new SecretsKnown();
  const made = answer({
    method: 'POST',
    url: '/api/v1/service-accounts',
    status: 201,
    body: '{"clientSecret":"s3cret-of-it"}',
  });
  const signedIn = answer({
    url: '/sign-in',
    sent: { headers: {}, body: 'email=a&password=a+long+word' },
    status: 303,
  });
  for (const exchange of [made, signedIn]) known.learn(exchange);
  known.learn(answer({ sent: { headers: { authorization: `Basic ${btoa('id:of-the-client')}` }, body: '' } }));
  expect(known.leaksOf(made)).toEqual([]);
  for (const secret of ['s3cret-of-it', 'a long word', 'of-the-client']) {
    expect(known.leaksOf(answer({ body: `{"detail":"${secret}"}` })), secret).toHaveLength(1);
    expect(known.shownIn(`{"level":30,"msg":"${secret}"}`), secret).toHaveLength(1);
  }
});

test('reports a response over a socket, an injected response and a log line', async () => {
  for (const way of ['socket', 'inject', 'log'] as const) {
    const recorder = createAnswerRecorder();
    recorder.keepSecret('a secret value');
    const app = Fastify();
    app.get('/it', (_request, reply) => reply.code(way === 'log' ? 200 : 500).send({ detail: 'fine' }));
    app.decorate('swagger', (() => ({ paths: {} })) as never);
    await app.ready();
    recorder.watch(app);
    if (way === 'log') recorder.log.warn({ about: 'a secret value' }, 'hello');
    if (way === 'inject') await app.inject({ method: 'GET', url: '/it' });
    if (way === 'socket')
      await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/it`).then((got) => got.text());
    await app.close();
    expect(() => recorder.check(), way).toThrow(
      way === 'log' ? /a log line contains a secret/ : /instead of a problem/,
    );
  }
});
