import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { waitUntil } from '../../../../test/support/process/wait-until.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { dayMs } from '../../../core/time/durations.ts';
import type { AddressSystem } from '../../../platform/outgoing/address-guard.ts';
import { createOutgoingFetch } from '../../../platform/outgoing/outgoing-fetch.ts';
import { checkDomain } from './check-domain.ts';
import { checkDuePublications } from './start-authorization-checks.ts';

const publicUrl = 'https://ads.example';
const agentUrl = `${publicUrl}/agents/adcp`;
let management: TestManagement;
let publishers: Server;
let port: number;
/** Files of the publishers by `domain/path`: a text, or a redirect. */
const files = new Map<string, string | ((response: ServerResponse) => unknown)>();

beforeAll(async () => {
  publishers = createServer((request, response) => {
    const file = files.get((request.url ?? '').slice(1));
    if (file === undefined) return response.writeHead(404).end('missing');
    return typeof file === 'string' ? response.end(file) : file(response);
  });
  publishers.listen(0, '127.0.0.1');
  await once(publishers, 'listening');
  port = (publishers.address() as AddressInfo).port;
  management = await startTestManagement({ environment: { PLACARD_PUBLIC_URL: publicUrl } });
});
afterAll(async () => {
  await management?.close();
  publishers?.closeAllConnections();
  publishers?.close();
});

const guarded = createOutgoingFetch({ allowed: ['127.0.0.1/32'] });
/** Calls the local server instead of the domains of publishers. Other addresses are called as given. */
const fetchFile: typeof guarded = (url, call) => {
  const { hostname, pathname } = new URL(url);
  return hostname.endsWith('.example')
    ? guarded(`http://127.0.0.1:${port}/${hostname}${pathname}`, call)
    : guarded(url, call);
};

const record = { sellerDomain: 'seller.example', sellerId: '7', relationship: 'DIRECT' } as const;

/** Checks a domain and returns the status of each file, and the authorized properties. */
async function check(domain: string, options = {}) {
  const signal = AbortSignal.timeout(10_000);
  const checked = { domain, agentUrl, record, hasApps: false, ...options };
  const result = await checkDomain(checked, { fetchFile, signal, nowMs: Date.parse('2026-06-01T00:00:00Z') });
  return { statuses: result.files.map(({ status }) => status), selection: result.selection };
}

const publish = (domain: string, content: unknown) =>
  files.set(`${domain}/.well-known/adagents.json`, typeof content === 'string' ? content : JSON.stringify(content));
const redirect = (location: string) => (response: ServerResponse) => response.writeHead(302, { location }).end();
const property = (id: string, domain: string) => ({
  property_id: id,
  property_type: 'website',
  name: id,
  identifiers: [{ type: 'domain', value: domain }],
});

async function patchSettings(body: object) {
  const { status, body: saved } = await management.call('PATCH', '/settings', { body, headers: { 'if-match': '*' } });
  expect(status, JSON.stringify(saved)).toBe(200);
}

/** Fetches a public file until it exists: files are served from memory for a second. */
function publicFile(path: string): Promise<string> {
  return waitUntil(`${path} exists`, async () => {
    const answer = await management.app.inject({ method: 'GET', url: path });
    return answer.statusCode === 200 && answer.body;
  });
}

