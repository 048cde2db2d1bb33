import { isIP } from 'node:net';
import type { ContextSources } from '../../request/context-sources.ts';
import { isObject, type JsonObject } from '../../request/read-request.ts';
import type { ContextExchange } from '../../request/request-context.ts';
import type { GeoLocation } from '../../request/viewer/geo-database.ts';

/**
 * Returns the viewer context of a bid request as if it came from the viewer's browser. The HTTP headers are those of
 * the requesting back end, so their values are taken from `device`. Source: OpenRTB 2.6, 3.2.18 and 3.2.29;
 * wire-protocol 12(c) 38.
 */
export function bidContext(
  device: JsonObject,
  target: string,
  sources: ContextSources,
): { readonly exchange: ContextExchange; readonly sources: ContextSources } {
  // Without an address, only the stated geo data is used.
  const address = [textOf(device['ip']), textOf(device['ipv6'])].find(isAddress) ?? '';
  return {
    exchange: { target, peer: undefined, fields: () => undefined, header: (name) => headerOf(device, name) },
    sources: {
      ...sources,
      clientAddress: { isTrusted: () => false, of: () => address },
      geo: { locationOf: (from) => ({ ...sources.geo?.locationOf(from), ...statedLocation(device) }) },
    },
  };
}

/** Returns city and postal code. Country and region are among the parameters. Source: OpenRTB 2.6, 3.2.19. */
function statedLocation({ geo }: JsonObject): Pick<GeoLocation, 'city' | 'postalCode'> {
  const { city, zip } = isObject(geo) ? geo : {};
  const [cityName, postalCode] = [textOf(city), textOf(zip)];
  return {
    ...(cityName === undefined ? {} : { city: [cityName] }),
    ...(postalCode === undefined ? {} : { postalCode }),
  };
}

function headerOf(device: JsonObject, name: string): string | undefined {
  const { sua } = device;
  switch (name) {
    case 'accept-language':
      return textOf(device['language']);
    case 'user-agent':
      return textOf(device['ua']);
    case 'sec-gpc':
      // Do Not Track and Limit Ad Tracking are treated equally.
      return device['dnt'] === 1 || device['lmt'] === 1 ? '1' : undefined;
    case 'sec-ch-ua-platform':
      return isObject(sua) && isObject(sua['platform']) ? textOf(sua['platform']['brand']) : undefined;
    case 'sec-ch-ua-mobile':
      return isObject(sua) && typeof sua['mobile'] === 'number' ? `?${sua['mobile']}` : undefined;
    default:
      return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Other values are not addresses and must not be cached as such. */
function isAddress(text: string | undefined): boolean {
  return text !== undefined && isIP(text) !== 0;
}
