import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/browser.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import { creativeRow, snapshotRows, startTestDelivery, type TestDelivery } from '../support/server/test-delivery.ts';
import { startTlsProxy, type TlsProxy } from '../support/services/tls-proxy.ts';

const require = createRequire(import.meta.url);

/** Bundles the page library of clients: the IAB's reference implementation of `$sf.host`. */
async function pageLibrary(): Promise<string> {
  const folder = dirname(require.resolve('safeframe'));
  const scripts = ['base.js', '../host/host.js'].map((name) => readFile(join(folder, name), 'utf8'));
  return `window.global = window;\n${(await Promise.all(scripts)).join('\n')}`;
}

/** Ad that registers with SafeFrame and stores received messages. */
const html = `<a id="ad" href="[clickUrl]" style="display:block;width:728px;height:90px">Ad é €</a>
<script>
  window.told = [];
  window.atParse = [$sf.ver, $sf.specVersion, $sf.ext.status(), $sf.ext.inViewPercentage(), $sf.ext.supports('exp-ovr')];
  $sf.ext.register(728, 90, (status, data) => told.push({ status, data }));
</script>`;

const pageHtml = `<!doctype html><title>Page</title><link rel="icon" href="data:,">
<body style="margin:0"><div style="height:100px"></div><div style="margin-left:200px"><div id="lb"></div></div>
<div style="height:3000px"></div><script src="https://lib.example/sf.js"></script>`;

/** Configuration that the two clients pass to the page library, and the path of their render file. */
const clients = {
  'the TypeScript SDK': { poolHost: 'https://creatives.example', renderFile: '/sf/r.html', size: Number },
  'the legacy library': { poolHost: 'https://creatives.example/', renderFile: 'sf/r.html', size: String },
} as const;

type Message = { readonly status: string; readonly data: Readonly<Record<string, unknown>> | undefined };

let delivery: TestDelivery;
let proxy: TlsProxy;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  delivery = await startTestDelivery(
    snapshotRows({ creatives: [creativeRow({ kind: 'html', html, file: null, domains: [] })] }),
    { deliveryUrl: 'https://ads.example', creativeOrigin: 'https://creatives.example' },
  );
  const port = Number(new URL(delivery.base).port);
  proxy = await startTlsProxy({
    'ads.example': { port },
    'creatives.example': { port },
    'lib.example': { file: Buffer.from(await pageLibrary()), type: 'text/javascript' },
    'page.example': { html: pageHtml },
    'shop.example': { html: '<!doctype html><title>Shop</title>' },
    'other.example': { html: '<!doctype html><title>Other</title>' },
  });
  browser = await launchChromium([{ name: '*.example', to: `127.0.0.1:${proxy.port}` }]);
});
afterAll(async () => {
  await browser?.close();
  await proxy?.close();
  await delivery?.close();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
  await context.addCookies([
    { name: 'shared', value: '1', domain: 'creatives.example', path: '/', secure: true, sameSite: 'None' },
  ]);
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto('https://page.example/');
});
afterEach(() => context?.close());

type Shown = {
  readonly poolHost?: string;
  readonly renderFile?: string;
  readonly asText?: boolean;
  readonly parameters?: string;
  readonly supports?: Readonly<Record<string, unknown>>;
};

/** Requests an ad and passes it to the page library like the clients, then requests its impression if it has one. */
async function hand({
  poolHost = 'https://creatives.example',
  renderFile = '/sf/r.html',
  asText = false,
  parameters = '',
  supports = { 'exp-ovr': true, 'exp-push': true },
}: Shown = {}): Promise<void> {
  const given = { renderFile: poolHost + renderFile, asText, parameters, supports };
  await page.evaluate(async ({ renderFile, asText, parameters, supports }) => {
    const [ad] = await (await fetch(`https://ads.example/json/sl_home_-lb${parameters}`)).json();
    // biome-ignore lint/suspicious/noExplicitAny: a library without types
    const { host } = (window as any).$sf;
    new host.Config({ auto: false, debug: false, renderFile, onBeforePosMsg: '' });
    const size = (text: string) => (asText ? text : Number(text));
    const conf = new host.PosConfig({
      id: 'lb',
      dest: 'lb',
      w: size(ad.width),
      h: size(ad.height),
      size: `${ad.width}x${ad.height}`,
      tgt: '_blank',
      supports,
    });
    host.render(new host.Position({ id: 'lb', html: ad.tag, ...(asText ? { conf } : { config: conf }) }));
    if (ad.impressionCounter) new Image().src = ad.impressionCounter;
  }, given);
}

