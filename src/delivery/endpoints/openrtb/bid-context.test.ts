import { expect, test } from 'vitest';
import type { ContextSources } from '../../request/context-sources.ts';
import { bidContext } from './bid-context.ts';

/** Returns the IP address for which geo data was requested. */
function askedFor(device: Record<string, unknown>): string | undefined {
  const none = { isTrusted: () => false, of: () => '' };
  const { exchange, sources } = bidContext(device, '/openrtb2', {
    clientAddress: none,
    geo: null,
  } as unknown as ContextSources);
  return sources.clientAddress.of(exchange);
}

test('the address of a device is a valid IP address or missing', () => {
  expect(askedFor({ ip: '203.0.113.7' })).toBe('203.0.113.7');
  expect(askedFor({ ipv6: '2001:db8::7' })).toBe('2001:db8::7');
  expect(askedFor({ ip: 'unknown', ipv6: '2001:db8::7' })).toBe('2001:db8::7');
  // Arbitrary values would fill the geo cache.
  for (const ip of ['x'.repeat(60_000), '203.0.113.7:80', ' 203.0.113.7', '', 7, null, {}]) {
    expect(askedFor({ ip, ipv6: ip })).toBe('');
  }
});
