import { sql } from 'kysely';
import { type Role, roles } from '../../../src/contract/access/scopes.ts';
import { makeObject } from '../fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../server/test-management.ts';

/** Objects of one advertiser: one of each kind, all with the tenant's word in their names. */
export type Tenant = {
  readonly word: string;
  readonly partner: number;
  readonly brand: number;
  readonly campaign: number;
  readonly booking: number;
  readonly creative: number;
  readonly product: number;
  readonly conversion: number;
  readonly conversionAction: number;
};

/**
 * Two advertisers that deliver on one position, and a user of each role. The advertiser user is mapped only to `own`.
 */
export type TwoTenants = {
  readonly management: TestManagement;
  readonly position: number;
  readonly format: number;
  readonly own: Tenant;
  readonly foreign: Tenant;
  readonly userOfRole: ReadonlyMap<Role, number>;
};

/** An ID without an object. */
export const absentId = 999_999_999;

export async function startTwoTenants(): Promise<TwoTenants> {
  const management = await startTestManagement();
  const { id: position, formatId } = await makeObject(management, 'inventory/position');
  const format = formatId as number;
  const own = await makeTenant(management, { word: 'Ownword', position, format });
  const foreign = await makeTenant(management, { word: 'Foreignword', position, format });
  const userOfRole = new Map<Role, number>();
  for (const role of roles) {
    const user = await makeObject(management, 'users', { role, email: `${role}@tenants.example` });
    userOfRole.set(role, user.id);
  }
  const body = { user: 'advertiser@tenants.example', advertiserCompanyId: own.partner, brandId: own.brand };
  const mapped = await management.call('POST', '/user-mapping', { body });
  if (mapped.status !== 201) throw new Error(JSON.stringify(mapped.body));
  await sql`
    insert into delivery_hour (hour_at, local_day, booking_id, creative_id, position_id, impressions, viewables, clicks)
    values ('2027-01-01T10:00:00Z', '2027-01-01', ${own.booking}, ${own.creative}, ${position}, 3, 0, 0),
      ('2027-01-01T10:00:00Z', '2027-01-01', ${foreign.booking}, ${foreign.creative}, ${position}, 40, 0, 0)
  `.execute(management.database);
  return { management, position, format, own, foreign, userOfRole };
}

async function makeTenant(
  management: TestManagement,
  { word, position, format }: { readonly word: string; readonly position: number; readonly format: number },
): Promise<Tenant> {
  const named = (what: string) => ({ name: `${word} ${what}`, externalId: `${word}-${what}` });
  const partner = (await makeObject(management, 'media-partners', named('partner'))).id;
  const brand = (await makeObject(management, 'brands', { ...named('brand'), mediaPartnerId: partner })).id;
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner, brandIds: [brand] };
  const campaign = (await makeObject(management, 'campaigns', { ...named('campaign'), ...companies })).id;
  const creative = (
    await makeObject(management, 'creatives', { ...named('creative'), brandId: brand, formatId: format })
  ).id;
  const product = await makeObject(management, 'products', { ...named('product'), brandId: brand });
  const conversion = await tellOrder(management, partner, String(product['sku']));
  const scope = { mediaPartnerId: partner, brandId: brand };
  const action = await makeObject(management, 'conversion-actions', { ...named('action'), ...scope });
  const booking = await makeObject(management, 'bookings', {
    ...named('booking'),
    campaignId: campaign,
    positionIds: [position],
    creatives: [{ creativeId: creative }],
  });
  const ids = { product: product.id, conversion, conversionAction: action.id, booking: booking.id };
  return { word, partner, brand, campaign, creative, ...ids };
}

/** Reports an order of one product and returns its ID. */
async function tellOrder(management: TestManagement, mediaPartnerId: number, sku: string): Promise<number> {
  const lines = [{ sku, quantity: 1, unitPrice: { amount: '4.50', currency: 'EUR' } }];
  const conversions = [{ orderId: `order-${sku}`, occurredAt: new Date().toISOString(), lines }];
  const told = await management.call('POST', '/conversions', { body: { mediaPartnerId, conversions } });
  if (told.body.accepted !== 1) throw new Error(JSON.stringify(told.body));
  return told.body.results[0].id;
}
