import type { Kysely } from 'kysely';
import { vastVersions } from '../../../core/vast/vast-version.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { readSoldPublications } from '../authorization/read-seller.ts';
import type { Buyer } from './accounts/read-buyer.ts';
import { sellerCapabilities } from './seller-capabilities.ts';
import { signingCapability } from './signatures/signing-capability.ts';

/** Signatures of notifications. */
const signatures = {
  webhook_signing: {
    supported: true,
    profile: 'adcp/webhook-signing/v1',
    algorithms: ['ed25519'],
    legacy_hmac_fallback: true,
  },
} as const;

/**
 * Returns the response to `get_adcp_capabilities` with the members that the library omits: finances, prices, targeting, creative
 * specifications, the publishers' domains and the specialisms of the agent.
 */
export async function publishedCapabilities(
  database: Kysely<Database>,
  buyer: Pick<Buyer, 'test' | 'signing'>,
  content: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const { specialisms, pricingModels, targeting, channels } = sellerCapabilities(buyer);
  const mediaBuy = content['media_buy'] as Readonly<Record<string, unknown>> | undefined;
  const { geo_countries, geo_regions, language } = targeting;
  const publications = await readSoldPublications(database);
  const domains = [...new Set(publications.flatMap((publication) => publication.domains))].toSorted();
  return {
    ...content,
    account: { ...(content['account'] as object | undefined), account_financials: true },
    media_buy: {
      ...mediaBuy,
      supported_pricing_models: pricingModels,
      features: { ...(mediaBuy?.['features'] as object | undefined), catalog_management: true },
      execution: {
        creative_specs: { vast_versions: vastVersions, vpaid: false, simid: true },
        targeting: { geo_countries, geo_regions, language },
      },
      ...(domains.length > 0 && { portfolio: { publisher_domains: domains, primary_channels: channels } }),
    },
    creative: { has_creative_library: true, supports_generation: false, supports_transformation: false },
    specialisms,
    request_signing: signingCapability(buyer),
    ...signatures,
  };
}