describe('the files of this seller', () => {
  test('do not exist without a seller domain', async () => {
    for (const path of ['/.well-known/adagents.json', '/sellers.json', '/authorization/a.example/ads.txt']) {
      expect((await management.app.inject({ method: 'GET', url: path })).statusCode, path).toBe(404);
    }
  });

  test('name the publications, the companies that are paid and the agent', async () => {
    const publisher = await makeObject(management, 'inventory/publisher', { companyName: 'Northern Press' });
    const group = await makeObject(management, 'inventory/publisher', {
      companyName: 'Sales House',
      domain: 'house.example',
      sellerType: 'intermediary',
    });
    const owner = { publisherId: publisher.id };
    const courier = await makeObject(management, 'inventory/publication', { ...owner, domains: ['courier.example'] });
    const resold = { publisherId: group.id, domains: ['courier.example', 'resold.example'] };
    const other = await makeObject(management, 'inventory/publication', resold);
    const screens = await makeObject(management, 'inventory/publication', { ...owner, domains: [] });
    const location = { publicationId: screens.id, code: '_screens_', kind: 'screen' };
    expect((await management.call('POST', '/inventory/location', { body: location })).status).toBe(201);
    await patchSettings({
      accountName: 'Northern Ads',
      sellerDomain: 'seller.example',
      sellerContactEmail: 'ads@seller.example',
      sellerContactAddress: 'Market Square 1, Amsterdam',
    });

    const adagents = JSON.parse(await publicFile('/.well-known/adagents.json'));
    expect(adagents).toMatchObject({
      contact: { name: 'Northern Ads', email: 'ads@seller.example', domain: 'seller.example' },
      properties: [
        { property_id: `publication_${courier.id}`, publisher_domain: 'courier.example' },
        { property_id: `publication_${other.id}`, identifiers: [{}, { type: 'domain', value: 'resold.example' }] },
        { property_id: `publication_${screens.id}`, property_type: 'dooh', publisher_domain: 'ads.example' },
      ],
      authorized_agents: [{ url: agentUrl, authorization_type: 'property_ids' }],
    });
    expect(adagents.authorized_agents[0].property_ids).toHaveLength(3);

    const sellers = JSON.parse(await publicFile('/sellers.json'));
    expect(sellers).toEqual({
      version: '1.0',
      contact_email: 'ads@seller.example',
      contact_address: 'Market Square 1, Amsterdam',
      sellers: [
        {
          seller_id: String(publisher.id),
          seller_type: 'PUBLISHER',
          name: 'Northern Press',
          domain: 'courier.example',
        },
        { seller_id: String(group.id), seller_type: 'INTERMEDIARY', name: 'Sales House', domain: 'house.example' },
      ],
    });

    const lines = `seller.example, ${publisher.id}, DIRECT\nseller.example, ${group.id}, RESELLER\nOWNERDOMAIN=courier.example\n`;
    expect(await publicFile('/authorization/courier.example/ads.txt')).toBe(lines);
    expect(await publicFile('/authorization/courier.example/app-ads.txt')).toBe(lines);
    const one = JSON.parse(await publicFile('/authorization/resold.example/adagents.json'));
    expect(one.properties).toMatchObject([{ property_id: `publication_${other.id}` }]);
    const unknown = await management.app.inject({ method: 'GET', url: '/authorization/other.example/adagents.json' });
    expect(unknown.statusCode).toBe(404);
  });
});

