import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { DomainError } from '../../records/domain-error.ts';
import { authenticateEveryCall } from '../call/authenticate-call.ts';
import { Problem } from './problem.ts';
import { problemFromError } from './problem-from-error.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management.close());

function databaseError(code: string, detail?: string): Error {
  return Object.assign(new Error('duplicate key; insert into secret_table'), { severity: 'ERROR', code, detail });
}

describe('an error becomes a problem', () => {
  test('names the field of a duplicate value or missing reference', () => {
    const taken = problemFromError(databaseError('23505', 'Key (slot_name)=(a-b) already exists.'));
    expect(taken.body('x')).toMatchObject({
      status: 409,
      code: 'already_exists',
      detail: 'body /slotName: is already in use: a-b',
      errors: [{ pointer: '/slotName', in: 'body', message: 'is already in use: a-b' }],
    });
    const nothing = problemFromError(
      databaseError('23503', 'Key (media_partner_id)=(9) is not present in table "media_partner".'),
    );
    expect(nothing.body('x')).toMatchObject({
      status: 400,
      errors: [{ pointer: '/mediaPartnerId', code: 'reference_not_found' }],
    });
    const folded = problemFromError(databaseError('23505', 'Key (lower(email))=(a@b) already exists.'));
    expect(folded.body('x')).toMatchObject({ errors: [{ pointer: '/email' }] });
  });

  test('returns 503 with Retry-After for every kind of database outage', () => {
    const away = [
      ...['57P01', '57P03', '53300', '08006', '57014'].map((code) => databaseError(code)),
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }),
      Object.assign(new Error('connect ENOENT /run/x'), { code: 'ENOENT', syscall: 'connect' }),
      new AggregateError([Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' })]),
      new Error('Connection terminated unexpectedly'),
      new Error('timeout exceeded when trying to connect'),
    ];
    for (const error of away) {
      const problem = problemFromError(error);
      expect(problem.body('x'), error.message).toMatchObject({ status: 503, code: 'unavailable' });
      expect(Number(problem.headers['Retry-After'])).toBeGreaterThan(0);
    }
  });

  test('returns 500 without internal details for all other errors', () => {
    const missingFile = Object.assign(new Error('ENOENT: open /etc/secret'), { code: 'ENOENT', syscall: 'open' });
    for (const error of [
      missingFile,
      databaseError('42703'),
      new TypeError('x is not a function'),
      'a text',
      undefined,
    ]) {
      const body = problemFromError(error).body('x');
      expect(body).toEqual({
        type: '/problems/internal_error',
        title: expect.any(String),
        status: 500,
        instance: 'urn:uuid:x',
        code: 'internal_error',
      });
    }
  });

  test('returns a problem unchanged', () => {
    const problem = new Problem('not_found');
    expect(problemFromError(problem)).toBe(problem);
  });

  test('keeps the code and details of a domain error', () => {
    const error = new DomainError('in_use', { detail: 'brand 3 is used by campaigns/4', retryAfterSeconds: 7 });
    const problem = problemFromError(error);
    expect(problem.body('x')).toMatchObject({ status: 409, code: 'in_use', detail: 'brand 3 is used by campaigns/4' });
    expect(problem.headers).toEqual({ 'Retry-After': '7' });
  });
});

describe('a route below /api/v1', () => {
  test('is refused at start without a scope', async () => {
    const { fastify } = await import('fastify');
    const app = fastify();
    authenticateEveryCall(app, management.services);
    expect(() => app.get('/open', () => 'open to all callers')).toThrow('GET /open declares no scope');
    await app.close();
  });
});