async function adFrame(): Promise<Frame> {
  return waitUntil('the frame of the ad', async () => {
    const outer = page.frames().find((frame) => frame.url().includes('/sf/r.html'));
    const inner = outer?.childFrames()[0];
    return (await inner?.evaluate("'told' in window").catch(() => false)) === true ? inner : null;
  });
}

async function show(shown: Shown = {}): Promise<Frame> {
  await hand(shown);
  const frame = await adFrame();
  await page.locator('iframe#lb').waitFor({ state: 'visible' });
  return frame;
}

const inAd = <Answer>(frame: Frame, script: string) => frame.evaluate(script) as Promise<Answer>;
const statusesOf = async (frame: Frame) => (await inAd<Message[]>(frame, 'told')).map(({ status }) => status);
const box = () => page.locator('iframe#lb').boundingBox();

describe.each(Object.entries(clients))('a SafeFrame of %s', (_, { poolHost, renderFile, size }) => {
  test('renders the ad with its $sf.ext, in a frame without cookies, storage or access to the page', async () => {
    const frame = await show({ poolHost, renderFile, asText: size === String });
    expect(await frame.locator('#ad').textContent()).toBe('Ad é €');
    expect(await inAd(frame, 'atParse')).toEqual(['1-1-0', '1.1', 'collapsed', 100, true]);
    const tries = `(() => {
      const said = {};
      const attempt = (name, work) => { try { said[name] = String(work()); } catch (error) { said[name] = error.name; } };
      attempt('origin', () => self.origin);
      attempt('name', () => window.name);
      attempt('readCookie', () => document.cookie);
      attempt('writeCookie', () => { document.cookie = 'a=1'; });
      attempt('storage', () => localStorage.length);
      attempt('outer', () => parent.document.title);
      attempt('page', () => top.document.title);
      attempt('leave', () => { top.location = 'https://other.example/'; return 'left'; });
      return said;
    })()`;
    const denied = 'SecurityError';
    expect(await inAd(frame, tries)).toEqual({
      origin: 'null',
      name: '',
      readCookie: denied,
      writeCookie: denied,
      storage: denied,
      outer: denied,
      page: denied,
      leave: denied,
    });
    await inAd(frame, "$sf.ext.cookie('shared'), $sf.ext.cookie('shared', { value: 'x' })");
    await waitUntil('both answers', async () => (await statusesOf(frame)).length === 2);
    expect((await inAd<Message[]>(frame, 'told')).map(({ status, data }) => [status, data?.['cmd']])).toEqual([
      ['failed', 'read-cookie'],
      ['failed', 'write-cookie'],
    ]);
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(page.url()).toBe('https://page.example/');
  });
});

