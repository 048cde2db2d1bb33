import type { Config } from '../../platform/config/config.ts';

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Returns a note with the settings that other devices require if the URLs in ads are reachable from this machine only,
 * otherwise null. Ads, tracking URLs and frames of HTML5 creatives contain these URLs.
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
