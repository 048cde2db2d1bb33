import type { DecisioningCapabilities } from '@adcp/sdk/server';
import type { Buyer } from './accounts/read-buyer.ts';

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