describe('a SafeFrame', () => {
  test('opens the advertiser in a new page, and the click is counted', async () => {
    const frame = await show();
    const [opened] = await Promise.all([context.waitForEvent('page'), frame.locator('#ad').click()]);
    await opened.waitForURL('https://shop.example/offer?a=1&b=2');
    expect([await opened.title(), page.url()]).toEqual(['Shop', 'https://page.example/']);
    expect((await delivery.events()).at(-1)?.kind).toBe('click');
  });

  test('expands over the page without moving the content, and collapses', async () => {
    const frame = await show({ supports: { 'exp-ovr': true, 'exp-push': false } });
    expect(await box()).toMatchObject({ x: 200, y: 100, width: 728, height: 90 });
    await inAd(frame, '$sf.ext.expand({ l: 50, b: 200 })');
    await waitUntil('the expansion', async () => (await inAd(frame, '$sf.ext.status()')) === 'expanded');
    expect(await box()).toMatchObject({ x: 150, y: 100, width: 778, height: 290 });
    expect(await frame.locator('#ad').boundingBox()).toMatchObject({ x: 200, y: 100 });
    await inAd(frame, '$sf.ext.collapse()');
    await waitUntil('the collapse', async () => (await inAd(frame, '$sf.ext.status()')) === 'collapsed');
    expect(await box()).toMatchObject({ x: 200, y: 100, width: 728, height: 90 });
    expect(await statusesOf(frame)).toEqual(['expanded', 'collapsed']);
    // Push is not supported.
    expect(await inAd(frame, "$sf.ext.expand({ b: 10, push: true }) ?? 'refused'")).toBe('refused');
  });

  test('reports geometry and visibility, and follows scrolling', async () => {
    const frame = await show();
    const geometry = await inAd<Record<string, Record<string, number>>>(frame, '$sf.ext.geom()');
    expect(geometry['self']).toMatchObject({ t: 100, l: 200, w: 728, h: 90, iv: 1, xiv: 1, yiv: 1 });
    expect(geometry['win']).toMatchObject({ w: 1200, h: 800 });
    expect(geometry['exp']).toMatchObject({ t: 100, l: 200 });
    await page.evaluate('window.scrollTo(0, 145)');
    await waitUntil('half of it', async () => (await inAd(frame, '$sf.ext.inViewPercentage()')) === 50);
    await page.evaluate('window.scrollTo(0, 2000)');
    await waitUntil('none of it', async () => (await inAd(frame, '$sf.ext.inViewPercentage()')) === 0);
    expect(await statusesOf(frame)).toContain('geom-update');
  });

  test('ignores forged messages of the page, of other frames and of the ad itself', async () => {
    const frame = await show();
    const before = await box();
    const escaped = encodeURIComponent;
    const geometry = escaped(escaped(`self=${escaped('w=5&h=5')}`));
    const forged = `msg=${escaped(`pos=lb&cmd=geom-update&geom=${geometry}`)}&guid=`;
    await page.evaluate((message) => {
      const outer = document.querySelector<HTMLIFrameElement>('iframe#lb')?.contentWindow;
      const inner = outer?.frames[0];
      // Without the secret of the frame, and bypassing the outer frame.
      outer?.postMessage(`${message}guess`, '*');
      inner?.postMessage({ safeFrame: 'geom-update', geometry: { self: { w: 5, h: 5 } } }, '*');
      const other = document.createElement('iframe');
      other.id = 'other';
      other.src = 'https://other.example/';
      document.body.append(other);
    }, forged);
    const other = await waitUntil('the other frame', () =>
      page.frames().find((one) => one.url().startsWith('https://other.example')),
    );
    await other.evaluate((message) => {
      const outer = window.parent.frames[0];
      outer?.postMessage(`${message}guess`, '*');
      outer?.postMessage({ safeFrame: 'expand', t: 0, l: 0, r: 100, b: 100 }, '*');
      outer?.frames[0]?.postMessage({ safeFrame: 'geom-update' }, '*');
      window.top?.postMessage('id=lb&guid=guess&msg=cmd%3Dexp-ovr%26pos%3Dlb%26dx%3D90%26dy%3D90', '*');
    }, forged);
    await inAd(
      frame,
      `top.postMessage('id=lb&guid=guess&msg=cmd%3Dexp-ovr%26pos%3Dlb%26dx%3D90%26dy%3D90', '*');
       for (const side of [-1, 1e9, NaN, '5', {}]) parent.postMessage({ safeFrame: 'expand', t: 0, l: 0, r: side, b: 0 }, '*');
       for (const safeFrame of ['read-cookie', 'write-cookie', 'nuke', 7, null]) parent.postMessage({ safeFrame }, '*');
       parent.postMessage('cmd=read-cookie&pos=lb&cookie=shared', '*'); parent.postMessage(null, '*')`,
    );
    // A genuine message afterward shows that the earlier ones have been processed.
    await inAd(frame, '$sf.ext.expand({ r: 10 })');
    await waitUntil('the expansion', async () => (await inAd(frame, '$sf.ext.status()')) === 'expanded');
    expect(await box()).toEqual({ ...before, width: 738 });
    expect((await inAd<Record<string, { w: number }>>(frame, '$sf.ext.geom()'))['self']?.w).not.toBe(5);
    // The page was not scrolled, so a geometry change would be forged.
    expect((await statusesOf(frame)).filter((status) => status !== 'focus-change')).toEqual(['expanded']);
  });

  test('renders nothing when it is opened directly', async () => {
    await page.evaluate("window.name = 'id=lb&guid=1&host=https%3A//page.example&html=Hello'");
    await page.goto('https://creatives.example/sf/r.html');
    expect(await page.evaluate("document.querySelectorAll('iframe').length")).toBe(0);
  });
});

