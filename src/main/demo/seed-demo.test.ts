import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestManagement, type TestManagement } from '../../../test/support/server/test-management.ts';
import { demoPositions } from './demo-account.ts';
import { demoCampaigns } from './demo-campaigns.ts';
import { demoProducts, demoShop } from './demo-shop.ts';
import type { ManagementCall } from './management-client.ts';
import { seedDemo } from './seed-demo.ts';

const account = { deliveryUrl: 'http://ads.example', log: { info: () => undefined } };
type Named = { readonly externalId: string; readonly status: string };

/** Each test draws and uploads all banners: 15 seconds on an idle machine, minutes on a busy one. */
const timeout = 240_000;

describe('the demo seed', { timeout }, () => {
  let management: TestManagement;

  beforeEach(async () => {
    management = await startTestManagement();
  });

  afterEach(async () => {
    await management.close();
  });

  test('creates every campaign in its status, without duplicates', async () => {
    const call = callThrough(management);
    const first = await seedDemo({ ...account, call });
    expect(first).toMatchObject({ campaigns: demoCampaigns.length, products: demoProducts.length, present: 0 });
    expect(await statuses(management)).toEqual(wantedStatuses);
    const before = await counts(management);
    expect(before[0]).toBe(demoPositions.length + demoShop.locations.length);
    const second = await seedDemo({ ...account, call });
    expect(second).toMatchObject({ created: 0, present: first.created });
    expect(await counts(management)).toEqual(before);
  });

  test('is completed after repeated interruptions', async () => {
    const call = callThrough(management);
    // Each run continues after the previous interruption: among the inventory, the creatives and the bookings.
    for (const changes of [9, 51, 45, 22]) {
      const interrupted = seedDemo({ ...account, call: interruptAfter(changes, call) });
      await expect(interrupted).rejects.toThrow('the power is gone');
    }
    await seedDemo({ ...account, call });
    expect(await statuses(management)).toEqual(wantedStatuses);
    const [positions, , , campaigns] = await counts(management);
    expect([positions, campaigns]).toEqual([
      demoPositions.length + demoShop.locations.length,
      demoCampaigns.length + 1,
    ]);
  });
});

const wantedStatuses = Object.fromEntries([
  ...demoCampaigns.map(({ externalId, status }) => [externalId, status]),
  [demoShop.campaign.externalId, 'running'],
]);

async function statuses(management: TestManagement): Promise<Readonly<Record<string, string>>> {
  const { body } = await management.call('GET', '/campaigns?limit=500');
  return Object.fromEntries((body as Named[]).map(({ externalId, status }) => [externalId, status]));
}

async function counts(management: TestManagement): Promise<readonly number[]> {
  const lists = ['/inventory/position', '/brands', '/creatives', '/campaigns', '/bookings'];
  const answers = await Promise.all(lists.map((path) => management.call('GET', `${path}?limit=500`)));
  return answers.map(({ body }) => (body as readonly unknown[]).length);
}

/** Passes the seed's calls to the application without a network. */
function callThrough(management: TestManagement): ManagementCall {
  return async (method, path, content = {}) => {
    const request = await requestOf(content);
    const answer = await management.call(method, path, request);
    return { status: answer.status, headers: new Headers(answer.headers), body: answer.body };
  };
}

async function requestOf(content: NonNullable<Parameters<ManagementCall>[2]>) {
  if (content.multipart === undefined) return { ...content, body: content.json };
  const form = new Response(content.multipart);
  const headers = { ...content.headers, 'content-type': form.headers.get('content-type') ?? '' };
  return { payload: Buffer.from(await form.arrayBuffer()), headers };
}

function interruptAfter(changes: number, call: ManagementCall): ManagementCall {
  let done = 0;
  return async (method, path, content) => {
    if (method !== 'GET') {
      done += 1;
      if (done > changes) throw new Error('the power is gone');
    }
    return call(method, path, content);
  };
}
