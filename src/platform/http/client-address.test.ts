import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClientAddress } from './client-address.ts';

const proxies = ['10.0.0.0/8', '::1', '2001:db8:1::/48', '127.0.0.1'];
const { of, isTrusted } = createClientAddress(proxies, 'x-forwarded-for');

function exchange(peer: string | undefined, forwarded?: string) {
  return { peer, fields: (name: string) => (name === 'x-forwarded-for' ? forwarded : undefined) };
}

describe('client address', () => {
  test.each([
    ['the peer', '203.0.113.9', undefined, '203.0.113.9'],
    ['the peer, regardless of its headers', '203.0.113.9', '198.51.100.7', '203.0.113.9'],
    ['the address in the header of a proxy', '10.1.2.3', '198.51.100.7', '198.51.100.7'],
    ['the nearest untrusted address', '10.1.2.3', '1.1.1.1, 198.51.100.7, 10.9.9.9', '198.51.100.7'],
    ['the address in the header of an IPv6 proxy', '::1', '2001:db8::7', '2001:db8::7'],
    ['an IPv4 peer on an IPv6 socket', '::ffff:10.1.2.3', '::ffff:198.51.100.7', '198.51.100.7'],
    ['without its port', '10.1.2.3', '198.51.100.7:4711', '198.51.100.7'],
    ['without brackets and port', '10.1.2.3', '[2001:db8::7]:443', '2001:db8::7'],
    ['without blanks', '10.1.2.3', ' 198.51.100.7 ', '198.51.100.7'],
    [
      'the address after for= in Forwarded',
      '10.1.2.3',
      'for=1.1.1.1, For="[2001:db8::7]:443";proto=https',
      '2001:db8::7',
    ],
    ['not an obfuscated identifier in Forwarded', '10.1.2.3', 'for=_hidden;by=203.0.113.43', undefined],
    ['the proxy if it forwards no other address', '10.1.2.3', undefined, '10.1.2.3'],
    ['the farthest of the proxies', '10.1.2.3', '2001:db8:1::5,10.0.0.1', '2001:db8:1::5'],
    ['unknown after an entry that a proxy cannot have written', '10.1.2.3', 'unknown', undefined],
    ['unknown without a peer', undefined, '198.51.100.7', undefined],
  ])('is %s', (_, peer, forwarded, address) => {
    expect(of(exchange(peer, forwarded))).toBe(address);
  });

  test('is never the entry that the client wrote before the proxies', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())), fc.string(), (forged, glue) => {
        const header = [...forged, '198.51.100.7', '10.0.0.1'].join(`,${glue.replaceAll(',', '')},`);
        expect(of(exchange('10.1.2.3', [forged.join(glue), '198.51.100.7', '10.0.0.1'].join(', ')))).toBe(
          '198.51.100.7',
        );
        expect(['198.51.100.7', undefined]).toContain(of(exchange('10.1.2.3', header)));
      }),
    );
  });

  test('only trusts configured proxies', () => {
    const peers = ['10.255.0.1', '11.0.0.1', '::1', '2001:db8:1:ffff::1', '2001:db8:2::1', undefined];
    expect(peers.map((peer) => isTrusted(exchange(peer)))).toEqual([true, false, true, true, false, false]);
  });
});
