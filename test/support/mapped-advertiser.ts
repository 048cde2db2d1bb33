import { makeObject } from './make-objects.ts';
import type { TestManagement } from './test-management.ts';

/** Somebody who acts for one brand: `who` as the second half of a call, and a booking in a campaign of that brand. */
export type MappedAdvertiser = {
  readonly brand: number;
  readonly who: { readonly user: number };
  makeBooking(fields?: Readonly<Record<string, unknown>>): Promise<MadeBooking>;
};
type MadeBooking = { readonly id: number; readonly campaignId: number; readonly positionIds: readonly number[] };

export async function mapAdvertiser(management: TestManagement): Promise<MappedAdvertiser> {
  const { id: partner } = await makeObject(management, 'media-partners');
  const { id: brand } = await makeObject(management, 'brands', { mediaPartnerId: partner });
  const user = await makeObject(management, 'users', { role: 'advertiser' });
  const body = { user: user['email'], advertiserCompanyId: partner, brandId: brand };
  const mapped = await management.call('POST', '/user-mapping', { body });
  if (mapped.status !== 201) throw new Error(JSON.stringify(mapped.body));
  return {
    brand,
    who: { user: user.id },
    makeBooking: async (fields = {}) => {
      const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner, brandIds: [brand] };
      const { id: campaignId } = await makeObject(management, 'campaigns', companies);
      return (await makeObject(management, 'bookings', { campaignId, ...fields })) as unknown as MadeBooking;
    },
  };
}
