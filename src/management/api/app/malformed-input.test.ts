import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  allOperations,
  type JsonSchema,
  type OpenApiOperation,
} from '../../../../test/support/attacks/openapi-operations.ts';
import { countRows } from '../../../../test/support/database/count-rows.ts';
import {
  creatableKinds,
  makeBody,
  makeMappingBody,
  makeObject,
} from '../../../../test/support/fixtures/make-objects.ts';
import {
  startTestManagement,
  type TestAnswer,
  type TestManagement,
} from '../../../../test/support/server/test-management.ts';
import { maxDocumentBytes } from '../../../contract/configuration/configuration-calls.ts';
import { dayMs } from '../../../core/time/durations.ts';

let management: TestManagement;
let operations: readonly OpenApiOperation[];
/** Creates an object of each kind, so that patches are refused for their values. */
const objects = new Map<string, number>();

beforeAll(async () => {
  management = await startTestManagement();
  operations = allOperations(management.app);
  for (const kind of registeredKinds()) objects.set(kind, (await makeObject(management, kind)).id);
});
afterAll(() => management.close());

function registeredKinds(): string[] {
  return creatableKinds.filter((kind) => operations.some((operation) => operation.pattern === `/api/v1/${kind}`));
}

/** Bytes of the largest body of operations with whole documents. */
const limits = new Map([
  ['/api/v1/configuration/plan', maxDocumentBytes],
  ['/api/v1/configuration/apply', maxDocumentBytes],
  ['/api/v1/configuration/missing-files', 10 * 1024 * 1024],
]);

const json = { 'content-type': 'application/json', 'if-match': '*' };

