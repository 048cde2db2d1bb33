import { describe, expect, test } from 'vitest';
import { createSenderOf } from './sender-of.ts';

const key = Buffer.alloc(32, 7);
const senderOf = (address: string | undefined, by = key) =>
  createSenderOf(by, { of: () => address })({ fields: () => undefined, peer: undefined });

describe('the sender of an event', () => {
  test.each([
    ['192.0.2.1', '192.0.2.254'],
    ['2001:db8:1:2::1', '2001:db8:1:ffff:1:2:3:4'],
    ['2001:db8:1::', '2001:0DB8:0001:2::'],
    ['::1', '0:0:0:5::9'],
  ])('is equal for %s and %s', (one, other) => expect(senderOf(one)).toBe(senderOf(other)));

  test.each([
    ['192.0.2.1', '192.0.3.1'],
    ['2001:db8:1::1', '2001:db8:2::1'],
  ])('differs for %s and %s', (one, other) => expect(senderOf(one)).not.toBe(senderOf(other)));

  test('is a small number, depends on the key, and exists for an unknown address', () => {
    for (const address of ['192.0.2.1', '::1', undefined]) {
      expect(senderOf(address)).toBeGreaterThanOrEqual(0);
      expect(senderOf(address)).toBeLessThan(65_536);
    }
    expect(senderOf('192.0.2.1', Buffer.alloc(32, 8))).not.toBe(senderOf('192.0.2.1'));
  });
});
