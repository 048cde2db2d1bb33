import { expect } from 'vitest';
import type { ResourceKind } from '../../src/contract/resource-types/all-resource-types.ts';
import type { TestManagement } from './test-management.ts';

type Body = Record<string, unknown>;

let made = 0;

/** A number that no object of this test file has had. */
export function nextNumber(): number {
  made += 1;
  return made;
}

type MakeBody = (management: TestManagement, n: number) => Promise<Body>;

/** A valid body for each kind, after creating every object that it needs. A kind without one does not compile. */
const bodies: Readonly<Record<Exclude<ResourceKind, 'settings'>, MakeBody>> = {
  'inventory/publisher': async (_, n) => ({ companyName: `Publisher ${n}` }),
  'inventory/publication': async (management, n) => ({
    companyName: `Publication ${n}`,
    publisherId: await makeId(management, 'inventory/publisher'),
    timeZone: 'Europe/Amsterdam',
    domains: ['courier.example'],
  }),
  'inventory/location': async (management, n) => ({
    publicationId: await makeId(management, 'inventory/publication'),
    code: `_location${n}_`,
  }),
  'inventory/format': async (_, n) => ({ code: `format${n}`, width: 300, height: 250 }),
  'inventory/position': async (management, n) => ({
    locationId: await makeId(management, 'inventory/location'),
    formatId: await makeId(management, 'inventory/format'),
    code: `_${n}`,
  }),
  'media-partners': async (_, n) => ({ name: `Partner ${n}`, roles: ['ADVERTISER', 'INVOICE'] }),
  brands: async (management, n) => ({ name: `Brand ${n}`, mediaPartnerId: await makeId(management, 'media-partners') }),
  campaigns: async (management, n) => {
    const partner = await makeId(management, 'media-partners');
    const brand = await makeObject(management, 'brands', { mediaPartnerId: partner });
    return { name: `Campaign ${n}`, advertiserCompanyId: partner, invoiceCompanyId: partner, brandIds: [brand['id']] };
  },
  bookings: async (management, n) => ({
    name: `Booking ${n}`,
    campaignId: await makeId(management, 'campaigns'),
    type: 'display',
    startDate: '2027-01-01T00:00:00+01:00',
    positionIds: [await makeId(management, 'inventory/position')],
  }),
  creatives: async (management, n) => ({
    name: `Creative ${n}`,
    kind: 'html',
    brandId: await makeId(management, 'brands'),
    formatId: await makeId(management, 'inventory/format'),
    html: '<b>Coffee</b>',
  }),
  products: async (management, n) => ({
    brandId: await makeId(management, 'brands'),
    sku: `sku-${n}`,
    name: `Product ${n}`,
    link: `https://shop.example/sku-${n}`,
  }),
  users: async (_, n) => ({ name: `User ${n}`, email: `user${n}@publisher.example`, role: 'viewer' }),
  'identity-providers': async (_, n) => ({
    name: `Provider ${n}`,
    issuer: `https://login${n}.example`,
    clientId: 'placard',
    clientSecret: 'a secret of the provider',
    domains: [`company${n}.example`],
  }),
  webhooks: async (_, n) => ({
    name: `Webhook ${n}`,
    url: `https://receiver${n}.example/placard`,
    eventTypes: ['booking.approved'],
  }),
  'report-schedules': async (_, n) => ({
    name: `Schedule ${n}`,
    report: { period: 'yesterday' },
    timeZone: 'Europe/Amsterdam',
    cadence: 'daily',
    hour: 6,
    format: 'csv',
    tellsWebhooks: true,
  }),
  'destination-connections': async (_, n) => ({
    name: `Connection ${n}`,
    kind: 'bucket',
    bucket: `audiences-${n}`,
    endpoint: 'https://s3.example',
    accessKeyId: 'an access key',
    secretAccessKey: 'a secret of the bucket',
  }),
  segments: async (_, n) => ({ name: `Segment ${n}`, code: `segment-${n}` }),
  'service-accounts': async (_, n) => ({ name: `Account ${n}`, scopes: ['campaigns:read'] }),
};

export const creatableKinds = Object.keys(bodies);

/** Bodies of operations that make no object of their own. */
export async function makeMappingBody(management: TestManagement): Promise<Body> {
  const brand = await makeObject(management, 'brands');
  const user = `mapped${nextNumber()}@publisher.example`;
  return { user, mappings: [{ advertiserCompanyId: brand['mediaPartnerId'], brandId: brand.id }] };
}

/** A valid body of this kind; `fields` replace or add to it. */
export async function makeBody(management: TestManagement, kind: string, fields: Body = {}): Promise<Body> {
  const make = (bodies as Readonly<Record<string, MakeBody>>)[kind];
  if (make === undefined) throw new Error(`test/support/make-objects.ts knows no body for ${kind}`);
  return { ...(await make(management, nextNumber())), ...fields };
}

/** Creates an object of this kind and answers it. */
export async function makeObject(
  management: TestManagement,
  kind: string,
  fields: Body = {},
): Promise<Body & { id: number }> {
  const answer = await management.call('POST', `/${kind}`, { body: await makeBody(management, kind, fields) });
  expect(answer, `create ${kind}`).toMatchObject({ status: 201 });
  return answer.body;
}

async function makeId(management: TestManagement, kind: string): Promise<number> {
  return (await makeObject(management, kind)).id;
}
