import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runInAmp } from '../contract/clients/apps-and-pages.ts';
import { readByServerInGo } from '../contract/clients/prebid-server.ts';
import { launchChromium } from '../support/browser/browser.ts';
import { codesIn, guideBlocks } from '../support/browser/guide-page.ts';
import { bookOneVideo } from '../support/fixtures/book-one-video.ts';
import { currentTotals } from '../support/fixtures/report-of.ts';
import { type RunningPlacard, startPlacard } from '../support/process/running-placard.ts';
import { openShell, type Shell } from '../support/process/shell.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import { startTlsProxy, type TlsProxy } from '../support/services/tls-proxy.ts';

const require = createRequire(import.meta.url);
const repository = fileURLToPath(new URL('../..', import.meta.url));
const site = 'http://your-site.example';
const ads = 'http://ads.example';

let placard: RunningPlacard;
let shell: Shell;
let folder: string;
let proxy: TlsProxy;
let browser: Browser;
let page: Page;
let siteServer: Server;
/** HTML of the site's pages. */
let shown = '';

beforeAll(async () => {
  placard = await startPlacard({ PLACARD_DELIVERY_URL: ads });
  await bookOneVideo(placard.client, '_weatherglass_home_');
  folder = await mkdtemp(join(tmpdir(), 'placard-guides-'));
  shell = openShell();
  // Tracking URLs contain the host of a deployment. This redirects it to the local machine.
  await shell.run(
    `cd ${folder}; curl() { command curl --connect-to ads.example:80:127.0.0.1:${placard.deliveryPort} "$@"; }`,
  );
  const packages: Readonly<Record<string, string>> = {
    '/prebid.js': fileURLToPath(new URL('../../not-for-prod/prebid.js', pathToFileURL(require.resolve('prebid.js')))),
    '/vast-client.min.js': join(repository, 'node_modules/@dailymotion/vast-client/dist/vast-client.min.js'),
  };
  siteServer = createServer(async (request, response) => {
    const file = packages[request.url ?? ''];
    response.setHeader('content-type', file === undefined ? 'text/html; charset=utf-8' : 'text/javascript');
    response.end(file === undefined ? shown : await readFile(file));
  });
  await new Promise<void>((resolve) => siteServer.listen(0, '127.0.0.1', resolve));
  proxy = await startTlsProxy({
    'ads-demo.adhese.com': { port: placard.deliveryPort },
    'user-sync.adhese.com': { port: placard.deliveryPort },
  });
  browser = await launchChromium([
    { name: 'your-site.example', to: `127.0.0.1:${(siteServer.address() as AddressInfo).port}` },
    { name: 'ads.example', to: `127.0.0.1:${placard.deliveryPort}` },
    { name: '*.adhese.com', to: `127.0.0.1:${proxy.port}` },
  ]);
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(20_000);
});

