import { describe, expect, test } from 'vitest';
import {
  expressibleLimitations,
  inexpressibleLimitations,
} from '../../../../../test/support/revive/limitation-rows.ts';
import { targetingSchema } from '../../../../contract/booking/targeting.ts';
import { countryCodes } from '../../../../core/vocabulary/country-codes.ts';
import { compileLimitations } from './compile-limitations.ts';
import type { DeliveryLimitation } from './condition.ts';
import { countriesOfContinent } from './continents.ts';

const channels = new Map<string, readonly DeliveryLimitation[]>([
  ['1', [condition('Geo:Country', '=~', 'NL'), condition('Site:Variable', '==', 'section|tennis', 'or')]],
  ['2', [condition('Site:Pageurl', '=~', '/shop/')]],
  ['3', [condition('Client:Ip', '==', '10.*')]],
  ['4', [condition('Site:Channel', '==', '4')]],
]);

function condition(type: string, comparison: string, data: string, logical: 'and' | 'or' = 'and'): DeliveryLimitation {
  return { logical, type, comparison, data };
}

function compile(conditions: readonly DeliveryLimitation[], timeZone: string | null = 'Europe/Amsterdam') {
  return compileLimitations(conditions, { timeZone, channels });
}

function targetingOf(type: string, comparison: string, data: string): unknown {
  const { targeting, unsupported } = compile([condition(type, comparison, data)]);
  expect(unsupported).toEqual([]);
  return targeting;
}

const versions = (browser: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `${browser}${first + index}`);
const othersThan = (...codes: readonly string[]) => countryCodes.filter((code) => !codes.includes(code));

