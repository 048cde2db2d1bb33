import { demoLocations, demoPublications, demoTimeZone } from './demo-account.ts';
import { demoMediaPartners } from './demo-brands.ts';
import { type DemoBooking, type DemoCampaign, demoCampaigns } from './demo-campaigns.ts';
import { ensureAll, idOfPresent, inParallel, type SeedRun } from './ensure-objects.ts';
import { localMidnight } from './local-midnight.ts';
import type { Present } from './present-objects.ts';
import { creativeKey } from './seed-creatives.ts';
import type { DemoInventory } from './seed-inventory.ts';
import type { Partners } from './seed-media-partners.ts';
import { takeAction } from './take-action.ts';

type Made = { readonly inventory: DemoInventory; readonly partners: Partners; readonly banners: Present };

/** Creates the campaigns and their bookings, and brings each booking into its status. */
export async function seedCampaigns(seed: SeedRun, made: Made): Promise<void> {
  const campaigns = await ensureAll(seed, {
    path: '/api/v1/campaigns',
    identify: 'externalId',
    wanted: demoCampaigns.map((campaign) => ({
      key: campaign.externalId,
      body: () => campaignBody(seed, campaign, made.partners),
    })),
  });
  const bookings = await ensureAll(seed, {
    path: '/api/v1/bookings',
    identify: 'externalId',
    wanted: demoCampaigns.flatMap((campaign) =>
      campaign.bookings.map((booking) => ({
        key: booking.externalId,
        body: () =>
          bookingBody(seed, { campaign, booking, campaignId: idOfPresent(campaigns, campaign.externalId) }, made),
      })),
    ),
  });
  await inParallel(
    demoCampaigns.flatMap((campaign) => campaign.bookings),
    async (booking) => {
      for (const action of booking.actions) await takeAction(seed, idOfPresent(bookings, booking.externalId), action);
    },
  );
}

function campaignBody(seed: SeedRun, campaign: DemoCampaign, { companies, brands }: Partners): unknown {
  const partner = demoMediaPartners.find(({ brands: own }) => own.some((brand) => brand.externalId === campaign.brand));
  const companyId = idOfPresent(companies, partner?.externalId ?? '');
  return {
    externalId: campaign.externalId,
    name: campaign.name,
    advertiserCompanyId: companyId,
    invoiceCompanyId: companyId,
    brandIds: [idOfPresent(brands, campaign.brand)],
    type: campaign.type,
    ...(campaign.poNumber === undefined ? {} : { poNumber: campaign.poNumber }),
    ...(campaign.validUntilDay === undefined ? {} : { validUntil: dayFromNow(seed, campaign.validUntilDay) }),
  };
}

function bookingBody(
  seed: SeedRun,
  { campaign, booking, campaignId }: { campaign: DemoCampaign; booking: DemoBooking; campaignId: number },
  { inventory, banners }: Made,
): unknown {
  const ids = (present: Present, keys: readonly string[] | undefined) =>
    (keys ?? []).map((key) => idOfPresent(present, key));
  const timeZone = timeZoneOf(booking);
  return {
    externalId: booking.externalId,
    campaignId,
    name: booking.name,
    type: 'display',
    startDate: dayFromNow(seed, booking.startDay, timeZone),
    endDate: booking.endDay === null ? null : dayFromNow(seed, booking.endDay, timeZone),
    activeDays: booking.activeDays ?? [],
    positionIds: ids(inventory.positions, booking.inventory.slots),
    locationIds: ids(inventory.locations, booking.inventory.locations),
    publicationIds: ids(inventory.publications, booking.inventory.publications),
    publisherIds: ids(inventory.publishers, booking.inventory.publishers),
    priority: booking.priority,
    delivery:
      booking.goal === undefined
        ? { method: 'share' }
        : { method: 'even', goal: { kind: 'impressions', total: booking.goal } },
    ...(booking.devices !== undefined && { targeting: { fact: 'device', values: booking.devices } }),
    pricing: { model: 'cpm', rate: { amount: booking.cpm, currency: 'EUR' } },
    creatives: booking.formats.map((format) => ({
      creativeId: idOfPresent(banners, creativeKey(campaign.brand, format)),
      weight: 1,
    })),
  };
}

/** Returns the time zone of the first booked publication. */
function timeZoneOf({ inventory: { publications = [], locations = [], slots = [] } }: DemoBooking): string {
  const publication =
    publications[0] ??
    demoLocations.find(({ code }) => locations[0] === code || slots[0]?.startsWith(code) === true)?.publication;
  return demoPublications.find(({ externalId }) => externalId === publication)?.timeZone ?? demoTimeZone;
}

function dayFromNow(seed: SeedRun, days: number, timeZone = demoTimeZone): string {
  return localMidnight({ nowMs: seed.nowMs, days, timeZone });
}
