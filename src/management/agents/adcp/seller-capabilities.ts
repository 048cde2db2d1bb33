import type { DecisioningCapabilities } from '@adcp/sdk/server';
import type { Buyer } from './accounts/read-buyer.ts';
import { minimumAudienceSize } from './audiences/read-audiences.ts';

/** What the seller agent supports: specialisms, channels, prices and targeting of AdCP 3.0. */
export function sellerCapabilities({ test }: Pick<Buyer, 'test'>) {
  return {
    specialisms: [
      'sales-guaranteed',
      'sales-non-guaranteed',
      'sales-proposal-mode',
      'sales-catalog-driven',
      'creative-ad-server',
      'audience-sync',
    ],
    channels: ['display', 'olv', 'streaming_audio', 'dooh'],
    pricingModels: ['cpm', 'vcpm', 'cpc', 'cpcv', 'cpv', 'time', 'flat_rate'],
    targeting: {
      geo_countries: true,
      geo_regions: true,
      device_type: true,
      language: true,
      audience_include: true,
      audience_exclude: true,
    },
    audience_targeting: {
      supported_identifier_types: ['hashed_email', 'hashed_phone'],
      supported_uid_types: ['rampid', 'id5', 'uid2', 'euid', 'pairid', 'maid', 'publisher_first_party'],
      minimum_audience_size: minimumAudienceSize,
      matching_latency_hours: { min: 0, max: 1 },
    },
    conversion_tracking: {
      multi_source_event_dedup: false,
      supported_uid_types: ['publisher_first_party'],
    },
    supportedBillings: ['operator', 'advertiser'],
    reporting: {
      frequencies: ['hourly', 'daily'],
      expected_delay_minutes: 1,
      timezone: 'UTC',
      metrics: ['impressions', 'spend', 'clicks', 'ctr', 'views', 'completed_views', 'viewability'],
      date_range_support: 'date_range',
      supports_webhooks: false,
      availableDimensions: ['creative'],
    },
    config: {},
    ...(test && { compliance_testing: {} }),
  } as const satisfies DecisioningCapabilities;
}