describe('one limitation becomes a condition', () => {
  test.each([
    ['Client:Browser', '=~', 'FX,Internet Explorer', { fact: 'browser', values: ['Firefox', 'IE'] }],
    ['Client:Browser', '!~', 'Safari', { not: { fact: 'browser', values: ['Safari'] } }],
    ['Client:BrowserVersion', 'lt', 'Chrome|4', { fact: 'browser', values: versions('Chrome', 1, 3) }],
    ['Client:BrowserVersion', 'le', 'Chrome|4', { fact: 'browser', values: versions('Chrome', 1, 4) }],
    ['Client:BrowserVersion', '!=', 'Edge|4', { not: { fact: 'browser', values: ['Edge4'] } }],
    [
      'Client:BrowserVersion',
      'gt',
      'Chrome|4',
      {
        all: [{ fact: 'browser', values: ['Chrome'] }, { not: { fact: 'browser', values: versions('Chrome', 1, 4) } }],
      },
    ],
    ['Client:Os', '=~', 'OS X', { fact: 'os', values: ['macOS'] }],
    ['Client:OsVersion', 'nn', 'Windows|', { fact: 'os', values: ['Windows'] }],
    ['Client:Language', '!~', 'fr,nl_BE', { not: { fact: 'language', values: ['fr', 'nl-BE'] } }],
    ['Geo:Country', '=~', 'nl, be', { fact: 'country', values: ['NL', 'BE'] }],
    ['Geo:Country', '!~', 'US', { fact: 'country', values: othersThan('US') }],
    [
      'Geo:Subdivision1',
      '=~',
      'NL|NH,ZH',
      {
        all: [
          { fact: 'country', values: ['NL'] },
          { fact: 'region', values: ['NL-NH', 'NL-ZH'] },
        ],
      },
    ],
    [
      'Geo:Region',
      '=~',
      'US|CA',
      {
        all: [
          { fact: 'country', values: ['US'] },
          { fact: 'region', values: ['US-CA'] },
        ],
      },
    ],
    [
      'Geo:City',
      '!~',
      'NL|Rotterdam',
      { all: [{ fact: 'country', values: ['NL'] }, { not: { fact: 'city', values: ['Rotterdam'] } }] },
    ],
    ['Geo:City', '=~', '|Paris', { fact: 'city', values: ['Paris'] }],
    ['Geo:Postalcode', '!=', '1012', { not: { fact: 'postalCode', values: ['1012'] } }],
    ['Geo:UnknownLocation', '==', '1', { not: { fact: 'country', values: countryCodes } }],
    ['Site:Pageurl', '!~', '/news/', { not: { urlParts: ['/news/'] } }],
    ['Site:Source', '==', 'home', { key: 'source', values: ['home'] }],
    ['Site:Variable', '!=', 'section|golf', { not: { key: 'section', values: ['golf'] } }],
    [
      'Site:Channel',
      '=~',
      '1,2',
      { any: [{ fact: 'country', values: ['NL'] }, { key: 'section', values: ['tennis'] }, { urlParts: ['/shop/'] }] },
    ],
    ['Site:Channel', '!~', '2', { not: { urlParts: ['/shop/'] } }],
    ['Site:Registerabledomainlist', '=~', 'a.example', { urlParts: ['://a.example/', '.a.example/'] }],
    ['Site:Hostnamelist', '!~', 'a:1:{s:9:"b.example";i:1;}', { not: { urlParts: ['://b.example/'] } }],
    ['Site:Hostnamelist', '=~', 'münchen.de', { urlParts: ['://xn--mnchen-3ya.de/'] }],
    ['Site:Hostnamelist', '=~', 'https://A.com/', { urlParts: ['://a.com/'] }],
    ['Time:Day', '=~', '0,1@Europe/Amsterdam', { dayPart: { days: ['mon', 'sun'], fromMinute: 0, toMinute: 1440 } }],
    [
      'Time:Hour',
      '=~',
      '8,9,22@Europe/Paris',
      {
        any: [
          { dayPart: { days: [], fromMinute: 480, toMinute: 600 } },
          { dayPart: { days: [], fromMinute: 1320, toMinute: 1380 } },
        ],
      },
    ],
    ['Time:Hour', '!~', '23@Europe/London', { not: { dayPart: { days: [], fromMinute: 0, toMinute: 60 } } }],
  ])('%s %s %s', (type, comparison, data, expected) => {
    expect(targetingOf(type, comparison, data)).toEqual(expected);
  });

  test('parts of the week move with the time zone, also across midnight and Sunday', () => {
    expect(targetingOf('Time:Day', '=~', '0@Europe/London')).toEqual({
      any: [
        { dayPart: { days: ['mon'], fromMinute: 0, toMinute: 60 } },
        { dayPart: { days: ['sun'], fromMinute: 60, toMinute: 1440 } },
      ],
    });
  });

  test('every limitation of the manual is translated or reported', () => {
    for (const [type, comparison, data] of expressibleLimitations) {
      const compiled = compile([condition(type, comparison, data)]);
      expect(compiled.unsupported, `${type} ${comparison} ${data}`).toEqual([]);
      const isPeriod = compiled.startMs !== null || compiled.endMs !== null;
      expect(isPeriod || targetingSchema.safeParse(compiled.targeting).success, type).toBe(true);
    }
    for (const [type, comparison, data] of inexpressibleLimitations) {
      const compiled = compile([condition(type, comparison, data)]);
      expect(compiled.unsupported, `${type} ${comparison} ${data}`).toHaveLength(1);
      expect(compiled.targeting).toBeNull();
    }
  });
});

describe('several limitations', () => {
  const [nl, tennis, sport, home] = [
    condition('Geo:Country', '=~', 'NL'),
    condition('Site:Variable', '==', 'section|tennis'),
    condition('Site:Pageurl', '=~', '/sport/'),
    condition('Site:Source', '==', 'home'),
  ];

  test('are joined so that "and" binds more tightly than "or"', () => {
    const { targeting } = compile([nl, tennis, { ...sport, logical: 'or' }, home]);
    expect(targeting).toEqual({
      any: [
        {
          all: [
            { fact: 'country', values: ['NL'] },
            { key: 'section', values: ['tennis'] },
          ],
        },
        { all: [{ urlParts: ['/sport/'] }, { key: 'source', values: ['home'] }] },
      ],
    });
  });

  test('ignore the operator of the first one', () => {
    expect(compile([{ ...nl, logical: 'or' }, tennis]).targeting).toEqual({
      all: [
        { fact: 'country', values: ['NL'] },
        { key: 'section', values: ['tennis'] },
      ],
    });
  });

  test('with dates limit the period in the time zone of the date', () => {
    const dates = [condition('Time:Date', '>=', '20261201@Europe/Amsterdam'), condition('Time:Date', '<', '20270101')];
    const compiled = compile([nl, ...dates]);
    expect(compiled.startMs).toBe(Date.parse('2026-11-30T23:00:00Z'));
    expect(compiled.endMs).toBe(Date.parse('2027-01-01T00:00:00Z'));
    expect(compiled.targeting).toEqual({ fact: 'country', values: ['NL'] });
  });

  test('with dates as alternatives are reported', () => {
    const compiled = compile([nl, condition('Time:Date', '==', '20261201', 'or')]);
    expect(compiled.unsupported[0]?.message).toBe('Dates of a booking cannot be alternatives to other conditions.');
  });

  test('that exclude each other match no request', () => {
    const dates = [condition('Time:Date', '>', '20261201'), condition('Time:Date', '<', '20261101')];
    expect(compile(dates).isNever).toBe(true);
    expect(compile([condition('Geo:Country', '=~', 'A1')]).isNever).toBe(true);
  });

  test('with empty data match all requests', () => {
    const empty = ['Geo:Country', 'Client:Browser', 'Site:Pageurl', 'Time:Day', 'Geo:City', 'Site:Channel'];
    expect(compile(empty.map((type) => condition(type, '=~', ''))).targeting).toBeNull();
  });
});