/** Returns a path of the operation to an existing object. */
function livePath(operation: OpenApiOperation): string {
  const kind = operation.pattern.replace('/api/v1/', '').replace(/\/\{.*$/, '');
  return operation.path(objects.get(kind) ?? 1);
}

function expectProblem(answer: TestAnswer, about: string): void {
  expect(answer.status, `${about}: ${JSON.stringify(answer.body)}`).toBeGreaterThanOrEqual(400);
  expect(answer.status, `${about}: ${JSON.stringify(answer.body)}`).toBeLessThan(500);
  expect(answer.headers['content-type'], about).toContain('application/problem+json');
  expect(answer.body, about).toMatchObject({
    type: expect.stringMatching(/^\/problems\//),
    title: expect.any(String),
    status: answer.status,
    code: expect.any(String),
    instance: expect.stringMatching(/^urn:uuid:/),
  });
}

async function nothingWritten(work: () => Promise<void>): Promise<void> {
  const before = await countRows(management);
  await work();
  expect(await countRows(management)).toBe(before);
  expect(await management.call('GET', '/inventory/publisher')).toMatchObject({ status: 200 });
}

/** Returns whether the path identifies its object by ID. Mapped users are identified by their sign-in name. */
function isById({ pathParameters: [name] }: OpenApiOperation): boolean {
  return name !== undefined && name !== 'user' && name !== 'requestId';
}

function withBody(): OpenApiOperation[] {
  return operations.filter((operation) => operation.bodySchema !== null);
}

describe('malformed input of every operation', { timeout: 90_000 }, () => {
  test('refuses a body that is not JSON, not an object or of another type', () =>
    nothingWritten(async () => {
      for (const operation of withBody()) {
        for (const payload of [
          '{',
          '{"name":',
          '',
          'null',
          '[]',
          '[{}]',
          '1',
          '"text"',
          'true',
          '{"a":1}}',
          "{'a':1}",
          '\u0000',
          '{"__proto__":{"a":1}}',
        ]) {
          const answer = await management.call(operation.method, livePath(operation), { payload, headers: json });
          expectProblem(answer, `${operation.name} ${payload}`);
          expect(answer, `${operation.name} ${payload}`).toMatchObject({
            status: 400,
            body: { errors: [{ in: 'body', pointer: expect.any(String) }] },
          });
        }
        for (const type of [
          'text/plain',
          'application/xml',
          'application/x-www-form-urlencoded',
          'application/jsonx',
          'nonsense',
        ]) {
          const answer = await management.call(operation.method, livePath(operation), {
            payload: 'name=x',
            headers: { ...json, 'content-type': type },
          });
          expect(answer, `${operation.name} ${type}`).toMatchObject({
            status: 415,
            body: { code: 'unsupported_media_type' },
          });
        }
      }
    }));

  test('refuses and names an unknown field', () =>
    nothingWritten(async () => {
      for (const operation of operations.filter((one) => one.method !== 'GET')) {
        const body = await validBody(operation);
        for (const [name, value, pointer] of [
          ['nothing', 1, '/nothing'],
          ['a/b~c', {}, '/a~1b~0c'],
          ['id', 1, '/id'],
          ['version', 1, '/version'],
          ['unknown', null, '/unknown'],
        ] as const) {
          const answer = await management.call(operation.method, livePath(operation), {
            body: { ...body, [name]: value },
            headers: json,
          });
          expect(answer, `${operation.name} ${name} ${JSON.stringify(answer.body)}`).toMatchObject({
            status: 400,
            body: { code: 'invalid_request', errors: [{ pointer, in: 'body', code: 'unknown_field' }] },
          });
        }
      }
    }));

  test('refuses wrong types in every field and names the field', () =>
    nothingWritten(async () => {
      for (const operation of withBody()) {
        const body = await validBody(operation);
        for (const [field, schema] of Object.entries(operation.bodySchema?.properties ?? {})) {
          for (const value of wrongValues(schema)) {
            const answer = await management.call(operation.method, livePath(operation), {
              body: { ...body, [field]: value },
              headers: json,
            });
            const about = `${operation.name} ${field}=${JSON.stringify(value).slice(0, 60)}`;
            expectProblem(answer, about);
            expect(answer.status, `${about}: ${JSON.stringify(answer.body)}`).toBe(400);
            const pointers = answer.body.errors.map((error: { pointer: string }) => error.pointer);
            expect(
              pointers.some((pointer: string) => pointer === `/${field}` || pointer.startsWith(`/${field}/`)),
              `${about}: ${pointers}`,
            ).toBe(true);
          }
        }
      }
    }));

  test('names every required field that is missing or null', () =>
    nothingWritten(async () => {
      for (const operation of withBody()) {
        const body = await validBody(operation);
        for (const field of operation.bodySchema?.required ?? []) {
          const { [field]: _left, ...others } = body;
          const absent = await management.call(operation.method, livePath(operation), { body: others, headers: json });
          expect(absent, `${operation.name} without ${field}: ${JSON.stringify(absent.body)}`).toMatchObject({
            status: 400,
          });
          expect(absent.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(`/${field}`);
        }
      }
    }));

  test('refuses a too large body before reading it', () =>
    nothingWritten(async () => {
      for (const operation of withBody()) {
        const answer = await management.call(operation.method, livePath(operation), {
          payload: JSON.stringify({ name: 'x'.repeat(limits.get(operation.pattern) ?? 1024 * 1024) }),
          headers: json,
        });
        expect(answer, operation.name).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
      }
    }));

  test('refuses a body with too many levels, with and without a key', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const payload = `{"items":[{"create":{"name":${deep}}}]}`;
    const keyed = await management.call('POST', '/brands/bulk', {
      payload,
      headers: { ...json, 'idempotency-key': 'deep' },
    });
    expect(keyed).toMatchObject({ status: 400, body: { errors: [{ code: 'too_deep' }] } });
    const plain = await management.call('POST', '/brands/bulk', { payload, headers: json });
    expect(plain).toMatchObject({ status: 200, body: { applied: false, results: [{ status: 400 }] } });
  });

  test('refuses malformed IDs in every path', () =>
    nothingWritten(async () => {
      for (const operation of operations.filter((one) => isById(one))) {
        const body =
          operation.method === 'GET' || operation.method === 'DELETE' ? {} : { body: await validBody(operation) };
        for (const id of [
          '0',
          '-1',
          '01',
          '+1',
          '1e3',
          '1.5',
          '9007199254740992',
          '9007199254740993',
          '123456789012345678901234567890',
          'text',
          '%00',
          "1'--",
          'null',
          'NaN',
        ]) {
          const answer = await management.call(operation.method, operation.path(id), { ...body, headers: json });
          expectProblem(answer, `${operation.name} ${id}`);
          expect(answer, `${operation.name} ${id}: ${JSON.stringify(answer.body)}`).toMatchObject({
            status: 400,
            body: { errors: operation.pathParameters.map((name) => ({ in: 'path', pointer: `/${name}` })) },
          });
        }
      }
    }));

  test('refuses invalid values of every query parameter and names it', () =>
    nothingWritten(async () => {
      for (const operation of operations) {
        const unknown = await management.call(operation.method, `${livePath(operation)}?nothing=1`, {
          headers: json,
          ...(operation.bodySchema === null ? {} : { body: await validBody(operation) }),
        });
        expect(unknown, `${operation.name} ${JSON.stringify(unknown.body)}`).toMatchObject({ status: 400 });
        expect(unknown.body.errors).toContainEqual({
          pointer: '/nothing',
          in: 'query',
          code: 'unknown_field',
          message: expect.any(String),
        });
        for (const { name } of operation.queryParameters) {
          const answer = await management.call(
            operation.method,
            `${livePath(operation)}?${name}=%00${operation.pattern.endsWith('/advar') && name !== 'creativeId' ? '&creativeId=1' : ''}`,
            {
              headers: json,
              ...(operation.bodySchema === null ? {} : { body: await validBody(operation) }),
            },
          );
          expectProblem(answer, `${operation.name} ${name}`);
          expect(
            answer.body.errors.map((error: { pointer: string }) => error.pointer.split('/')[1]),
            `${operation.name} ${name}`,
          ).toContain(name);
        }
      }
    }));

  test('returns a problem for a malformed URL', async () => {
    for (const path of ['/api/v1/brands/%', '/api/v1/brands/%zz', '/api/v1/%c3%28', '//', '/api/v1//brands']) {
      expectProblem(await management.call('GET', path), path);
    }
  });
});

async function validBody(operation: OpenApiOperation): Promise<Record<string, unknown>> {
  if (operation.method === 'PATCH' || operation.bodySchema === null) return {};
  return bodies.get(operation.pattern) ?? remember(operation.pattern);
}

/** Created once per operation, because objects that a body refers to must not change row counts. */
const bodies = new Map<string, Record<string, unknown>>();

async function remember(pattern: string): Promise<Record<string, unknown>> {
  const body = preparedBodies.get(pattern);
  if (body === undefined) throw new Error(`no valid body prepared for POST ${pattern}`);
  bodies.set(pattern, body);
  return body;
}

const preparedBodies = new Map<string, Record<string, unknown>>();
beforeAll(async () => {
  for (const kind of registeredKinds()) preparedBodies.set(`/api/v1/${kind}`, await makeBody(management, kind));
  preparedBodies.set('/api/v1/media-partners/{id}/brands', { name: 'Brand below' });
  for (const name of ['plan', 'apply']) {
    preparedBodies.set(`/api/v1/configuration/${name}`, { document: { version: 1 } });
  }
  const path = `media/${'0'.repeat(64)}/a.png`;
  preparedBodies.set('/api/v1/configuration/applies/{id}/undo', { force: false });
  preparedBodies.set('/api/v1/configuration/missing-files', { paths: [path] });
  preparedBodies.set('/api/v1/configuration/originals', { uploadIds: [randomUUID()] });
  preparedBodies.set('/api/v1/configuration/files', { path, uploadId: randomUUID() });
  for (const { pattern } of operations.filter((one) => one.pattern.endsWith('/bulk'))) {
    preparedBodies.set(pattern, { dryRun: true, items: [{ id: 1, ifMatch: '*', patch: {} }] });
  }
  const identityProvider = await makeObject(management, 'identity-providers');
  preparedBodies.set('/api/v1/users/{id}/identities', { identityProviderId: identityProvider.id, subject: 'maya' });
  preparedBodies.set('/api/v1/users/{id}/password', { password: 'correct horse battery staple' });
  preparedBodies.set('/api/v1/users/actions/invite', { email: 'invited@publisher.example', role: 'viewer' });
  preparedBodies.set('/api/v1/users/{id}/invitation', { sendEmail: false });
  preparedBodies.set('/api/v1/webhooks/{id}/actions/replay', { since: new Date().toISOString() });
  for (const kind of ['campaigns', 'bookings', 'creatives']) {
    preparedBodies.set(`/api/v1/${kind}/{id}/actions/reject`, { reason: 'It cannot be read.' });
  }
  for (const kind of ['campaigns', 'bookings', 'creatives']) {
    preparedBodies.set(`/api/v1/${kind}/{id}/duplicate`, { name: 'Copy' });
  }
  for (const kind of ['campaigns', 'bookings']) {
    const heldUntil = new Date(Date.now() + dayMs).toISOString();
    preparedBodies.set(`/api/v1/${kind}/{id}/actions/hold`, { heldUntil });
  }
  preparedBodies.set('/api/v1/bookings/{id}/makegood-preview', { method: 'extend' });
  preparedBodies.set('/api/v1/bookings/{id}/makegoods', { endDate: new Date().toISOString(), goal: 1 });
  preparedBodies.set('/api/v1/shares/preview', { positionIds: [1], startDate: new Date().toISOString() });
  preparedBodies.set('/api/v1/shares/simulate', await makeBody(management, 'bookings'));
  preparedBodies.set('/api/v1/forecasts', { draft: await makeBody(management, 'bookings') });
  const { id: mediaPartnerId } = await makeObject(management, 'media-partners');
  preparedBodies.set('/api/v1/product-imports', { mediaPartnerId, uploadId: randomUUID(), kind: 'full' });
  const bought = { sku: 'sku-1', quantity: 1, unitPrice: { amount: '4.50', currency: 'EUR' } };
  const order = { orderId: 'order-1', occurredAt: new Date().toISOString(), userId: 'u1', lines: [bought] };
  preparedBodies.set('/api/v1/conversion-actions/{id}/conversions', { conversions: [{ orderId: 'o1' }] });
  preparedBodies.set('/api/v1/conversions', { mediaPartnerId, conversions: [order] });
  preparedBodies.set('/api/v1/erasures', { identifier: { name: 'ui', value: 'u1' } });
  preparedBodies.set('/api/v1/decisions/explain', { slots: [{ slotName: '_home_-leaderboard' }] });
  for (const what of ['file', 'renditions']) {
    preparedBodies.set(`/api/v1/creatives/{id}/${what}`, { uploadId: randomUUID() });
  }
  const { id: objectId } = await makeObject(management, 'bookings');
  const count = { bookingId: objectId, day: '2026-11-20', impressions: 5 };
  preparedBodies.set('/api/v1/third-party-counts', { source: 'Verification', counts: [count] });
  preparedBodies.set('/api/v1/purchases/{id}/actions/decline', { reason: 'Sold out' });
  preparedBodies.set('/api/v1/comments', { kind: 'bookings', objectId, text: 'A comment' });
  for (const list of ['favorites', 'recent-objects']) {
    preparedBodies.set(`/api/v1/me/${list}`, { kind: 'bookings', objectId });
  }
  preparedBodies.set('/api/v1/notifications/actions/read', { newestId: 1 });
  preparedBodies.set('/api/v1/user-mapping', await makeMappingBody(management));
});

/** Returns values of which at least one does not match the schema. */
function wrongValues(schema: JsonSchema): unknown[] {
  const types = typesOf(schema);
  const samples: [string, unknown][] = [
    ['string', `\u0000${'x'.repeat(101_000)}`],
    ['number', 1.5],
    ['number', -1],
    ['number', 9_007_199_254_740_992],
    ['boolean', true],
    ['array', [{ nothing: 1 }]],
    ['array', [[]]],
    ['object', { '': { nothing: 1 } }],
  ];
  return samples
    .filter(([type]) => !types.has('any') && (type !== 'boolean' || !types.has('boolean')))
    .map(([, value]) => value);
}

function typesOf(schema: JsonSchema): Set<string> {
  if (schema.anyOf !== undefined) return new Set(schema.anyOf.flatMap((one) => [...typesOf(one)]));
  return new Set([schema.type ?? []].flat());
}
