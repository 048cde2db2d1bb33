import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../../test/support/fixtures/make-objects.ts';
import { waitUntil } from '../../../../../test/support/process/wait-until.ts';
import { startTestManagement, type TestManagement } from '../../../../../test/support/server/test-management.ts';
import { openPreviewFolder } from '../../../../exchange/previews/preview-folder.ts';
import { readPreviewLink } from '../../../../exchange/previews/signed-preview-link.ts';
import { deriveKey } from '../../../../platform/keys/derive-key.ts';
import { createTextSigner } from '../../../../platform/keys/signed-text.ts';
import { createLease } from '../../../../platform/lease/lease.ts';
import { startAddressChecks } from './start-address-checks.ts';

let management: TestManagement;
let strangers: Server;
let at: string;
let brandId: number;
let video: number;
let banner: number;
const asked: string[] = [];

const inline = '<VAST version="3.0"><Ad id="1"><InLine><AdSystem>x</AdSystem></InLine></Ad></VAST>';
const wrapping = (url: string) =>
  `<VAST version="3.0"><Ad><Wrapper><VASTAdTagURI> <![CDATA[${url}]]></VASTAdTagURI><Impression><![CDATA[${at}/pixel]]></Impression></Wrapper></Ad></VAST>`;

beforeAll(async () => {
  strangers = createServer((request, response) => {
    const url = new URL(request.url ?? '', at);
    asked.push(request.url ?? '');
    const [, what, argument = ''] = url.pathname.split('/');
    const moved = (location: string) => response.writeHead(302, { location }).end();
    switch (what) {
      case 'inline':
        return response.end(inline);
      case 'wrapper':
        return response.end(wrapping(Number(argument) > 1 ? `${at}/wrapper/${Number(argument) - 1}` : `${at}/inline`));
      case 'away':
        return response.end(wrapping('http://10.0.0.1/vast'));
      case 'empty':
        return response.end('<VAST version="3.0"></VAST>');
      case 'entities':
        return response.end('<!DOCTYPE VAST [<!ENTITY a "b">]><VAST version="3.0"/>');
      case 'page':
        return response.end('<html><body>not found</body></html>');
      case 'large':
        return response.end(inline.padEnd(1024 * 1024 + 1));
      case 'moved':
        return moved(Number(argument) > 1 ? `/moved/${Number(argument) - 1}` : '/inline');
      case 'inside':
        return moved('http://169.254.169.254/latest/meta-data/');
      case 'named':
        return moved(`http://localhost:${url.port}/inline`);
      case 'other':
        return moved('ftp://192.0.2.1/vast');
      case 'cut':
        return request.socket.destroy();
      case 'gone':
        return response.writeHead(404).end();
      default:
        return response.end('// fine');
    }
  });
  strangers.listen(0, '127.0.0.1');
  await once(strangers, 'listening');
  at = `http://127.0.0.1:${(strangers.address() as AddressInfo).port}`;
  // By IP address, so that the name `localhost` stays private.
  management = await startTestManagement({ environment: { PLACARD_PRIVATE_TARGETS: '127.0.0.1/32' } });
  brandId = (await makeObject(management, 'brands')).id;
  video = (await makeObject(management, 'inventory/format', { mediaType: 'video', width: null, height: null })).id;
  banner = (await makeObject(management, 'inventory/format')).id;
});
afterAll(async () => {
  await management?.close();
  strangers?.closeAllConnections();
  strangers?.close();
});

async function creativeOf(fields: Record<string, unknown>): Promise<number> {
  return (await makeObject(management, 'creatives', { brandId, ...fields })).id;
}

function foreign(url: string): Promise<number> {
  return creativeOf({ kind: 'vast', formatId: video, html: null, vast: { url }, clickUrl: null });
}

function markup(html: string): Promise<number> {
  return creativeOf({ kind: 'html', formatId: banner, html });
}

/** Runs the check. Returns path, status and code of each address of the third party, and the codes of all checks. */
async function check(id: number) {
  const { status, body } = await management.call('POST', `/creatives/${id}/address-check`);
  expect(status, JSON.stringify(body)).toBe(200);
  const steps = (body.addressCheck?.steps ?? []).map(
    (step: { url: string; status: number | null; code: string | null }) => [
      step.url.replace(at, ''),
      step.status,
      step.code,
    ],
  );
  return { steps, codes: body.checks.map(({ code }: { code: string }) => code), body };
}

