import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAgent } from './read-agent.ts';

const chrome = (system: string, rest = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 ${rest}Safari/537.36`;
const windows = chrome('Windows NT 10.0; Win64; x64');
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

function read(agent: string | undefined, hints: Readonly<Record<string, string>> = {}) {
  const { device, os, browser } = readAgent((name) => (name === 'user-agent' ? agent : hints[name]));
  return [device, os, browser];
}

describe('facts from the headers of a browser', () => {
  test.each<[string, string | undefined, Readonly<Record<string, string>>, readonly (readonly string[])[]]>([
    ['Chrome on Windows', windows, {}, [['desktop'], ['Windows'], ['Chrome', 'Chrome140']]],
    [
      'Edge',
      `${windows} Edg/140.0.0.0`,
      {},
      [['desktop'], ['Windows'], ['Edge', 'Edge140', 'Microsoft Edge', 'Microsoft Edge140']],
    ],
    ['a phone', chrome('Linux; Android 10; K', 'Mobile '), {}, [['phone'], ['Android'], ['Chrome', 'Chrome140']]],
    ['a tablet', chrome('Linux; Android 10; K'), {}, [['tablet'], ['Android'], ['Chrome', 'Chrome140']]],
    ['an iPhone', iphone, {}, [['phone'], ['iOS'], ['Safari', 'Safari18']]],
    [
      'a Mac, also under the name of the legacy client',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
      {},
      [['desktop'], ['macOS', 'OSX', 'Mac OS X'], ['Safari', 'Safari18']],
    ],
    [
      'Firefox on Linux',
      'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
      {},
      [['desktop'], ['Linux'], ['Firefox', 'Firefox143']],
    ],
    ['a Chromebook', chrome('X11; CrOS x86_64 14541.0.0'), {}, [['desktop'], ['Chrome OS'], ['Chrome', 'Chrome140']]],
    ['a television', chrome('Linux; Android 11; BRAVIA 4K VH2'), {}, [['tv'], ['Android'], ['Chrome', 'Chrome140']]],
    ['a stick', 'Roku/DVP-12.0 (12.0.0.4182-88)', {}, [['tv'], ['Roku'], []]],
    ['an app library', 'okhttp/4.9.0', {}, [[], [], []]],
    ['nothing', undefined, {}, [[], [], []]],
    ['random text', '))((\u0000', {}, [[], [], []]],
    [
      'client hints: an Android device that requests desktop pages',
      chrome('X11; Linux x86_64'),
      { 'sec-ch-ua-platform': '"Android"', 'sec-ch-ua-mobile': '?1' },
      [['phone'], ['Android'], ['Chrome', 'Chrome140']],
    ],
    [
      "client hints: Brave, whose user agent equals Chrome's",
      windows,
      { 'sec-ch-ua': '"Brave";v="140", "Chromium";v="140"', 'sec-ch-ua-platform': '"Windows"' },
      [['desktop'], ['Windows'], ['Brave']],
    ],
    [
      'hints alone',
      undefined,
      { 'sec-ch-ua-platform': '"macOS"', 'sec-ch-ua-mobile': '?0' },
      [['desktop'], ['macOS', 'OSX', 'Mac OS X'], []],
    ],
  ])('%s', (_, agent, hints, facts) => {
    expect(read(agent, hints)).toEqual(facts);
    // The second result comes from the cache.
    expect(read(agent, hints)).toEqual(facts);
  });

  test('never fails for any input', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('Mozilla/5.0 ('.repeat(100)));
    fc.assert(
      fc.property(text, text, text, (agent, platform, mobile) => {
        read(agent, { 'sec-ch-ua-platform': platform, 'sec-ch-ua-mobile': mobile, 'sec-ch-ua': platform });
      }),
    );
  });
});
