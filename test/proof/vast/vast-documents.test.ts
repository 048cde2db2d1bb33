import { describe, expect, test } from 'vitest';
import { vastVersions } from '../../../src/core/vast/vast-version.ts';
import { writeEmptyVast, writeVast } from '../../../src/core/vast/write-vast.ts';
import { pairwiseRows } from './pairwise.ts';
import { asFarAsIabReads, readByIab } from './read-by-iab.ts';
import { asFarAsVastClientReads, readByVastClient } from './read-by-vast-client.ts';
import { vastFaults } from './validate-vast.ts';
import { meaningOf } from './vast-meaning.ts';
import { videoAd, videoAdFactors } from './video-ad-options.ts';

const rows = pairwiseRows(videoAdFactors);

test('every two options occur in all combinations of their values', () => {
  const factors = Object.entries(videoAdFactors) as [keyof typeof videoAdFactors, readonly unknown[]][];
  let combinations = 0;
  for (const [one, first] of factors) {
    for (const [other, second] of factors.filter(([name]) => name > one)) {
      const met = new Set(rows.map((row) => `${row[one]}|${row[other]}`));
      expect(met.size, `${one} with ${other}`).toBe(first.length * second.length);
      combinations += met.size;
    }
  }
  expect(combinations).toBeGreaterThan(300);
  expect(rows.length).toBeLessThan(40);
});

describe.each(vastVersions)('VAST %s', (version) => {
  test.each(rows.map((row, number) => ({ number, row })))(
    'has the same meaning for both parsers: row $number',
    ({ row }) => {
      const ad = videoAd(row);
      const xml = writeVast(ad, version);
      const expected = meaningOf(ad, version);
      expect(readByVastClient(xml).meaning).toEqual(asFarAsVastClientReads(expected));
      expect(readByIab(xml).meaning).toEqual(asFarAsIabReads(expected));
    },
  );

  test.each(rows.map((row, number) => ({ number, row })))(
    'has no empty elements and no white space: row $number',
    ({ row }) => {
      const xml = writeVast(videoAd(row), version);
      const outsideText = xml.replaceAll(/<!\[CDATA\[.*?\]\]>/gs, 'CDATA');
      expect(outsideText).not.toMatch(/<(\w+)[^>]*><\/\1>|\/>/);
      expect(outsideText).not.toMatch(/>\s|\s</);
    },
  );

  test.each(rows.map((row, number) => ({ number, row })))('follows the published schema: row $number', ({ row }) => {
    expect(vastFaults(writeVast(videoAd(row), version))).toEqual([]);
  });

  test('an empty document follows the published schema', () => {
    for (const url of ['https://ads.example/error?code=[ERRORCODE]&a=1', null])
      expect(vastFaults(writeEmptyVast(version, url))).toEqual([]);
  });

  test('a response without an ad contains no ad element, and the error URL since 3.0', () => {
    const errors = version === '2.0' ? [] : ['https://ads.example/error?code=[ERRORCODE]&a=1'];
    for (const url of ['https://ads.example/error?code=[ERRORCODE]&a=1', null]) {
      const xml = writeEmptyVast(version, url);
      const read = { meaning: null, errors: url === null ? [] : errors };
      expect(readByVastClient(xml)).toEqual(read);
      expect(readByIab(xml)).toEqual(read);
    }
  });
});

describe('the validator', () => {
  const row = rows.find(({ kind, tracking }) => kind === 'inline' && tracking === 'all');
  const valid = writeVast(videoAd(row as (typeof rows)[number]), '4.2');

  test.each([
    [
      'an element in the wrong order',
      (xml: string) => xml.replace(/(<AdSystem.*?<\/AdSystem>)(.*)(<Creatives>)/s, '$2$1$3'),
      'InLine: ',
    ],
    ['a missing element', (xml: string) => xml.replace(/<UniversalAdId.*?<\/UniversalAdId>/s, ''), 'Creative: '],
    ['an unknown element', (xml: string) => xml.replace('<Creatives>', '<Other>x</Other><Creatives>'), 'InLine: '],
    ['an unknown attribute', (xml: string) => xml.replace('<AdTitle>', '<AdTitle a="1">'), 'AdTitle: a is unknown'],
    ['a missing attribute', (xml: string) => xml.replace(/ delivery="\w+"/, ''), 'MediaFile: delivery is missing'],
    ['a missing namespace', (xml: string) => xml.replace(/ xmlns="[^"]*"/, ''), 'VAST: '],
    ['an invalid value', (xml: string) => xml.replace(/<Duration>[^<]*/, '<Duration>15'), 'Duration: 15'],
    ['an unknown event', (xml: string) => xml.replace('event="start"', 'event="begin"'), 'Tracking: event is begin'],
    ['an event of another version', (xml: string) => xml.replace('event="start"', 'event="fullscreen"'), 'fullscreen'],
    [
      'an event of a script at a video',
      (xml: string) => xml.replace('event="start"', 'event="verificationNotExecuted"'),
      'verificationNotExecuted',
    ],
    [
      'progress without an offset',
      (xml: string) => xml.replace('event="start"', 'event="progress"'),
      'offset is missing',
    ],
    [
      'a relative URL',
      (xml: string) => xml.replace(/(<Impression><!\[CDATA\[)[^\]]*/, '$1/track'),
      'Impression: /track',
    ],
    ['two durations', (xml: string) => xml.replace(/<Duration>.*?<\/Duration>/, '$&$&'), 'Linear: '],
    ['a wrong media type', (xml: string) => xml.replace(/ adType="\w+"/, ' adType="radio"'), 'Ad: adType is radio'],
  ])('reports %s', (_, change, fault) => {
    expect(vastFaults(valid)).toEqual([]);
    expect(vastFaults(change(valid)).join('\n')).toContain(fault);
  });
});
