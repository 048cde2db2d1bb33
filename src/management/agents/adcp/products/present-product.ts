import type { GetProductsResponse, PricingOption } from '@adcp/sdk/types';
import type { PriceModel } from '../../../../core/pricing/price-model.ts';
import type { PropertySelection } from '../../../../platform/db/tables/authorization-tables.ts';
import { propertyIdOf } from '../../authorization/authorization-documents.ts';
import type { Offer } from './offer.ts';
import type { ProtocolForecast } from './present-forecast.ts';
import type { RankedOffer } from './rank-offers.ts';

type Product = GetProductsResponse['products'][number];

/** Addresses that products contain. */
export type Addresses = {
  readonly agentUrl: string;
  /** Domain of publications that have none of their own, such as those of screens. */
  readonly ownDomain: string;
};

/** Returns an offer as a product of the protocol. */
export function presentProduct(
  { offer, matches }: RankedOffer,
  { forecast, ...addresses }: Addresses & { readonly forecast: ProtocolForecast | null },
): Product {
  return {
    product_id: offer.productId,
    name: offer.name,
    description: offer.description,
    publisher_properties: propertiesOf(offer, addresses.ownDomain) as Product['publisher_properties'],
    channels: channelsOf(offer),
    format_ids: offer.formats.map(({ code }) => ({ agent_url: addresses.agentUrl, id: code })),
    delivery_type: offer.deliveryType,
    pricing_options: offer.pricingOptions.map((option) => presentPrice(option, offer.minimumBudget)),
    reporting_capabilities: {
      available_reporting_frequencies: ['hourly', 'daily'],
      expected_delay_minutes: 1,
      timezone: offer.publications[0]?.timeZone ?? 'UTC',
      supports_webhooks: false,
      available_metrics: ['impressions', 'spend', 'clicks', 'ctr', 'viewability'],
      date_range_support: 'date_range',
    },
    ...(forecast !== null && { forecast }),
    ...(matches.length > 0 && { brief_relevance: `Contains words of the brief: ${matches.join(', ')}` }),
  };
}

/** Returns the channels of an offer by its type and its media. */
export function channelsOf({ type, formats }: Pick<Offer, 'type' | 'formats'>): NonNullable<Product['channels']> {
  if (type === 'in_store') return ['dooh'];
  const channelOf = (mediaType: string) => {
    if (mediaType === 'video') return 'olv';
    return mediaType === 'audio' ? 'streaming_audio' : 'display';
  };
  return [...new Set(formats.map(({ mediaType }) => channelOf(mediaType)))] as NonNullable<Product['channels']>;
}

/**
 * Returns the properties of an offer. A domain whose adagents.json was checked is stated with the properties that it
 * authorizes; of other domains, all are stated.
 */
function propertiesOf({ publications }: Offer, ownDomain: string) {
  const selections = publications.flatMap(({ id, domains, authorized }) =>
    domains.map((domain) => ({ publisher_domain: domain, ...ownSelection(authorized[domain], id) })),
  );
  const distinct = new Map(selections.map((selection) => [JSON.stringify(selection), selection]));
  return distinct.size === 0 ? [{ publisher_domain: ownDomain, selection_type: 'all' }] : [...distinct.values()];
}

/** A file that names the publication by the ID that Placard proposes authorizes others of the domain separately. */
function ownSelection(authorized: PropertySelection | undefined, publicationId: number): PropertySelection {
  if (authorized?.selection_type !== 'by_id') return authorized ?? { selection_type: 'all' };
  const own = propertyIdOf(publicationId);
  return authorized.property_ids.includes(own) ? { selection_type: 'by_id', property_ids: [own] } : authorized;
}

/** Price model of the protocol with its parameters. A `cpv` of Placard counts a view when the video starts. */
const protocolModels: Readonly<
  Record<Exclude<PriceModel, 'cpa'>, { readonly pricing_model: string; readonly parameters?: unknown }>
> = {
  cpm: { pricing_model: 'cpm' },
  vcpm: { pricing_model: 'vcpm' },
  cpc: { pricing_model: 'cpc' },
  cpcv: { pricing_model: 'cpcv' },
  cpv: { pricing_model: 'cpv', parameters: { view_threshold: 0 } },
  cpd: { pricing_model: 'time', parameters: { time_unit: 'day' } },
  flat: { pricing_model: 'flat_rate' },
  flat_over_flight: { pricing_model: 'flat_rate' },
};

/** Returns the price model of the protocol with its parameters. */
export function protocolPriceOf(model: PriceModel) {
  return protocolModels[model as Exclude<PriceModel, 'cpa'>];
}

function presentPrice(
  { code, model, rate }: Offer['pricingOptions'][number],
  minimum: Offer['minimumBudget'],
): PricingOption {
  return {
    pricing_option_id: code,
    ...protocolPriceOf(model),
    currency: rate.currency,
    fixed_price: Number(rate.amount),
    ...(minimum?.currency === rate.currency && { min_spend_per_package: minimum.micros / 1_000_000 }),
  } as PricingOption;
}