afterAll(async () => {
  await browser?.close();
  siteServer?.closeAllConnections();
  siteServer?.close();
  await proxy?.close();
  shell?.close();
  await placard?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** Replaces the addresses and credentials of `npm start` by those of this run. */
function adapted(code: string): string {
  return code
    .replaceAll('http://localhost:8080', placard.managementUrl)
    .replaceAll('CLIENT_ID=demo', `CLIENT_ID=${placard.clientId}`)
    .replaceAll('the-secret-that-was-printed', placard.clientSecret);
}

/** Runs the commands of a page in order. Returns their outputs. */
async function runCommands(name: string): Promise<readonly string[]> {
  const printed: string[] = [];
  for (const code of codesIn(await guideBlocks(`integrate/clients/${name}.md`), 'sh')) {
    printed.push(await shell.run(adapted(code).replaceAll('http://localhost:8081', placard.deliveryUrl)));
  }
  expect(printed.length).toBeGreaterThan(0);
  return printed;
}

/** Opens each HTML example of a guide page on another site than that of the ads. */
async function openPages(name: string, check: (index: number) => Promise<void>): Promise<void> {
  const pages = codesIn(await guideBlocks(`integrate/clients/${name}.md`), 'html').filter((code) =>
    code.startsWith('<!doctype'),
  );
  expect(pages.length).toBeGreaterThan(0);
  for (const [index, code] of pages.entries()) {
    shown = code.replaceAll('http://localhost:8081', ads).replaceAll('https://your-site.example', site);
    await page.goto(`${site}/`);
    await check(index);
  }
}

/** Waits until the counts have increased by the given numbers. */
async function expectCounted(
  more: Partial<Record<'impressions' | 'viewables' | 'clicks', number>>,
  act: () => Promise<void>,
) {
  const query = 'groupBy=day';
  const before = await currentTotals(placard.call, query);
  await act();
  await waitUntil('the events to be counted', async () => {
    const after = await currentTotals(placard.call, query);
    return Object.entries(more).every(
      ([name, count]) => after[name as keyof typeof more] === before[name as keyof typeof more] + count,
    );
  });
}

/** Returns the ads in the output of a command. */
function adsIn(printed: string | undefined): readonly Readonly<Record<string, string>>[] {
  return JSON.parse(printed ?? '') as Readonly<Record<string, string>>[];
}

test('every page is listed and has a test here', async () => {
  const names = (await readdir(join(repository, 'docs/guide/integrate/clients'))).filter(
    (name) => name !== 'README.md',
  );
  const list = await readFile(join(repository, 'docs/guide/integrate/clients/README.md'), 'utf8');
  const tests = await readFile(fileURLToPath(import.meta.url), 'utf8');
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) {
    expect(list).toContain(`(${name})`);
    expect(tests).toContain(`test('${name.replace('.md', '')}: `);
  }
});

test('prebid-js: the page wins a bid, renders and counts it; the video unit gets the URL of its document', async () => {
  const [videoUnit] = codesIn(await guideBlocks('integrate/clients/prebid-js.md'), 'js');
  await expectCounted({ impressions: 1 }, async () => {
    await openPages('prebid-js', async () => {
      const image = page.frameLocator('#ad-rectangle iframe').frameLocator('iframe').locator('a img');
      await image.waitFor({ state: 'visible' });
    });
  });
  const bids = await page.evaluate(`new Promise((resolve) => {
    ${videoUnit}
    pbjs.requestBids({ adUnits: [videoUnit], timeout: 5000, bidsBackHandler: (bids) => resolve(bids.preroll?.bids.map(({ vastUrl, mediaType }) => ({ vastUrl, mediaType }))) });
  })`);
  expect(bids).toEqual([{ mediaType: 'video', vastUrl: expect.stringMatching(/^http:\/\/ads\.example\/content\//) }]);
});

test('prebid-server: the request of the page and the one derived from its impression get a bid', async () => {
  const [printed = ''] = await runCommands('prebid-server');
  const blocks = await guideBlocks('integrate/clients/prebid-server.md');
  const request = { id: 'r1', imp: [{ id: 'rectangle', banner: {} }], cur: ['EUR'] };
  expect(readByServerInGo({ status: 200, body: printed }, request)).toMatchObject({
    mediaType: 'banner',
    impId: 'rectangle',
  });
  const imp = JSON.parse(codesIn(blocks, 'json')[0] ?? '');
  const { location, format, targets } = imp.ext.prebid.bidder.adhese;
  const sent = { ...request, imp: [{ ...imp, ext: { adhese: { SL: [`${location}-${format}`], ...targets } } }] };
  const endpoint = /endpoint: "https:\/\/ads\.example(.*)"/.exec(codesIn(blocks, 'yaml')[0] ?? '')?.[1];
  const answer = await fetch(`${placard.deliveryUrl}${endpoint}`, { method: 'POST', body: JSON.stringify(sent) });
  expect(readByServerInGo({ status: answer.status, body: await answer.text() }, sent)).toMatchObject({
    mediaType: 'banner',
  });
});

test('typescript-sdk: its hosts and slots get ads, and the page without a library counts viewable impressions', async () => {
  const blocks = await guideBlocks('integrate/clients/typescript-sdk.md');
  let options: Readonly<Record<string, string>> = {};
  runInNewContext(codesIn(blocks, 'ts')[0] ?? '', {
    createAdhese: (given: typeof options) => {
      options = given;
    },
  });
  const format = /data-format="(\w+)"/.exec(codesIn(blocks, 'html')[0] ?? '')?.[1];
  const { host = '' } = options;
  const slotname = `${options['location']}-${format}`;
  const body = JSON.stringify({ slots: [{ slotname, parameters: {} }] });
  // URLs that the SDK builds for POST and GET. Its other features use the second form.
  const post = `${new URL(host).href}json`;
  const get = `${host}/json/sl${slotname}`;
  expect(new URL(get).pathname).toBe(`/json/sl${slotname}`);
  for (const [address, init] of [
    [post, { method: 'POST', body }],
    [get, {}],
  ] as const) {
    const answer = await fetch(address.replace('https://ads.example', placard.deliveryUrl), init);
    expect(await answer.json()).toHaveLength(1);
  }
  const [printed] = await runCommands('typescript-sdk');
  expect(adsIn(printed)).toMatchObject([{ slotName: '_thecourier_home_-rectangle', origin: 'JERLICIA' }]);
  await expectCounted({ impressions: 1, viewables: 1 }, async () => {
    await openPages('typescript-sdk', async () => {
      await page.frameLocator('#ad iframe').locator('a img').waitFor({ state: 'visible' });
    });
  });
});

test('script-tags: a script, a frame and a function call each render and count one ad', async () => {
  await expectCounted({ impressions: 3 }, async () => {
    await openPages('script-tags', async (index) => {
      const link = index === 1 ? page.frameLocator('iframe').locator('a') : page.locator('a');
      await link.locator('img').waitFor({ state: 'visible' });
      expect(await link.getAttribute('href')).toContain('/UR');
    });
  });
  const [printed] = await runCommands('script-tags');
  expect(adsIn(printed).map(({ slotName }) => slotName)).toEqual([
    '_thecourier_article_-rectangle',
    '_thecourier_article_-leaderboard',
  ]);
});

test('amp: the tag requests a script that reports its size', async () => {
  const [printed = ''] = await runCommands('amp');
  expect(runInAmp(printed)).toEqual({ isReady: true, width: 300, height: 250 });
  const [tag = ''] = codesIn(await guideBlocks('integrate/clients/amp.md'), 'html');
  const value = (name: string) => new RegExp(`data-${name}="([^"]+)"`).exec(tag)?.[1];
  const address = `/${value('request-type')}/sl${value('location')}-${value('format')}/?t=1`;
  expect(runInAmp(await (await fetch(`${placard.deliveryUrl}${address}`)).text())).toMatchObject({ isReady: true });
});

test('apps: the ads of a path, and the three requested URLs', async () => {
  await expectCounted({ impressions: 1, viewables: 1, clicks: 1 }, async () => {
    const [printed, called] = await runCommands('apps');
    expect(adsIn(printed).length).toBeGreaterThan(0);
    for (const { width, height } of adsIn(printed)) expect(`${width}x${height}`).toMatch(/^\d+x\d+$/);
    expect(called).toBe('200\n200\n200\n');
  });
});

test('back-ends: the module prints the slot and its price, and the command returns the same', async () => {
  const [code = ''] = codesIn(await guideBlocks('integrate/clients/back-ends.md'), 'js');
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], {
    env: { ...process.env, ADS: placard.deliveryUrl },
  });
  expect(stdout).toMatch(/^_thecourier_home_-rectangle \d+\.\d\d EUR\n$/);
  const [printed] = await runCommands('back-ends');
  expect(adsIn(printed)).toMatchObject([{ slotName: '_thecourier_home_-rectangle' }]);
});

test('video-players: the player of the page plays to the end, and each event is counted once', async () => {
  const before = await currentTotals(placard.call, 'groupBy=day');
  await openPages('video-players', async () => {
    await waitUntil('the video to end', async () => (await page.textContent('body'))?.includes('15 seconds'));
  });
  await waitUntil('the events to be counted', async () => {
    const { impressions, events } = await currentTotals(placard.call, 'groupBy=day');
    const names = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'];
    return impressions === before.impressions + 1 && names.every((name) => events[name] === 1);
  });
});

test('screens: from an empty account to verified files, a playlist that is not sent twice, and counted plays', async () => {
  await expectCounted({ impressions: 3 }, async () => {
    const [, slotName, status, list, unchanged, venue, loop, playlist, stack, chain] = await runCommands('screens');
    expect([slotName, status]).toEqual(['station_hall_-portrait\n', expect.stringContaining('running\n')]);
    expect(list).toMatch(/^image\/png \d+ \S+Z \S+Z\n.+: OK\n$/);
    expect(unchanged).toBe('304\n');
    expect(venue).toBe('checkout\n');
    expect(loop).toBe('60\n2\n2\n');
    expect(playlist).toMatch(/^image\/png \d+ 64\nfalse\n$/);
    expect(stack).toMatch(/^http:\/\/ads\.example\/media\/[0-9a-f]{64}\/\S+\n200\n$/);
    expect(chain).toMatch(/^2\n\{[^}]*kind: 'missing',\s+fromSequence: 2,\s+toSequence: 2/);
  });
});