describe('the impression of a SafeFrame, with the parameter ic=markup', () => {
  const impressions = async () => (await delivery.events()).filter(({ kind }) => kind === 'impression').length;
  const trackedPaths = () => proxy.requests.map(({ path }) => path).filter((path) => path.startsWith('/track/'));

  test('is counted after the ad has rendered, and not if the frame failed to load', async () => {
    const before = await impressions();
    const tracked = trackedPaths();
    await hand({ parameters: '/icmarkup/', poolHost: 'https://ads.example' });
    await page.locator('iframe#lb').waitFor({ state: 'visible' });
    const failed = page.frames().find((frame) => frame.url() === 'https://ads.example/sf/r.html');
    expect(await failed?.textContent('body')).toContain('set poolHost to https://creatives.example');
    expect(trackedPaths()).toEqual(tracked);
    expect(await impressions()).toBe(before);

    await page.reload();
    await show({ parameters: '/icmarkup/' });
    await waitUntil('the impression', async () => (await impressions()) === before + 1);
  });

  test('is requested by the client without that parameter, and then counts once', async () => {
    const before = await impressions();
    await show();
    await waitUntil('the impression', async () => (await impressions()) === before + 1);
  });
});

describe('the files of SafeFrame', () => {
  const ask = (host: string, path: string) =>
    context.request.get(`${delivery.base}${path}`, { headers: { host }, failOnStatusCode: false });

  test('are served only from the creative origin, without cookies', async () => {
    for (const path of ['/sf/r.html', '/sf/js/lib/base.js', '/sf/js/ext/ext.js', '//sf/r.html']) {
      const answer = await ask('creatives.example', path);
      expect([path, answer.status(), answer.headers()['set-cookie']]).toEqual([path, 200, undefined]);
      const elsewhere = await ask('ads.example', path);
      expect([path, elsewhere.status(), ((await elsewhere.json()) as { detail: string }).detail]).toEqual([
        path,
        404,
        'SafeFrame files are served from the creative origin: set poolHost to https://creatives.example.',
      ]);
    }
    expect((await ask('creatives.example', '/sf/js/host/host.js')).status()).toBe(404);
  });

  test('share their origin with no script of an ad: the page of /ad/ is sandboxed there', async () => {
    for (const [host, policy] of [
      ['creatives.example', 'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox'],
      ['ads.example', undefined],
    ] as const) {
      const headers = { host, 'sec-fetch-dest': 'iframe' };
      const answer = await context.request.get(`${delivery.base}/ad/sl_home_-lb/`, { headers });
      expect([host, answer.status(), answer.headers()['content-security-policy']]).toEqual([host, 200, policy]);
    }
  });
});
