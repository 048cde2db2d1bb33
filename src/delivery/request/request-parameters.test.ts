import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parametersOf } from './request-parameters.ts';

describe('parameters of a JSON request', () => {
  test('are non-empty texts and numbers, alone or in a list, and other values are ignored', () => {
    const parameters = parametersOf({ kw: ['a', '', null, 0, { b: 1 }], dt: 'phone', re: '', ci: [], n: 7, o: {} });
    expect([...parameters]).toEqual([
      ['kw', ['a', '0']],
      ['dt', ['phone']],
      ['n', ['7']],
    ]);
    expect([parameters.size, parameters.has('re'), parameters.get('none')]).toEqual([3, false, undefined]);
  });

  test('are equal when read individually and together, also for inherited property names', () => {
    const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', 'kw'));
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.jsonValue())), fc.array(key), (entries, asked) => {
        const given = JSON.parse(JSON.stringify(Object.fromEntries(entries))) as Record<string, unknown>;
        const all = new Map(parametersOf(given));
        const single = parametersOf(given);
        for (const name of [...asked, ...entries.map(([name]) => name)]) {
          expect([single.get(name), single.has(name)]).toEqual([all.get(name), all.has(name)]);
        }
        const visited: unknown[] = [];
        single.forEach((values, name) => {
          visited.push([name, values]);
        });
        expect(visited).toEqual([...all]);
        expect([...single.keys()].map((name, index) => [name, [...single.values()][index]])).toEqual([
          ...single.entries(),
        ]);
      }),
    );
  });
});