describe('limitations that cannot be expressed are reported with a remedy', () => {
  test.each([
    ['Time:Hour', '=~', '8@America/New_York', 'whose difference from Europe/Amsterdam changes during the year'],
    ['Time:Hour', '=~', '8@Mars/Base', 'The time zone "Mars/Base" is unknown.'],
    ['Site:Channel', '==', '999', 'The delivery rule set 999 does not exist.'],
    ['Site:Channel', '==', '4', 'The delivery rule set 4 contains itself.'],
    ['Site:Variable', '==', 'no separator', 'does not name a variable'],
    ['Geo:Country', '=~', 'Netherlands', '"NETHERLANDS" is not a country code.'],
    ['Site:Pageurl', '=~', 'a\u0000b', 'control characters'],
    ['Site:Pageurl', '=~', 'x'.repeat(5_000), 'too long values'],
    ['Site:Hostnamelist', '=~', 'localhost', '"localhost" is not a complete host name.'],
    ['Site:Hostnamelist', '=~', 'a.com, *.example.com', '"*.example.com" is not a complete host name.'],
    ['Site:Domainlist', '=~', 'https://a.com/path', 'is not a complete host name.'],
    ['Site:Domainlist', '=~', 'a:1:{broken', 'cannot be read.'],
    ['Site:Domainlist', '=~', 'a:2:{i:0;s:5:"a.com";i:1;i:5;}', 'cannot be read.'],
    ['', '', '', 'does not know the limitation'],
  ])('%s %s %s', (type, comparison, data, message) => {
    const { unsupported, targeting } = compile([condition(type, comparison, data)]);
    expect(unsupported).toHaveLength(1);
    expect(unsupported[0]?.message).toContain(message);
    expect(unsupported[0]?.remedy).not.toBe('');
    expect(targeting).toBeNull();
  });

  test('hours in publications with several time zones', () => {
    expect(compile([condition('Time:Hour', '=~', '8')], null).unsupported).toHaveLength(1);
  });

  test('delivery rule sets that contain each other 10^10 times', () => {
    const nested = new Map<string, readonly DeliveryLimitation[]>([['0', [condition('Site:Source', '==', 'a')]]]);
    for (let level = 1; level <= 10; level += 1) {
      const one = condition('Site:Channel', '==', `${level - 1}`);
      nested.set(
        `${level}`,
        Array.from({ length: 10 }, () => one),
      );
    }
    const rules = { timeZone: null, channels: nested };
    const { unsupported } = compileLimitations([condition('Site:Channel', '==', '10')], rules);
    expect(unsupported.map(({ message }) => message)).toEqual([
      'The delivery rule sets have more than 800 conditions.',
    ]);
  });

  test('more than 800 conditions', () => {
    const many = Array.from({ length: 801 }, (_, index) => condition('Site:Source', '==', `s${index}`, 'or'));
    expect(compile(many).unsupported[0]?.message).toContain('more than 800 conditions');
  });
});

test('every country belongs to one continent', () => {
  const all = ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'].flatMap((code) => countriesOfContinent(code) ?? []);
  expect(all.toSorted()).toEqual(countryCodes.toSorted());
});
