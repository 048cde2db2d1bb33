import { auth, createMCPClient } from '@ai-sdk/mcp';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AssistantCallback,
  memoryOAuthProvider,
  startAssistantCallback,
} from '../../support/agents/assistant-callback.ts';
import { callTool } from '../../support/agents/team-client.ts';
import { artefactPath, collectFaults } from '../../support/browser/browser.ts';
import { startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { readByApi } from '../../support/fixtures/call-placard.ts';
import { waitUntil } from '../../support/process/wait-until.ts';

type Booking = { readonly name: string; readonly priority: number };

describe('assistants of the team', () => {
  let world: WebWorld;
  let callback: AssistantCallback;
  let page: Page;
  let faults: readonly string[];
  let origin: string;
  let serverUrl: URL;

  beforeAll(async () => {
    world = await startWebWorld();
    callback = await startAssistantCallback();
    // Tokens and metadata belong to the public address of the server, which is `localhost` by default.
    origin = world.url.replace('127.0.0.1', 'localhost');
    serverUrl = new URL('/agents/mcp', origin);
    page = await (await world.browser.newContext({ locale: 'en-GB' })).newPage();
    page.setDefaultTimeout(20_000);
    faults = collectFaults(page);
  });
  afterAll(async () => {
    await callback?.close();
    await world?.close();
  });

  /** Opens the address of an authorization, approves as the signed-in person, and returns the code. */
  async function approve(address: URL, name: string): Promise<string> {
    await page.goto(address.href);
    const email = page.getByLabel('Email address');
    const button = page.getByRole('button', { name: 'Approve' });
    await email.or(button).first().waitFor();
    if (await email.isVisible()) {
      await email.fill('manager@placard.example');
      await page.getByLabel('Password').fill('a password of this test');
      await page.getByRole('button', { name: 'Sign in' }).click();
    }
    await page.getByRole('heading', { name: `Connect ${name}?` }).waitFor();
    await page.screenshot({ path: await artefactPath(`approve-${name.split(' ', 1)[0]}.png`) });
    await button.click();
    await page.getByText('The assistant is connected.').waitFor();
    return (await callback.next()).get('code') ?? '';
  }

  /** Returns the arguments of a call of each tool. Makes an ad request whose decision is explained. */
  async function callsOfTools(): Promise<Readonly<Record<string, Record<string, unknown>>>> {
    const { campaignId, bookingId } = world.booked;
    const booking = await readByApi<{ readonly positionIds: number[] }>(world.placard, `/bookings/${bookingId}`);
    const campaign = await readByApi<Record<string, unknown>>(world.placard, `/campaigns/${campaignId}`);
    const decisionId = await waitUntil('a recorded decision', async () => {
      const body = JSON.stringify({ slots: [{ slotname: '_news_home_-rectangle' }] });
      await fetch(`${world.placard.deliveryUrl}/json`, { method: 'POST', body });
      const list = await readByApi<{ decisions: { decisionId: string }[] }>(
        world.placard,
        `/decisions?bookingId=${bookingId}`,
      );
      return list.decisions[0]?.decisionId ?? false;
    });
    const { advertiserCompanyId, invoiceCompanyId, brandIds } = campaign;
    const draft = { campaignId, type: 'display', positionIds: booking.positionIds };
    const period = { from: '2026-01-01', to: '2030-01-01' };
    return {
      search: { text: 'rectangle' },
      list_delivery_issues: {},
      get_campaign: { campaignId },
      get_booking: { bookingId },
      report: { campaignId, ...period },
      explain_delivery: { bookingId },
      list_decisions: { bookingId },
      explain_decision: { decisionId, bookingId },
      forecast_booking: { bookingId },
      simulate_change: { bookingId, changes: { priority: 1 } },
      prepare_campaign_draft: { campaign: { name: 'Prepared', advertiserCompanyId, invoiceCompanyId, brandIds } },
      prepare_booking_draft: { booking: { ...draft, name: 'Prepared', startDate: '2030-01-01T00:00:00Z' } },
      prepare_booking_change: { bookingId, changes: { priority: 2 } },
    };
  }

  let client: Client;
  const links: Record<string, string> = {};

  test('the official MCP client registers, signs in through the pages and calls every tool', async () => {
    const authProvider = memoryOAuthProvider('Official client', callback.url);
    const first = new StreamableHTTPClientTransport(serverUrl, { authProvider });
    const signedOut = new Client({ name: 'official', version: '1.0.0' });
    await expect(signedOut.connect(first)).rejects.toThrow('Unauthorized');
    await first.finishAuth(await approve(authProvider.stored.authorizationUrl, 'Official client'));
    client = new Client({ name: 'official', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(serverUrl, { authProvider }));
    const calls = await callsOfTools();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
    for (const [name, args] of Object.entries(calls)) {
      const { isError, text, content } = await callTool(client, name, args);
      expect(isError, `${name}: ${text}`).toBe(false);
      if (content?.link !== undefined) links[name] = content.link;
    }
    const explained = await callTool(client, 'explain_decision', calls['explain_decision'] ?? {});
    expect(explained.content).toMatchObject({ trace: 'repeated', slots: [{ bookingId: world.booked.bookingId }] });
    expect(faults).toEqual([]);
  });

  test('an independent client, the AI SDK, does the same', async () => {
    const authProvider = memoryOAuthProvider('Second client', callback.url);
    const transport = { type: 'http', url: serverUrl.href, authProvider } as const;
    await expect(createMCPClient({ transport })).rejects.toThrow();
    const authorizationCode = await approve(authProvider.stored.authorizationUrl, 'Second client');
    expect(await auth(authProvider, { serverUrl, authorizationCode })).toBe('AUTHORIZED');
    const second = await createMCPClient({ transport });
    const tools = await second.tools();
    const calls = await callsOfTools();
    expect(Object.keys(tools).sort()).toEqual(Object.keys(calls).sort());
    for (const [name, args] of Object.entries(calls)) {
      const answer = await tools[name]?.execute?.(args, { toolCallId: name, messages: [] } as never);
      expect(answer, name).toMatchObject({ structuredContent: expect.any(Object) });
      expect((answer as { isError?: boolean }).isError ?? false, name).toBe(false);
    }
    await second.close();
  });

  test('a prepared change is shown in the editor and saved only by the person', async () => {
    const { bookingId } = world.booked;
    const read = () => readByApi<Booking>(world.placard, `/bookings/${bookingId}`);
    const { priority } = await read();
    expect(priority).not.toBe(2);
    await page.goto(links['prepare_booking_change'] ?? '');
    await page.getByText('A link prepared these values').waitFor();
    await page.getByRole('table', { name: 'Prepared changes' }).getByText('Priority').waitFor();
    await page.screenshot({ path: await artefactPath('prepared-change.png') });
    expect((await read()).priority).toBe(priority);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await waitUntil('the change', async () => (await read()).priority === 2);
    await page.getByText('A link prepared these values').waitFor({ state: 'detached' });
  });

  test('prepared drafts fill the forms of a new campaign and booking', async () => {
    await page.goto(links['prepare_campaign_draft'] ?? '');
    await page.getByText('A link prepared these values').waitFor();
    expect(await page.getByLabel(/^Name/).inputValue()).toBe('Prepared');
    await page.screenshot({ path: await artefactPath('prepared-campaign.png') });
    await page.getByRole('button', { name: 'Create campaign' }).click();
    await page.getByRole('heading', { level: 1, name: 'Prepared' }).waitFor();
    await page.goto(links['prepare_booking_draft'] ?? '');
    await page.getByText('A link prepared these values').waitFor();
    expect(await page.getByLabel(/^Booking name/).inputValue()).toBe('Prepared');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/\/bookings\/\d+\/edit/);
    const bookings = await readByApi<{ name: string; startDate: string }[]>(world.placard, '/bookings?search=Prepared');
    expect(bookings).toMatchObject([{ name: 'Prepared', startDate: '2030-01-01T00:00:00.000Z' }]);
  });

  test('the person revokes a connection on the account page, and the next call is refused', async () => {
    await page.goto(`${origin}/account`);
    await page.screenshot({ path: await artefactPath('connected-assistants.png'), fullPage: true });
    await page.getByRole('button', { name: 'Revoke: Official client' }).click();
    await page.getByText('Official client is disconnected.').waitFor();
    // The client tries its refresh token, which is revoked too.
    await expect(client.listTools()).rejects.toThrow('grant request is invalid');
    expect(await page.getByRole('button', { name: 'Revoke: Second client' }).count()).toBe(1);
  });
});
