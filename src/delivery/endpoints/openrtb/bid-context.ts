import { isIP } from 'node:net';
import type { ContextSources } from '../../request/context-sources.ts';
import { isObject, type JsonObject } from '../../request/read-request.ts';
import type { ContextExchange } from '../../request/request-context.ts';
import type { GeoLocation } from '../../request/viewer/geo-database.ts';

/**
 * The viewer of a bid request as if it had come from his browser: its headers are those of the back end that asks, and what
 * they would say stands in `device`. Source: OpenRTB 2.6, 3.2.18 and 3.2.29; wire-protocol 12(c) 38.
 */
export function bidContext(
  device: JsonObject,
  target: string,
  sources: ContextSources,
): { readonly exchange: ContextExchange; readonly sources: ContextSources } {
  // Behind no address there is no place but the one that is said.
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

/** City and postal code; country and region stand among the parameters. Source: OpenRTB 2.6, 3.2.19. */
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
      // Do not track, or limit ad tracking: the same wish, and all that a device has to say it with.
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

/** Whatever else stands there is none, and must not be remembered as one. */
function isAddress(text: string | undefined): boolean {
  return text !== undefined && isIP(text) !== 0;
}