describe('the files of a domain', () => {
  test.each([
    ['ids', { authorization_type: 'property_ids', property_ids: ['a', 'foreign'] }, { property_ids: ['a'] }],
    ['tags', { authorization_type: 'property_tags', property_tags: ['news'] }, { property_tags: ['news'] }],
    ['inline', { authorization_type: 'inline_properties', properties: [property('x', 'inline.example')] }, {}],
    [
      'selectors',
      {
        authorization_type: 'publisher_properties',
        publisher_properties: [
          { publisher_domain: 'other.example', selection_type: 'all' },
          { publisher_domain: 'selectors.example', selection_type: 'by_id', property_ids: ['s'] },
        ],
      },
      { property_ids: ['s'] },
    ],
  ])('authorize the agent by %s', async (name, entry, selection) => {
    const domain = `${name}.example`;
    files.set(
      `${domain}/ads.txt`,
      '# sellers\nother.example, 1, DIRECT\nSELLER.example ,7,direct, f08c47fec0942fa0 # us\n',
    );
    publish(domain, {
      properties: [
        { ...property('a', domain), tags: ['news'] },
        { ...property('foreign', 'foreign.example'), publisher_domain: 'foreign.example' },
      ],
      authorized_agents: [
        { url: 'https://other.example/mcp', authorized_for: 'x', ...entry },
        { url: 'HTTPS://ADS.example:443/agents/%61dcp', authorized_for: 'x', ...entry },
      ],
    });
    const result = await check(domain);
    expect(result.statuses).toEqual(['authorized', 'authorized']);
    expect(result.selection).toMatchObject(selection);
  });

  test('refer to the file of this deployment', async () => {
    const publication = await makeObject(management, 'inventory/publication', { domains: ['referring.example'] });
    const served = await publicFile('/authorization/referring.example/adagents.json');
    publish('referring.example', {
      authoritative_location: `${publicUrl}/authorization/referring.example/adagents.json`,
    });
    files.set('ads.example/authorization/referring.example/adagents.json', served);
    const { statuses, selection } = await check('referring.example');
    expect(statuses).toEqual(['authorized', 'missing']);
    expect(selection).toEqual({ selection_type: 'by_id', property_ids: [`publication_${publication.id}`] });
    // The file of another domain authorizes nothing here.
    publish('stranger.example', {
      authoritative_location: `${publicUrl}/authorization/referring.example/adagents.json`,
    });
    expect((await check('stranger.example')).statuses[0]).toBe('not_listed');
  });

  test('do not authorize others, other times and other accounts', async () => {
    const entry = { url: agentUrl, authorized_for: 'x', authorization_type: 'property_ids', property_ids: ['a'] };
    const fileOf = (fields: object) => ({
      properties: [property('a', 'limited.example')],
      authorized_agents: [{ ...entry, ...fields }],
    });
    for (const fields of [
      { url: `${agentUrl}/` },
      { url: 'https://ads.example.evil.example/agents/adcp' },
      { effective_from: '2026-07-01T00:00:00Z' },
      { effective_until: '2026-06-01T00:00:00Z' },
      { effective_until: 'never' },
      { authorization_type: 'signal_ids', signal_ids: ['a'] },
      { property_ids: ['b'] },
    ]) {
      publish('limited.example', fileOf(fields));
      expect((await check('limited.example')).statuses[0], JSON.stringify(fields)).toBe('not_listed');
    }
    for (const line of ['seller.example, 8, DIRECT', 'seller.example, 7, RESELLER', '#seller.example, 7, DIRECT']) {
      files.set('limited.example/ads.txt', line);
      expect((await check('limited.example')).statuses[1], line).toBe('not_listed');
    }
  });

  test('that are missing, invalid, too large or redirected are reported', async () => {
    expect((await check('empty.example', { hasApps: true })).statuses).toEqual(['missing', 'missing', 'missing']);
    for (const text of [
      '<html></html>',
      '[]',
      '{}',
      '{"authorized_agents":{}}',
      '{"__proto__":{"authorized_agents":[]}}',
    ]) {
      publish('invalid.example', text);
      expect((await check('invalid.example')).statuses[0], text).toBe('invalid');
    }
    files.set('invalid.example/ads.txt', '<!DOCTYPE html><title>404</title>');
    expect((await check('invalid.example')).statuses[1]).toBe('invalid');
    publish('chain.example', { authoritative_location: 'https://chain.example/next.json' });
    files.set('chain.example/next.json', JSON.stringify({ authoritative_location: 'https://chain.example/next.json' }));
    expect((await check('chain.example')).statuses[0]).toBe('invalid');
    publish('plain.example', { authoritative_location: 'http://plain.example/adagents.json' });
    expect((await check('plain.example')).statuses[0]).toBe('invalid');
    publish('large.example', '{'.padEnd(1024 * 1024 + 1));
    expect((await check('large.example')).statuses[0]).toBe('too_large');
    files.set('moved.example/.well-known/adagents.json', redirect('https://www.moved.example/adagents.json'));
    files.set('moved.example/ads.txt', redirect('https://www.moved.example/ads.txt'));
    files.set('www.moved.example/ads.txt', 'seller.example, 7, DIRECT');
    expect((await check('moved.example')).statuses).toEqual(['redirected', 'authorized']);
    files.set('loop.example/ads.txt', redirect('https://loop.example/ads.txt'));
    files.set('loop.example/.well-known/adagents.json', (response) => response.socket?.destroy());
    expect((await check('loop.example')).statuses).toEqual(['unreachable', 'redirected']);
  });

  test('on internal addresses are not fetched', async () => {
    files.set('inside.example/ads.txt', redirect('http://169.254.169.254/latest/meta-data/'));
    publish('inside.example', { authoritative_location: 'https://[::ffff:10.0.0.1]/adagents.json' });
    expect((await check('inside.example')).statuses).toEqual(['private_address', 'private_address']);
    files.set('scheme.example/ads.txt', redirect('file:///etc/passwd'));
    expect((await check('scheme.example')).statuses[1]).toBe('redirected');
    // A public name that resolves to an internal address.
    const inside: AddressSystem = {
      ownAddresses: () => [],
      lookUp: ((_host: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
        done(null, [{ address: '10.0.0.1', family: 4 }])) as AddressSystem['lookUp'],
    };
    const options = {
      signal: AbortSignal.timeout(5_000),
      nowMs: 0,
      fetchFile: createOutgoingFetch({ allowed: [] }, inside),
    };
    const rebound = await checkDomain({ domain: 'rebound.example', agentUrl, record, hasApps: true }, options);
    expect(rebound.files.map(({ status }) => status)).toEqual([
      'private_address',
      'private_address',
      'private_address',
    ]);
  });
});

describe('the check of a publication', () => {
  test('runs once a day, and its result is part of the publication and of its products', async () => {
    let nowMs = Date.now();
    const publication = await makeObject(management, 'inventory/publication', { domains: ['daily.example'] });
    const path = `/inventory/publication/${publication.id}/authorization`;
    const before = (await management.call('GET', path)).body;
    expect(before).toMatchObject({ sellerDomain: 'seller.example', domains: [{ checkedAt: null, files: [] }] });
    const [shown] = before.domains;
    publish('daily.example', shown.adagents);
    files.set('daily.example/ads.txt', shown.adsTxt.join('\r\n'));
    const addresses = { agentUrl, publicUrl };
    const checker = { database: management.database, addresses, fetchFile, nowMs: () => nowMs };
    const run = () => checkDuePublications(checker, new AbortController().signal);
    await run();
    const after = (await management.call('GET', path)).body.domains[0];
    expect(after.files).toEqual([
      {
        file: 'adagents.json',
        status: 'authorized',
        httpStatus: 200,
        url: 'https://daily.example/.well-known/adagents.json',
      },
      { file: 'ads.txt', status: 'authorized', httpStatus: 200, url: 'https://daily.example/ads.txt' },
    ]);
    const stored = await management.database
      .selectFrom('authorizationCheck')
      .select('selection')
      .where('publicationId', '=', publication.id)
      .executeTakeFirstOrThrow();
    expect(stored.selection).toEqual({ selection_type: 'by_id', property_ids: [`publication_${publication.id}`] });

    files.delete('daily.example/ads.txt');
    await run();
    expect((await management.call('GET', path)).body.domains[0].files[1].status).toBe('authorized');
    nowMs += dayMs + 1;
    await run();
    expect((await management.call('GET', path)).body.domains[0].files[1].status).toBe('missing');
  });

  test('runs on request, for callers who may change the publication', async () => {
    const publication = await makeObject(management, 'inventory/publication', { domains: ['unresolved.invalid'] });
    const path = `/inventory/publication/${publication.id}/authorization-check`;
    expect((await management.call('POST', path, { scopes: ['inventory:read'] })).status).toBe(403);
    expect((await management.call('POST', '/inventory/publication/999999/authorization-check')).status).toBe(404);
    const { status, body } = await management.call('POST', path);
    expect(status).toBe(200);
    expect(body.domains[0].files.map((one: { status: string }) => one.status)).toEqual(['unreachable', 'unreachable']);
    expect(Date.parse(body.domains[0].checkedAt)).toBeGreaterThan(Date.now() - 60_000);
  });
});