describe('the VAST URL of a third party', () => {
  test('is fetched with all wrapped documents, but without URLs that a player would call', async () => {
    asked.length = 0;
    const { steps, codes, body } = await check(await foreign(`${at}/wrapper/4?c=[CACHEBUSTING]&e=[ERRORCODE]`));
    expect(steps.map(([url]: [string]) => url.replace(/c=\d{8}/, 'c=1'))).toEqual([
      '/wrapper/4?c=1&e=',
      '/wrapper/3',
      '/wrapper/2',
      '/wrapper/1',
      '/inline',
    ]);
    expect(steps.every(([, status, code]: [string, number, null]) => status === 200 && code === null)).toBe(true);
    expect(codes).toEqual([]);
    expect(Date.parse(body.addressCheck.checkedAt)).toBeGreaterThan(Date.now() - 60_000);
    expect(asked).toHaveLength(5);
  });

  test.each<[string, string, (readonly [string, number | null, string | null])[]]>([
    ['wraps a sixth document', '/wrapper/5', [['/inline', null, 'WRAPPERS_TOO_DEEP']]],
    ['wraps a document in a private network', '/away', [['http://10.0.0.1/vast', null, 'ADDRESS_PRIVATE']]],
    [
      'redirects to a private network',
      '/inside',
      [['http://169.254.169.254/latest/meta-data/', null, 'ADDRESS_PRIVATE']],
    ],
    ['redirects to another protocol', '/other', [['ftp://192.0.2.1/vast', null, 'ADDRESS_UNREACHABLE']]],
    ['redirects six times', '/moved/6', [['/inline', null, 'TOO_MANY_REDIRECTS']]],
    ['has no ad', '/empty', [['/empty', 200, 'VAST_EMPTY']]],
    ['returns an HTML page', '/page', [['/page', 200, 'VAST_INVALID']]],
    ['defines entities', '/entities', [['/entities', 200, 'VAST_INVALID']]],
    ['returns a megabyte', '/large', [['/large', null, 'ANSWER_TOO_LARGE']]],
    ['returns 404', '/gone', [['/gone', 404, 'ADDRESS_UNREACHABLE']]],
    ['hangs up', '/cut', [['/cut', null, 'ADDRESS_UNREACHABLE']]],
  ])('is reported when it %s', async (_what, path, last) => {
    const { steps, codes } = await check(await foreign(at + path));
    expect(steps.slice(-1)).toEqual(last);
    expect(codes).toEqual([last[0]?.[2]]);
  });

  test('may redirect a few times', async () => {
    const { steps, codes } = await check(await foreign(`${at}/moved/4`));
    expect([steps.length, codes]).toEqual([5, []]);
  });

  test('is refused by name if the name resolves to a private address', async () => {
    asked.length = 0;
    const other = await startTestManagement();
    const partner = (await makeObject(other, 'brands')).id;
    const formatId = (await makeObject(other, 'inventory/format', { mediaType: 'video' })).id;
    const url = at.replace('127.0.0.1', 'localhost');
    const body = { brandId: partner, formatId, kind: 'vast', html: null, vast: { url: `${url}/inline` } };
    const { id } = await makeObject(other, 'creatives', body);
    const checked = (await other.call('POST', `/creatives/${id}/address-check`)).body;
    expect(checked.addressCheck.steps).toEqual([{ url: `${url}/inline`, status: null, code: 'ADDRESS_PRIVATE' }]);
    expect(asked).toEqual([]);
    await other.close();
  });
});

describe('the tag of a third party', () => {
  test('has its scripts, frames and style sheets fetched, but no pixels', async () => {
    asked.length = 0;
    const { steps, codes } = await check(
      await markup(
        `<script src="${at}/tag.js"></script><iframe src="${at}/gone"></iframe><link rel="stylesheet" href="${at}/a.css">` +
          `<img src="${at}/pixel"><a href="${at}/shop">Shop</a>`,
      ),
    );
    expect(steps).toEqual([
      ['/tag.js', 200, null],
      ['/gone', 404, 'ADDRESS_UNREACHABLE'],
      ['/a.css', 200, null],
    ]);
    expect(codes).toEqual(['ADDRESS_UNREACHABLE']);
    expect(asked).toEqual(['/tag.js', '/gone', '/a.css']);
  });

  test('is not checked without third-party URLs', async () => {
    expect((await check(await markup('<b>Coffee</b>'))).body).toMatchObject({ addressCheck: null, checks: [] });
  });
});

describe('the result of a check', () => {
  test('applies only to the current URLs, is not a change of the creative, and prevents its approval', async () => {
    const id = await foreign(`${at}/away`);
    const before = (await management.call('GET', `/creatives/${id}`)).body;
    const { body } = await check(id);
    expect([body.version, body.updatedAt, body.state]).toEqual([before.version, before.updatedAt, 'approved']);
    await management.call('POST', `/creatives/${id}/actions/reject`, { body: { reason: 'x' } });
    await management.call('POST', `/creatives/${id}/actions/pause`);
    const patched = await management.call('PATCH', `/creatives/${id}`, {
      body: { vast: { url: `${at}/inline` } },
      headers: { 'if-match': '*' },
    });
    expect(patched.body).toMatchObject({ addressCheck: null, checks: [] });
    const back = await management.call('PATCH', `/creatives/${id}`, {
      body: { vast: { url: `${at}/away` } },
      headers: { 'if-match': '*' },
    });
    expect(back.body.checks).toMatchObject([{ code: 'ADDRESS_PRIVATE', severity: 'error' }]);
  });

  test('is shown on the preview page', async () => {
    const id = await foreign(`${at}/empty`);
    await check(id);
    const { previewId } = (await management.call('GET', `/creatives/${id}/preview-link`)).body;
    const signer = createTextSigner(deriveKey(management.services.secret, 'preview-link'));
    const name = readPreviewLink(signer, previewId, Date.now())?.name ?? '';
    const kept = await openPreviewFolder(management.services.config.dataFolder).read(name);
    expect(kept?.checks).toEqual(['The third-party VAST document contained no ad when it was fetched']);
  });

  test('is created automatically, also for a pending version, once for each', async () => {
    const id = await foreign(`${at}/gone`);
    const running = startAddressChecks({
      database: management.database,
      lease: createLease({ database: management.database, name: 'address-checks', holder: 'test' }),
      log: management.services.log,
      privateTargets: management.services.config.privateTargets,
    });
    const read = async () => (await management.call('GET', `/creatives/${id}`)).body;
    await waitUntil('a check', async () => (await read()).addressCheck !== null);
    expect((await read()).checks).toMatchObject([{ code: 'ADDRESS_UNREACHABLE', severity: 'warning' }]);
    await running.close();
    const waiting = await management.database
      .selectFrom('creative')
      .select('creative.id')
      .where('creative.addressesCheckedOf', 'is', null)
      .where('creative.kind', 'in', ['html', 'vast'])
      .execute();
    expect(waiting).toEqual([]);
  });
});
