import type { Browser, BrowserContext, Page } from 'playwright-core';
import {
  createUser,
  createUserMapping,
  getBooking,
  getCampaign,
  setUserPassword,
} from '../../../src/client/generated/sdk.gen.ts';
import { orThrow } from '../../../src/client/placard-problem.ts';
import type { Role } from '../../../src/contract/access/scopes.ts';
import { type BookedBanner, bookOneBanner } from '../fixtures/book-one-banner.ts';
import { type RunningPlacard, startPlacard } from '../process/running-placard.ts';
import { collectFaults, launchChromium } from './browser.ts';
import { settle, watchTraffic } from './web-page-checks.ts';

const password = 'a password of this test';

/** A server with a running campaign, a user of each role, and a browser. */
export type WebWorld = {
  readonly placard: RunningPlacard;
  readonly browser: Browser;
  readonly booked: BookedBanner;
  readonly url: string;
  /** Opens a window in which the user of a role is signed in. */
  open(role: Role): Promise<Desk>;
  close(): Promise<void>;
};

/** A page, and the faults of its window: console errors and exceptions. */
export type Desk = {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly faults: string[];
  /** Opens a path and waits until the page has all its data. */
  go(path: string): Promise<Page>;
};

/** Starts the server and the browser. The advertiser is mapped to the booked brand. */
export async function startWebWorld(environment: Readonly<Record<string, string>> = {}): Promise<WebWorld> {
  const [placard, browser] = await Promise.all([
    startPlacard({
      PLACARD_DEMO: 'off',
      PLACARD_ADMIN_EMAIL: emailOf('admin'),
      PLACARD_ADMIN_PASSWORD: password,
      ...environment,
    }),
    launchChromium(),
  ]);
  const booked = await bookOneBanner(placard.call, {
    location: '_news_home_',
    format: { code: 'rectangle', width: 300, height: 250 },
    domain: 'harbour.example',
    clickUrl: 'https://harbour.example/spring',
    cpm: { amount: '4.00', currency: 'EUR' },
  });
  await makePeople(placard, booked);
  const sessions = new Map<Role, StorageState>();
  return {
    placard,
    browser,
    booked,
    url: placard.managementUrl,
    open: (role) => openDesk({ browser, url: placard.managementUrl, sessions }, role),
    close: async () => {
      await browser.close();
      await placard.close();
    },
  };
}

async function makePeople({ client }: RunningPlacard, { bookingId }: BookedBanner): Promise<void> {
  for (const role of ['manager', 'reviewer', 'viewer', 'advertiser'] as const) {
    const body = { name: `The ${role}`, email: emailOf(role), role };
    const { data: user } = await orThrow(createUser({ client, body }));
    await orThrow(setUserPassword({ client, path: { id: user.id }, body: { password } }));
  }
  const { data: booking } = await orThrow(getBooking({ client, path: { id: bookingId } }));
  const { data: campaign } = await orThrow(getCampaign({ client, path: { id: booking.campaignId } }));
  const { advertiserCompanyId, brandIds } = campaign;
  await orThrow(
    createUserMapping({
      client,
      body: { user: emailOf('advertiser'), advertiserCompanyId, brandId: brandIds[0] ?? 0 },
    }),
  );
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;
type Lobby = {
  readonly browser: Browser;
  readonly url: string;
  /** Sessions of earlier windows, because signing in takes seconds. */
  readonly sessions: Map<Role, StorageState>;
};

async function openDesk({ browser, url, sessions }: Lobby, role: Role): Promise<Desk> {
  const known = sessions.get(role);
  const context = await browser.newContext({
    viewport: { width: 1360, height: 860 },
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    ...(known !== undefined && { storageState: known }),
  });
  const faults: string[] = [];
  context.on('page', (opened) => {
    watchTraffic(opened);
    collectFaults(opened, faults);
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`${url}/`);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const email = page.getByLabel('Email address');
  await navigation.or(email).first().waitFor();
  // A test may have ended the earlier session.
  if (await email.isVisible()) {
    await signIn(page, role);
    await navigation.waitFor();
    sessions.set(role, await context.storageState());
  }
  const go = async (path: string): Promise<Page> => {
    await page.goto(url + path);
    await settle(page);
    return page;
  };
  return { page, context, faults, go };
}

async function signIn(page: Page, role: Role): Promise<void> {
  await page.getByLabel('Email address').fill(emailOf(role));
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

function emailOf(role: Role): string {
  return `${role}@placard.example`;
}
