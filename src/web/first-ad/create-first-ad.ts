import {
  createBooking,
  createBrand,
  createCampaign,
  createLocation,
  createMediaPartner,
  createPosition,
  createPublication,
  createPublisher,
  getTestImage,
  listBrands,
  listLocations,
  listMediaPartners,
  listPositions,
  submitBooking,
} from '../../client/generated/sdk.gen.ts';
import type { Booking, Format, Position } from '../../client/generated/types.gen.ts';
import { orThrow } from '../../client/placard-problem.ts';
import { uploadCreative } from '../../client/upload-creative.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { dimensionsText } from '../inventory/model/format-choices.ts';
import { type FirstAdAttempt, keyOfStep } from './first-ad-attempt.ts';
import { siteNamesOf } from './site-names.ts';

/** What the user enters for the first ad. */
export type FirstAdInput = {
  readonly site: string;
  readonly format: Format;
  readonly advertiser: string;
  /** Null: the test image of the server. */
  readonly image: File | null;
  /** Empty: a click opens nothing. */
  readonly clickUrl: string;
};

/** The steps in their order. */
export const firstAdSteps = ['inventory', 'advertiser', 'creative', 'campaign', 'booking'] as const;
export type FirstAdStep = (typeof firstAdSteps)[number];

/** The created objects and the revision that delivers them. */
export type FirstAd = { readonly position: Position; readonly booking: Booking; readonly revision: number };

type Account = { readonly name: string | null; readonly timeZone: string };
type Context = {
  readonly input: FirstAdInput;
  readonly account: Account;
  readonly attempt: FirstAdAttempt;
};

/**
 * Creates everything from the publisher to a submitted booking. Existing objects with the same names are used again,
 * and a repeated call of an attempt creates nothing twice. A problem is thrown as `PlacardProblem`.
 */
export async function createFirstAd(context: Context, onStep: (step: FirstAdStep) => void): Promise<FirstAd> {
  const { input, attempt } = context;
  onStep('inventory');
  const position = await positionOf(context);
  onStep('advertiser');
  const { partnerId, brandId } = await advertiserOf(context);
  onStep('creative');
  const creativeId = await creativeOf(context, brandId);
  onStep('campaign');
  const campaign = {
    name: t('firstAd.text.campaignName', { advertiser: input.advertiser }),
    advertiserCompanyId: partnerId,
    invoiceCompanyId: partnerId,
    brandIds: [brandId],
  };
  const { id: campaignId } = await dataOf(
    createCampaign({ client, body: campaign, headers: keyed(attempt, 'campaign', campaign) }),
  );
  onStep('booking');
  const body = {
    campaignId,
    name: t('firstAd.text.bookingName', { advertiser: input.advertiser, format: input.format.name }),
    type: 'display' as const,
    startDate: attempt.startDate,
    positionIds: [position.id],
    creatives: [{ creativeId }],
  };
  const draft = await dataOf(createBooking({ client, body, headers: keyed(attempt, 'booking', body) }));
  const { data: booking, response } = await orThrow(
    submitBooking({ client, path: { id: draft.id }, headers: keyed(attempt, 'submit', draft.id) }),
  );
  return { position, booking, revision: Number(response.headers.get('Placard-Revision')) };
}

async function positionOf({ input, account, attempt }: Context): Promise<Position> {
  const { name, domains, locationCode } = siteNamesOf(input.site);
  const slotName = `${locationCode}-${input.format.code}`;
  const [known] = await dataOf(listPositions({ client, query: { slotName: [slotName] } }));
  if (known !== undefined) return known;
  const locationId = await locationOf({ name, domains, locationCode }, account, attempt);
  const position = {
    locationId,
    formatId: input.format.id,
    name: t('firstAd.text.positionName', { site: name, format: input.format.name }),
  };
  return dataOf(createPosition({ client, body: position, headers: keyed(attempt, 'position', position) }));
}

async function locationOf(
  site: ReturnType<typeof siteNamesOf>,
  account: Account,
  attempt: FirstAdAttempt,
): Promise<number> {
  const found = await dataOf(listLocations({ client, query: { search: site.locationCode } }));
  const known = found.find(({ code }) => code === site.locationCode);
  if (known !== undefined) return known.id;
  const publisher = { companyName: account.name ?? site.name };
  const { id: publisherId } = await dataOf(
    createPublisher({ client, body: publisher, headers: keyed(attempt, 'publisher', publisher) }),
  );
  const publication = {
    publisherId,
    companyName: site.name,
    timeZone: account.timeZone,
    domains: [...site.domains],
  };
  const { id: publicationId } = await dataOf(
    createPublication({ client, body: publication, headers: keyed(attempt, 'publication', publication) }),
  );
  const location = {
    publicationId,
    code: site.locationCode,
    name: t('firstAd.text.locationName', { site: site.name }),
  };
  const made = await dataOf(createLocation({ client, body: location, headers: keyed(attempt, 'location', location) }));
  return made.id;
}

async function advertiserOf({ input: { advertiser }, attempt }: Context) {
  const partners = await dataOf(listMediaPartners({ client, query: { search: advertiser, roles: ['ADVERTISER'] } }));
  const known = partners.find(({ name, roles }) => name === advertiser && roles.includes('INVOICE'));
  const partner = { name: advertiser, roles: ['ADVERTISER' as const, 'INVOICE' as const] };
  const partnerId =
    known?.id ??
    (await dataOf(createMediaPartner({ client, body: partner, headers: keyed(attempt, 'partner', partner) }))).id;
  const brands = await dataOf(listBrands({ client, query: { mediaPartnerId: [partnerId], search: advertiser } }));
  const knownBrand = brands.find(({ name }) => name === advertiser);
  const brand = { name: advertiser, mediaPartnerId: partnerId };
  const brandId =
    knownBrand?.id ?? (await dataOf(createBrand({ client, body: brand, headers: keyed(attempt, 'brand', brand) }))).id;
  return { partnerId, brandId };
}

async function creativeOf({ input, attempt }: Context, brandId: number): Promise<number> {
  const { format, image, advertiser } = input;
  const clickUrl = input.clickUrl.trim();
  const creative = {
    name: t('firstAd.text.creativeName', { advertiser, size: dimensionsText(format) }),
    kind: 'image' as const,
    brandId,
    formatId: format.id,
    ...(clickUrl === '' ? {} : { clickUrl }),
  };
  const file = image ?? (await testImageOf(format));
  const { id } = await dataOf(
    uploadCreative(client, {
      creative,
      file,
      fileName: image?.name ?? 'test-image.png',
      idempotencyKey: keyOfStep(attempt, 'creative', [creative, image?.name, image?.size, image?.lastModified]),
    }),
  );
  return id;
}

function testImageOf({ width, height }: Format): Promise<Blob> {
  return dataOf(getTestImage({ client, query: { width: width ?? 0, height: height ?? 0 }, parseAs: 'blob' }));
}

function keyed(attempt: FirstAdAttempt, step: string, body: unknown) {
  return { 'Idempotency-Key': keyOfStep(attempt, step, body) };
}
