import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { isBotAgent } from '../../events/is-bot.ts';
import { loadGppDecoder, readGppString } from '../../request/consent/gpp-string.ts';
import { readAgent } from '../../request/viewer/read-agent.ts';
import { ownText } from './own-text.ts';

const heads = 1_000;
const headBytes = 16_000;

beforeAll(loadGppDecoder);

test('a copied text equals the original', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(ownText(text)).toBe(text);
    }),
  );
  expect(ownText('\ud800')).toBe('\ud800');
});

/** Each head names another viewer, also if a test is repeated. */
let named = 0;

/** Returns the heap bytes that remain in use after a value was read from many large heads. */
function keptAfter(read: (part: string) => unknown): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let head = 0; head < heads; head += 1) {
    named += 1;
    const part = `Viewer/${named} of the heads that are long`;
    const text = Buffer.from(part.padEnd(headBytes, '-'), 'latin1').toString('latin1');
    read(text.slice(0, part.length));
  }
  collect();
  return process.memoryUsage().heapUsed - before;
}

test.each<[string, (part: string) => unknown]>([
  ['the operating system of a user agent', (part) => readAgent((name) => (name === 'user-agent' ? part : undefined))],
  [
    'the values of client hints',
    (part) => readAgent((name) => ({ 'user-agent': part, 'sec-ch-ua-platform': part, 'sec-ch-ua-mobile': '?1' })[name]),
  ],
  ['the bot classification of a user agent', isBotAgent],
  ['the signals of a GPP string', (part) => readGppString(part, [7], null)],
])('storing %s does not keep the request head in memory', (_, read) => {
  expect(keptAfter(read)).toBeLessThan((heads * headBytes) / 4);
});
