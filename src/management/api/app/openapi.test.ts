import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allOperations } from '../../../../test/support/attacks/openapi-operations.ts';
import { creatableKinds, makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { eventTypes, testEventType } from '../../../core/vocabulary/event-types.ts';

/** Operations that use POST and change no object. */
const computed = [
  'POST /api/v1/inventory/publication/{id}/authorization-check',
  'POST /api/v1/shares/preview',
  'POST /api/v1/shares/simulate',
  'POST /api/v1/forecasts',
  'POST /api/v1/bookings/{id}/makegood-preview',
  'POST /api/v1/decisions/explain',
  'POST /api/v1/configuration/plan',
  'POST /api/v1/configuration/missing-files',
];

let management: TestManagement;
beforeAll(async () => {
  // Mail is configured because examples contain mail recipients.
  const environment = {
    PLACARD_SMTP_URL: 'smtp://mail.example',
    PLACARD_MAIL_FROM: 'reports@publisher.example',
    PLACARD_TRUSTED_PROXIES: '127.0.0.1',
  };
  management = await startTestManagement({ environment });
});
afterAll(() => management.close());

describe('the published contract', () => {
  test.each([
    ['3.1.0', '/api/openapi.json'],
    ['3.0.3', '/api/openapi-3.0.json'],
  ])('OpenAPI %s has no linter errors', async (openapi, path) => {
    const document = await management.call('GET', path, { scopes: null });
    expect(document).toMatchObject({ status: 200, body: { openapi } });
    const folder = await mkdtemp(join(tmpdir(), 'placard-openapi-'));
    try {
      const file = join(folder, 'openapi.json');
      await writeFile(file, JSON.stringify(document.body, null, 2));
      await writeFile(join(folder, 'redocly.yaml'), 'extends: [recommended]\ntelemetry: off\n');
      const redocly = join(import.meta.dirname, '../../../../node_modules/.bin/redocly');
      const { stdout } = await promisify(execFile)(process.execPath, [redocly, 'lint', file, '--format=json'], {
        cwd: folder,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
      }).catch((error: { stdout: string; stderr: string }) => error);
      const report = JSON.parse(stdout) as { problems: { severity: string; message: string; location: unknown }[] };
      expect(report.problems.filter((problem) => problem.severity === 'error')).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('describes the same in 3.0.3, except for features that 3.0 lacks', async () => {
    const [full, plain] = await Promise.all(
      ['/api/openapi.json', '/api/openapi-3.0.json'].map((path) => management.call('GET', path, { scopes: null })),
    );
    const operations = (answer: typeof full) =>
      Object.entries(answer?.body.paths as Record<string, object>).map(([path, methods]) => [
        path,
        Object.keys(methods),
      ]);
    expect(operations(plain)).toEqual(operations(full));
    const [was, is] = [full, plain].map((answer) => answer?.body.components.schemas);
    expect(Object.keys(is)).toEqual(Object.keys(was));
    expect(is.Campaign.required).toEqual(was.Campaign.required);
    expect(is.Campaign.properties.archivedAt).toMatchObject({ type: 'string', nullable: true });
    expect(JSON.stringify(plain?.body)).not.toMatch(/"type":(?:\[|"null")|"const":|"prefixItems":|"\$schema":/);
  });

  test('describes webhook requests with every event type in versions that support it', async () => {
    const [full, plain] = await Promise.all(
      ['/api/openapi.json', '/api/openapi-3.0.json'].map((path) => management.call('GET', path, { scopes: null })),
    );
    const { content } = full?.body.webhooks.event.post.requestBody ?? {};
    expect(content['application/json'].schema).toEqual({ $ref: '#/components/schemas/WebhookEvent' });
    for (const answer of [full, plain]) {
      expect(answer?.body.components.schemas.WebhookEvent.properties.type.enum).toEqual([...eventTypes, testEventType]);
    }
    expect(plain?.body.webhooks).toBeUndefined();
  });

  test('has a type for every field, so that generated clients are typed', () => {
    const written = JSON.stringify(management.app.swagger());
    expect(written).not.toContain('"prefixItems"');
    expect(written).not.toContain('"allOf":[{"pattern"');
    // Pattern of URLs: requires a scheme and refuses spaces.
    const [, pattern = ''] = /"url":\{"type":"string"[^}]*?"pattern":"((?:[^"\\]|\\.)*)"/.exec(written) ?? [];
    const address = new RegExp(JSON.parse(`"${pattern}"`) as string, 'u');
    const addresses = ['https://media.example/a.mp4', 'javascript:alert(1)', 'no address'];
    expect(addresses.map((url) => address.test(url))).toEqual([true, false, false]);
  });

  test('can be browsed without external resources', async () => {
    const page = await management.call('GET', '/api/docs/', { scopes: null });
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).not.toMatch(/(?:src|href)="https?:/);
  });

  test('lists the request and response headers of every operation, and no others', async () => {
    for (const kind of creatableKinds) await makeObject(management, kind);
    let seen = 0;
    for (const operation of allOperations(management.app)) {
      const { name, method, headers, statuses } = operation;
      expect(headers.get('If-Match'), name).toBe(statuses.has('412') ? statuses.has('428') : undefined);
      const changes = method === 'POST' && !computed.includes(name);
      expect(headers.has('Idempotency-Key'), name).toBe(changes);
      expect(statuses.has('422'), name).toBe(changes);
      expect(headers.has('If-None-Match'), name).toBe(statuses.has('304'));
      if (method !== 'GET') continue;
      const answer = await management.call('GET', operation.path(1));
      if (answer.status !== 200) continue;
      seen += 1;
      expect('etag' in answer.headers, `${name} ETag`).toBe(statuses.has('304'));
      expect('record-count' in answer.headers, `${name} Record-Count`).toBe(
        operation.answerHeaders.has('Record-Count'),
      );
    }
    expect(seen).toBeGreaterThan(20);
  });

  test('requires the version exactly where a change without it is refused', async () => {
    for (const operation of allOperations(management.app).filter(({ method }) => method !== 'GET')) {
      const { status } = await management.call(operation.method, operation.path(999_999_999));
      if (operation.statuses.has('428')) expect(operation.name).toMatch(/^(?:PATCH|DELETE) /);
      else expect(status, operation.name).not.toBe(428);
    }
  });

  test('has an example for every create that is valid except for referenced objects', async () => {
    const creates = allOperations(management.app).filter(
      ({ method, statuses, bodySchema }) => method === 'POST' && statuses.has('201') && bodySchema !== null,
    );
    expect(creates.length).toBeGreaterThan(10);
    for (const { name, path, bodySchema } of creates) {
      const [body] = (bodySchema?.examples ?? []) as Record<string, unknown>[];
      for (const field of Object.keys(bodySchema?.properties ?? {}).filter((one) => /Ids?$|^creatives$/.test(one))) {
        // The body has either one combination or several in `mappings`.
        const isOther = field === 'parentId' || 'mappings' in (body ?? {});
        if (!isOther) expect(body?.[field], `${name} ${field}`).toBeTruthy();
      }
      const answer = await management.call('POST', path(1), { body });
      if (answer.status === 201) continue;
      expect([400, 409], `${name}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
      // The booking of the path has no goal to make good.
      if (answer.body.code === 'action_not_allowed') continue;
      const codes = answer.body.errors.map((error: { code: string }) => error.code);
      expect([['reference_not_found'], ['already_exists']], name).toContainEqual(codes);
    }
  });

  test('groups its operations into chapters with descriptions', () => {
    const { tags = [] } = management.app.swagger() as { tags?: { name: string; description?: string }[] };
    const used = new Set(allOperations(management.app).flatMap((operation) => operation.tags));
    expect([...used].toSorted()).toEqual(tags.map(({ name }) => name).toSorted());
    expect(tags.filter(({ description = '' }) => description === '')).toEqual([]);
  });

  test('refuses every operation to an anonymous caller, an unknown token and a caller without scopes', async () => {
    const operations = allOperations(management.app);
    expect(operations.length).toBeGreaterThan(35);
    for (const [index, operation] of operations.entries()) {
      const anonymous = await management.call(operation.method, operation.path(1), { scopes: null });
      expect(anonymous, operation.name).toMatchObject({
        status: 401,
        body: { code: 'authentication_required', status: 401 },
      });
      expect(anonymous.headers['content-type']).toContain('application/problem+json');
      expect(anonymous.headers['www-authenticate']).toMatch(/^Bearer/);
      const madeUp = await management.call(operation.method, operation.path(1), {
        scopes: null,
        // Invalid tokens of one address are limited.
        headers: { authorization: 'Bearer abc', 'x-forwarded-for': `192.0.2.${index % 250}` },
      });
      expect(madeUp, operation.name).toMatchObject({ status: 401, body: { code: 'authentication_required' } });
      // Operations without a scope: the caller itself, its limits, and changes and search results of kinds that it may
      // read. Comments and activity require the scope of their object, and notifications belong to the caller.
      const everybodys = ['me', 'limits', 'changes', 'search', 'comments', 'activity', 'notifications'];
      const forEverybody = everybodys.includes(operation.pattern.split('/')[3] ?? '');
      expect(operation.scope === null, operation.name).toBe(forEverybody);
      if (operation.scope === null) continue;
      const others = operation.allScopes.filter((scope) => scope !== operation.scope);
      const scopeless = await management.call(operation.method, operation.path(1), { scopes: others });
      expect(scopeless, operation.name).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
      expect(scopeless.headers['www-authenticate']).toContain(operation.scope);
    }
  });
});
