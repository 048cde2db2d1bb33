import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  keepPicture,
  overflowOf,
  resize,
  settle,
  showBy,
  violationsOn,
  watchTraffic,
} from '../../support/browser/web-page-checks.ts';
import { startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { MailServer } from '../../support/services/mail-server.ts';

const guest = 'guest@placard.example';
const password = 'four words of this test';
const sizes = [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 800 },
] as const;

let world: WebWorld;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await MailServer.start();
  world = await startWebWorld({ PLACARD_SMTP_URL: mailServer.url, PLACARD_MAIL_FROM: 'ads@placard.example' });
});
afterAll(async () => {
  await world?.close();
  await mailServer?.close();
});

/** Checks a page in both themes and on a desktop and a phone. */
async function problemsOn(
  page: Page,
  name: string,
  show: (page: Page, scheme: 'light' | 'dark') => Promise<void>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const size of sizes) {
    await resize(page, size);
    for (const scheme of ['light', 'dark'] as const) {
      await show(page, scheme);
      const about = `${name}-${size.name}-${scheme}`;
      await keepPicture(page, about);
      problems.push(...(await violationsOn(page)).map((problem) => `${about}: ${problem}`));
      if ((await overflowOf(page)) > 0) problems.push(`${about}: too wide`);
    }
  }
  await resize(page, sizes[0]);
  await show(page, 'light');
  return problems;
}

/** Pages without scripts follow the setting of the browser. */
const showByBrowser = (page: Page, colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme });

test('an administrator invites a user, who accepts the copied link and signs in', async () => {
  const { page, context, faults } = await world.open('admin');
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.url });
  await page.goto(`${world.url}/administration/users`);
  await page.getByRole('button', { name: 'New user' }).click();
  await page.getByRole('menuitem', { name: 'Invite with a link' }).click();
  const form = page.getByRole('dialog', { name: 'Invite a user' });
  await form.getByLabel('Email address').fill(guest);
  expect(await problemsOn(page, 'invite', showBy)).toEqual([]);
  await form.getByRole('radio', { name: 'Ad operations' }).check();
  await form.getByRole('button', { name: 'Invite user' }).click();
  const dialog = page.getByRole('dialog', { name: `Link for ${guest}` });
  await dialog.getByText(`The link was sent to ${guest}.`).waitFor();
  expect(await problemsOn(page, 'invitation-link', showBy)).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy Link' }).click();
  const first = await page.evaluate(() => navigator.clipboard.readText());
  expect(first).toMatch(/\/invitation\?token=[\w-]{59}$/);
  expect(mailServer.mailsTo(guest)[0]).toContain(first);
  await dialog.getByRole('button', { name: 'I copied the link' }).click();

  const row = page.getByRole('row').filter({ hasText: guest });
  await row.getByText('Invited', { exact: true }).waitFor();
  await row.getByText(/^Expires /).waitFor();
  await settle(page);
  expect(await problemsOn(page, 'users-invited', showBy)).toEqual([]);
  await row.getByRole('button', { name: `Invitation of ${guest}` }).click();
  await page.getByRole('menuitem', { name: 'Copy new link' }).click();
  const second = (await dialog.locator('code').textContent()) ?? '';
  expect(second).not.toBe(first);
  await dialog.getByRole('button', { name: 'I copied the link' }).click();
  expect(mailServer.mailsTo(guest)).toHaveLength(1);

  const visitor = await world.browser.newContext({ locale: 'en-GB', viewport: sizes[0] });
  const visited = await visitor.newPage();
  watchTraffic(visited);
  await visited.goto(first);
  await visited.getByRole('heading', { name: 'The link is not valid' }).waitFor();
  expect(await problemsOn(visited, 'invitation-invalid', showByBrowser)).toEqual([]);
  await visited.goto(second);
  expect(await visited.getByLabel('Email address').inputValue()).toBe(guest);
  expect(await problemsOn(visited, 'invitation', showByBrowser)).toEqual([]);
  await visited.getByLabel('Name').fill('Gina Guest');
  await visited.getByLabel(/^New password/).fill('gina guest guest');
  await visited.keyboard.press('Enter');
  await visited
    .getByRole('alert')
    .getByText(/too easy to guess/)
    .waitFor();
  expect(await problemsOn(visited, 'invitation-refused', showByBrowser)).toEqual([]);
  await visited.getByLabel(/^New password/).fill(password);
  await visited.keyboard.press('Enter');
  await visited.getByRole('button', { name: /Gina Guest/ }).waitFor();
  await visited.goto(second);
  await visited.getByRole('heading', { name: 'The link is not valid' }).waitFor();

  await visited.goto(`${world.url}/sign-out`);
  await visited.getByRole('button', { name: 'Sign out' }).click();
  await visited.getByLabel('Email address').fill(guest);
  await visited.getByLabel('Password').fill(password);
  await visited.getByRole('button', { name: 'Sign in' }).click();
  await visited.getByRole('button', { name: /Gina Guest/ }).waitFor();
  await visitor.close();

  await page.reload();
  await page.getByRole('row').filter({ hasText: 'Gina Guest' }).getByText('Active', { exact: true }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('an administrator revokes an invitation and creates a link on the page of the user', async () => {
  const invited = await world.placard.call('POST', '/api/v1/users/actions/invite', {
    json: { email: 'other@placard.example', name: 'Otto Other', role: 'viewer', sendEmail: false },
  });
  expect(invited.status).toBe(201);
  const { page, context, faults } = await world.open('admin');
  await page.goto(`${world.url}/administration/users`);
  await page.getByRole('button', { name: 'Invitation of Otto Other' }).click();
  await page.getByRole('menuitem', { name: 'Revoke invitation' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke invitation' }).click();
  await page.getByText('Invitation revoked').waitFor();
  await page.getByRole('link', { name: 'Otto Other' }).click();
  await page.getByRole('button', { name: 'Create invitation link' }).click();
  await page.getByRole('button', { name: 'I copied the link' }).click();
  await page.getByText('None. The user has not accepted the invitation yet.').waitFor();
  await settle(page);
  expect(await problemsOn(page, 'user-invited', showBy)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

test('a user opens the preferences from the bell, and changes a channel that survives a reload', async () => {
  const { page, context, faults } = await world.open('viewer');
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await page.getByRole('link', { name: 'Notification preferences' }).click();
  await page.waitForURL(`${world.url}/preferences`);
  const mentions = page.getByRole('checkbox', { name: 'Mentions: by email' });
  expect(await mentions.isChecked()).toBe(false);
  await mentions.focus();
  await page.keyboard.press('Space');
  await page.getByText('Preferences saved').waitFor();
  await page.reload();
  await mentions.waitFor();
  expect(await mentions.isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { name: 'Mentions: in the app' }).isChecked()).toBe(true);
  await settle(page);
  expect(await problemsOn(page, 'preferences', showBy)).toEqual([]);

  const { call } = world.placard;
  const { body: users } = await call('GET', '/api/v1/users?email=viewer@placard.example');
  const [{ id }] = users as [{ readonly id: number }];
  const json = { kind: 'bookings', objectId: world.booked.bookingId, text: 'Please check', mentionIds: [id] };
  expect((await call('POST', '/api/v1/comments', { json })).status).toBe(201);
  await expect.poll(() => mailServer.mailsTo('viewer@placard.example').length, { timeout: 20_000 }).toBe(1);
  expect(faults).toEqual([]);
  await context.close();
});
