import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { readGuidePages } from './guide-pages.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

async function read(url: string) {
  const { statusCode, headers, body } = await management.app.inject({ url });
  return { status: statusCode, type: headers['content-type'], policy: headers['content-security-policy'], body };
}

test('every page of the guide is served without a sign-in, and every link between pages leads to a served page', async () => {
  const pages = await readGuidePages();
  expect([...pages.keys()].filter((path) => !path.startsWith('decisions')).length).toBeGreaterThan(60);
  const broken: string[] = [];
  const ids = new Map<string, ReadonlySet<string>>();
  const links: { readonly from: string; readonly to: string }[] = [];
  for (const path of pages.keys()) {
    const { status, type, body } = await read(`/docs/${path}`);
    expect([path, status, type]).toEqual([path, 200, 'text/html; charset=utf-8']);
    ids.set(`/docs/${path}`, new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)));
    for (const [, to = ''] of body.matchAll(/href="(\/docs\/[^"]*)"/g)) links.push({ from: path, to });
  }
  for (const { from, to } of links) {
    const [address = '', anchor] = to.split('#');
    if (address === '/docs/guide.css') continue;
    const known = ids.get(address);
    if (known === undefined || (anchor !== undefined && !known.has(anchor))) broken.push(`${from}: ${to}`);
  }
  expect(links.length).toBeGreaterThan(1_000);
  expect(broken).toEqual([]);
});

test('links to files that are not served are plain text, and pictures are served', async () => {
  const { body } = await read('/docs/operate/monitoring');
  expect(body).toContain('Grafana dashboard are in deploy.');
  const campaign = await read('/docs/book/campaigns');
  const [, picture = ''] = /<img src="([^"]+)" alt="[^"]+">/.exec(campaign.body) ?? [];
  expect(picture).toBe('/docs/pictures/booking-editor.png');
  expect(await read(picture)).toMatchObject({ status: 200, type: 'image/png' });
});

test('a search returns the sections that contain all words, the best match first', async () => {
  const { status, body } = await read('/docs/search?q=frequency+cap+household');
  expect(status).toBe(200);
  expect(/<ol class="results"><li><a href="([^"]+)"/.exec(body)?.[1]).toMatch(/^\/docs\/book\/frequency-caps#/);
  expect((await read('/docs/search?q=frequncy')).body).toContain('/docs/book/frequency-caps#');
  expect((await read('/docs/search?q=xyzzyqwert')).body).toContain('No results.');
  expect((await read('/docs/search')).status).toBe(200);
});

test('a search term is escaped, and pages run no script', async () => {
  const { body, policy } = await read('/docs/search?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E');
  expect(body).not.toContain('<script');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('script-src');
});

test.each([
  '/docs/nosuch',
  '/docs/../package.json',
  '/docs/%2e%2e/package.json',
  '/docs/pictures/../words.md',
  '/docs/pictures/nosuch.png',
])('returns 404 for %s', async (url) => {
  expect((await read(url)).status).toBe(404);
});

test('the address without a slash redirects to the index', async () => {
  const { statusCode, headers } = await management.app.inject({ url: '/docs' });
  expect([statusCode, headers['location']]).toEqual([308, '/docs/']);
});
