import { expect, test } from 'vitest';
import { faultAnswer, messageFault } from './message-fault.ts';

test('text that cannot be stored and messages that are too deep are refused', () => {
  expect(messageFault({ id: 1, params: { name: 'get_products', arguments: { brief: 'Sport' } } })).toBeNull();
  for (const text of ['a\0b', '\uD800', 'x\uDC00']) {
    expect(messageFault({ list: [{ text }] })).toMatch(/U\+0000/);
    expect(messageFault({ [text]: 1 })).toMatch(/U\+0000/);
  }
  expect(messageFault(JSON.parse('['.repeat(40) + ']'.repeat(40)))).toBeNull();
  expect(messageFault(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)))).toMatch(/50 levels/);
  expect(faultAnswer({ id: 7 }, 'No')).toEqual({ jsonrpc: '2.0', id: 7, error: { code: -32_602, message: 'No' } });
  expect(faultAnswer(null, 'No').id).toBeNull();
});
