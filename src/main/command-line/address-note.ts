import type { Config } from '../../platform/config/config.ts';

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Says which settings other devices need while the addresses in ads lead to this machine only; null if they do not. Ads, tracking
 * addresses and frames of HTML5 creatives contain these addresses.
 */
export function addressNote({
  deliveryUrl,
  creativeOrigin,
}: Pick<Config, 'deliveryUrl' | 'creativeOrigin'>): string | null {
  const missing = [
    ...(isLocal(deliveryUrl) ? ['PLACARD_DELIVERY_URL'] : []),
    ...(creativeOrigin !== null && isLocal(creativeOrigin) ? ['PLACARD_CREATIVE_ORIGIN'] : []),
  ];
  if (missing.length === 0) return null;
  return `  Ads work on this machine only. For other devices, set ${missing.join(' and ')}.`;
}

function isLocal(address: string): boolean {
  return loopback.test(new URL(address).hostname);
}
