import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { artefactPath, collectFaults, launchChromium } from '../support/browser/browser.ts';
import { freePort } from '../support/process/free-port.ts';
import { type RunningPlacard, startPlacard } from '../support/process/running-placard.ts';
import { type RealProvider, startRealProvider } from '../support/services/real-provider.ts';

const administrator = { email: 'admin@publisher.example', password: 'a first password of twelve' };
const clientSecret = 'the secret between the two of them';

describe('signing in with a real browser', () => {
  let placard: RunningPlacard;
  let provider: RealProvider;
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    [placard, browser, provider] = await Promise.all([
      startPlacard({
        PORT: String(port),
        PLACARD_DEMO: 'off',
        PLACARD_ADMIN_EMAIL: administrator.email,
        PLACARD_ADMIN_PASSWORD: administrator.password,
        PLACARD_PRIVATE_TARGETS: '127.0.0.0/8,::1',
      }),
      launchChromium(),
      startRealProvider({ url, clientSecret }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await provider?.close();
    await placard?.close();
  });

  /** Makes a call from a page of this server that may make calls. The sign-in pages may not. */
  async function call(page: Page, method: string, path: string, body?: unknown) {
    const desk = await page.context().newPage();
    await desk.goto(`${url}/api/docs`, { waitUntil: 'commit' });
    const answer = await desk.evaluate(
      async ([how, where, what]) => {
        const given = await fetch(`/api/v1${where}`, {
          method: how as string,
          headers: { 'Content-Type': 'application/json', 'Placard-Session': '1' },
          ...(what === undefined ? {} : { body: JSON.stringify(what) }),
        });
        return { status: given.status, body: await given.json() };
      },
      [method, path, body] as const,
    );
    await desk.close();
    return answer;
  }

  test('with a password: a wrong one first, then in, a call, and out', async () => {
    const page = await (await browser.newContext()).newPage();
    const faults = collectFaults(page);
    await page.goto(`${url}/account`);
    expect(page.url()).toBe(`${url}/sign-in?returnTo=/account`);
    await page.screenshot({ path: await artefactPath('sign-in.png') });
    await page.getByLabel('Email address').fill(administrator.email);
    await page.getByLabel('Password').fill('not the right one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').textContent()).toBe('The email address or password is incorrect.');
    expect(await page.getByLabel('Email address').inputValue()).toBe(administrator.email);
    await page.getByLabel('Password').fill(administrator.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${url}/account`);
    await page.screenshot({ path: await artefactPath('account.png') });
    expect(await page.evaluate(() => document.cookie)).toBe('');
    expect((await call(page, 'GET', '/users')).status).toBe(200);
    const created = await call(page, 'POST', '/identity-providers', {
      name: 'Aurora',
      issuer: provider.issuer,
      clientId: 'placard',
      clientSecret,
      domains: ['aurora.example'],
      groupRoles: [{ group: 'operations', role: 'manager' }],
    });
    expect(created.status).toBe(201);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    expect(await page.getByRole('status').textContent()).toBe('You are signed out.');
    expect((await call(page, 'GET', '/users')).status).toBe(401);
    // Chromium reports the 401 of the wrong password.
    expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
    await page.context().close();
  });

  test('at an identity provider: redirected by the address, manager by the group, and back', async () => {
    provider.groups = ['operations'];
    const page = await (await browser.newContext()).newPage();
    const faults = collectFaults(page);
    await page.goto(`${url}/sign-in?returnTo=/account`);
    await page.getByLabel('Email address').fill('maya@aurora.example');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${provider.issuer}/interaction/**`);
    await page.locator('input[name=login]').fill('maya');
    await page.locator('input[name=password]').fill('anything');
    await page.locator('button[type=submit]').click();
    await page.waitForURL(`${provider.issuer}/interaction/**`);
    await page.locator('button[type=submit]').click();
    await page.waitForURL(`${url}/account`);
    expect(await page.locator('h1').textContent()).toBe('The maya');
    expect(await page.locator('.lead').textContent()).toBe('maya@aurora.example, Ad operations');
    expect((await call(page, 'GET', '/campaigns')).status).toBe(200);
    expect((await call(page, 'GET', '/users')).status).toBe(403);
    expect(faults.filter((fault) => fault.includes(url) && !fault.includes('403'))).toEqual([]);
    // Again: the provider still has a session, and the group has been removed.
    provider.groups = [];
    await page.goto(`${url}/sign-in?returnTo=/account`);
    await page.getByRole('link', { name: 'Continue with Aurora' }).click();
    await page.waitForURL(`${url}/account`);
    expect(await page.locator('.lead').textContent()).toBe('maya@aurora.example, Advertiser');
    await page.context().close();
  });

  test('a canceled sign-in at the provider is reported', async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${url}/sign-in`);
    await page.getByRole('link', { name: 'Continue with Aurora' }).click();
    await page.waitForURL(`${provider.issuer}/interaction/**`);
    await page.getByRole('link', { name: /cancel/i }).click();
    await page.waitForURL(`${url}/auth/callback/1**`);
    expect(await page.locator('h1').textContent()).toBe('Aurora refused the sign-in');
    await page.screenshot({ path: await artefactPath('sign-in-refused.png') });
    await page.context().close();
  });

  test('a page of another site cannot change data with the session of its visitor', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${url}/sign-in`);
    await page.getByLabel('Email address').fill(administrator.email);
    await page.getByLabel('Password').fill(administrator.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${url}/`);
    // Another port is another origin of the same site, to which a browser sends the cookie.
    const foreign = await context.newPage();
    await foreign.goto(`${placard.deliveryUrl.replace('127.0.0.1', 'localhost')}/examples/publisher/`);
    const tried = await foreign.evaluate(async (target) => {
      // The request is sent even if the page cannot read the response.
      const send = (path: string, body: BodyInit) =>
        fetch(`${target}${path}`, { method: 'POST', mode: 'no-cors', credentials: 'include', body }).catch(() => null);
      await send('/api/v1/inventory/publisher', '{"companyName":"Evil"}');
      await send('/sign-out', new URLSearchParams());
      await send('/account/sign-out-everywhere', new URLSearchParams());
      return fetch(`${target}/api/v1/campaigns`, { credentials: 'include' }).then(
        () => 'read',
        () => 'refused',
      );
    }, url);
    expect(tried).toBe('refused');
    const publishers = await call(page, 'GET', '/inventory/publisher');
    expect([publishers.status, publishers.body]).toEqual([200, []]);
    await context.close();
  });
});
