import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { scopes } from '../../../contract/access/scopes.ts';
import { insecureParts } from './insecure-parts.ts';

let management: TestManagement;
let brand: number;
let format: number;

beforeAll(async () => {
  management = await startTestManagement();
  brand = (await makeObject(management, 'brands')).id;
  format = (await makeObject(management, 'inventory/format', { width: 300, height: 250, maxBytes: 1_000 })).id;
});
afterAll(() => management?.close());

const author = { scopes: scopes.filter((one) => one !== 'revisions:read'), account: 5 };
const bad = '<script src="http://tags.example/a.js"></script>';
const good = '<script src="https://tags.example/a.js"></script>';

function create(fields: Record<string, unknown> = {}) {
  const body = { name: 'Tag', kind: 'html', brandId: brand, formatId: format, html: good, ...fields };
  return management.call('POST', '/creatives', { body });
}

function patch(id: number, body: Record<string, unknown>, options: Record<string, unknown> = {}) {
  return management.call('PATCH', `/creatives/${id}`, { body, headers: { 'if-match': '*' }, ...options });
}

const act = (id: number, action: string) => management.call('POST', `/creatives/${id}/actions/${action}`);
const codesOf = ({ checks }: { checks: { code: string }[] }) => checks.map(({ code }) => code);

describe('a creative with an error', () => {
  test('stays in review for every author, cannot be approved, and is approved once it is corrected', async () => {
    const { body } = await create({ html: bad });
    expect(body).toMatchObject({ state: 'pending_review', checks: [{ code: 'INSECURE_CODE', severity: 'error' }] });
    const refused = await act(body.id, 'approve');
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'checks_failed', errors: [{ code: 'INSECURE_CODE' }] },
    });
    await act(body.id, 'reject');
    expect((await act(body.id, 'submit')).body.state).toBe('pending_review');
    expect((await patch(body.id, { html: good })).body).toMatchObject({ state: 'pending_review', checks: [] });
    expect((await act(body.id, 'approve')).body.state).toBe('approved');
  });

  test('keeps delivering its approved version; the change stays pending until it is corrected', async () => {
    const { id } = (await create()).body;
    const changed = await patch(id, { html: bad });
    expect(changed.body).toMatchObject({
      state: 'approved',
      html: good,
      checks: [],
      pendingVersion: { html: bad, checks: [{ code: 'INSECURE_CODE' }] },
    });
    expect((await act(id, 'approve')).body.code).toBe('checks_failed');
    const mended = await patch(id, { html: `${good}<b>Tea</b>` });
    expect(mended.body).toMatchObject({ html: `${good}<b>Tea</b>`, pendingVersion: null });
    await patch(id, { html: bad }, author);
    expect((await act(id, 'approve')).body.code).toBe('checks_failed');
    expect((await act(id, 'reject')).body).toMatchObject({ state: 'approved', pendingVersion: null });
  });

  test('gets the error when its format changes, and cannot be resumed with it', async () => {
    const small = (await makeObject(management, 'inventory/format', { maxBytes: 1_000 })).id;
    const { id } = (await create({ formatId: small })).body;
    const path = `/inventory/format/${small}`;
    await management.call('PATCH', path, { body: { maxBytes: 20 }, headers: { 'if-match': '*' } });
    const now = await management.call('GET', `/creatives/${id}`);
    expect([now.body.state, codesOf(now.body)]).toEqual(['approved', ['TOO_MANY_BYTES']]);
    await act(id, 'pause');
    expect((await act(id, 'resume')).body.state).toBe('pending_review');
  });
});

test('is not blocked by a warning', async () => {
  const { body } = await create({ clickUrl: 'https://coffee.example/', html: '<img src="http://img.example/a.png">' });
  expect(body.state).toBe('approved');
  expect(codesOf(body)).toEqual(['INSECURE_CONTENT', 'CLICK_NOT_WIRED']);
  const listed = await management.call('GET', `/creatives?creativeId=${body.id}`);
  expect(codesOf(listed.body[0])).toEqual(['INSECURE_CONTENT', 'CLICK_NOT_WIRED']);
});

describe('markup loaded by http', () => {
  test.each([
    '<script src=http://a.example/>',
    '<iframe src="HTTP://a.example/"></iframe>',
    '<link rel="stylesheet" href="http://a.example/a.css">',
    '<template><script src="http://a.example/"></script></template>',
    '<object data="http://a.example/">',
  ])('is code: %s', (html) => {
    expect(insecureParts(html).code).toBe(true);
  });

  test.each([
    '<img src=" http://a.example/a.png">',
    '<img srcset="https://a.example/1 1x, http://a.example/2 2x">',
    '<video poster="http://a.example/"></video>',
    '<div style="background:url(http://a.example/)"></div>',
    '<style>b{background:url("http://a.example/")}</style>',
  ])('is content: %s', (html) => {
    expect(insecureParts(html)).toEqual({ code: false, content: true });
  });

  test.each([
    '<a href="http://a.example/">http://a.example/</a>',
    '<script src="https://a.example/?to=http://b.example/"></script>',
    '<img src="http://localhost:81/a.png"><img src="http://127.0.0.1/a.png">',
    '<!-- <script src="http://a.example/"></script> -->',
    '<textarea><script src="http://a.example/"></script></textarea>',
  ])('is neither: %s', (html) => {
    expect(insecureParts(html)).toEqual({ code: false, content: false });
  });
});
