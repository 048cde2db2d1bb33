import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { benchBodies } from '../../../test/bench/bench-model.ts';
import { maxSlotsPerRequest } from '../../core/vocabulary/limits/delivery-limits.ts';
import { readPlainBody } from './plain-body.ts';
import { readAnyBody } from './read-request.ts';
import type { ReadRequest } from './viewer-key.ts';

const runs = 5_000;

function read(text: string): ReadRequest | null {
  // Not at the start of the bytes, as after a head.
  const bytes = Buffer.from(`head${text}next`);
  return readPlainBody(bytes, 4, bytes.length - 4);
}

/** Returns all data that can be read from a request. */
function everythingOf({ slots, parameters, user, regs, video }: ReadRequest, keys: readonly string[]) {
  const ofParameters = (given: ReadRequest['parameters']) => ({
    visited: visitedOf(given),
    entries: [...given.entries()],
    iterated: [...given],
    keys: [...given.keys()],
    values: [...given.values()],
    size: given.size,
    asked: keys.map((key) => [key, given.get(key), given.has(key)]),
  });
  const ofSlots = slots.map((slot) => ({ slotName: slot.slotName, own: ofParameters(slot.parameters) }));
  return { slots: ofSlots, common: ofParameters(parameters), user, regs, video };
}

function visitedOf(parameters: ReadRequest['parameters']): unknown[] {
  const visited: unknown[] = [];
  parameters.forEach((values, key) => {
    visited.push([key, values]);
  });
  return visited;
}

const usualKeys = ['ci', 'kw', 'k', 'long_key', 'x\u007f', '', '1', 'tl', '__proto__', 'slotname'];

/** Returns true if the reader accepted the body. Its result must then equal that of `JSON.parse`. */
function agrees(text: string): boolean {
  const plain = read(text);
  if (plain === null) return false;
  expect(everythingOf(plain, usualKeys)).toEqual(everythingOf(readAnyBody(text), usualKeys));
  return true;
}

describe('bodies in the format of clients', () => {
  test('are read without JSON.parse, with the same result', () => {
    for (const slots of [1, 2, 7]) {
      for (const body of benchBodies(200, slots)) expect(agrees(body)).toBe(true);
    }
    const withUser = {
      slots: [{ slotname: '_a_-b' }, { slotname: '_a_-b', parameters: { kw: 'later' } }, { slotname: 'c', other: [1] }],
      parameters: { tl: ['all'], kw: ['red wine', 'x'], ac: 'one', long_key: ['1', '2', '3'] },
      user: { id: 'u-1', ext: { eids: [{ source: 'id5-sync.com', uids: [{ id: 'ID5*x', atype: 1 }] }] } },
      regs: { ext: { gdpr: 1, us_privacy: '1YNN' }, coppa: 0 },
      vastContentAsUrl: true,
      vastVersion: 4.2,
      unknown: [null, false, 1e3, 'text'],
    };
    expect(agrees(JSON.stringify(withUser))).toBe(true);
  });

  test.each([
    ['white space', '{"slots": [{"slotname":"a"}] }'],
    ['an escape', '{"slots":[{"slotname":"a\\u0062"}]}'],
    ['non-ASCII letters', '{"slots":[{"slotname":"caf\u00e9"}]}'],
    ['a duplicate parameter', '{"slots":[{"slotname":"a"}],"parameters":{"kw":["1"],"kw":["2"]}}'],
    ['a duplicate long parameter', '{"slots":[{"slotname":"a"}],"parameters":{"long_key":"1","long_key":"2"}}'],
    ['slots twice', '{"slots":[{"slotname":"a"}],"slots":[{"slotname":"b"}]}'],
    ['a duplicate name', '{"slots":[{"slotname":"a","slotname":"b"}]}'],
    ['a numeric parameter', '{"slots":[{"slotname":"a"}],"parameters":{"kw":1}}'],
    ['an empty value', '{"slots":[{"slotname":"a"}],"parameters":{"kw":["1",""]}}'],
    ['keys that objects reorder', '{"slots":[{"slotname":"a"}],"parameters":{"kw":"1","7":"2"}}'],
    ['another order of members', '{"slots":[{"slotname":"a"}],"__proto__":{"user":1}}'],
  ])('with %s are passed to JSON.parse', (_, text) => {
    expect(read(text)).toBeNull();
    expect(() => readAnyBody(text)).not.toThrow();
  });

  test('that are invalid are also passed to it', () => {
    const wrong = [
      '',
      '{',
      '{}',
      '[]',
      '{"slots":[]}',
      '{"slots":[{}]}',
      '{"slots":[{"slotname":""}]}',
      '{"slots":[{"slotname":"a"}]',
      '{"slots":[{"slotname":"a"}]}}',
      '{"slots":[{"slotname":"a"},]}',
      '{"slots":[{"slotname":"a"}],}',
      '{"slots":[{"slotname":"a\u0007"}]}',
      '{"slots":[{"slotname":"a"}],"user":}',
      '{"slots":[{"slotname":"a"}],"user":{"id":tru}}',
      '{"slots":[{"slotname":"a"}],"user":truex}',
      '{"slots":[{"slotname":"a","parameters":{"kw":["1"}}]}',
      JSON.stringify({ slots: Array.from({ length: maxSlotsPerRequest + 1 }, (_, at) => ({ slotname: `s${at}` })) }),
    ];
    for (const text of wrong) {
      expect(read(text), text).toBeNull();
      expect(() => readAnyBody(text), text).toThrow();
    }
  });

  test('give the same result for all generated and damaged inputs', () => {
    const names = fc.constantFrom('ci', 'kw', 'tl', 'k', 'red wine', 'long_key', '_a_-b');
    const odd = fc.oneof(fc.constantFrom('', '1', '__proto__', 'slots'), fc.string());
    const text = fc.oneof({ weight: 20, arbitrary: names }, { weight: 1, arbitrary: odd });
    const values = fc.oneof(
      { weight: 10, arbitrary: fc.array(text, { minLength: 1, maxLength: 3 }) },
      { weight: 5, arbitrary: text },
      { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
    );
    const parameters = fc.dictionary(text, values, { maxKeys: 4 });
    const extra = fc.jsonValue({ maxDepth: 1 });
    const slot = fc.record({ slotname: text, parameters, extra }, { requiredKeys: ['slotname'] });
    const body = fc.record(
      {
        slots: fc.array(slot, { minLength: 1, maxLength: 3 }),
        parameters,
        user: fc.jsonValue({ maxDepth: 2 }),
        regs: extra,
        vastContentAsUrl: fc.oneof(fc.boolean(), text),
        vastVersion: fc.oneof(fc.double(), text),
      },
      { requiredKeys: ['slots'] },
    );
    const damage = fc.record({
      at: fc.nat(400),
      take: fc.nat(3),
      put: fc.constantFrom('', '', '', '"', ',', ':', '{', '}', '[', ']', '\\', ' ', 'null', '0', 'true', '\u00ff'),
    });
    let opinions = 0;
    fc.assert(
      fc.property(body, damage, (content, { at, take, put }) => {
        const whole = JSON.stringify(content);
        const damaged = put === '' ? whole : whole.slice(0, at) + put + whole.slice(at + take);
        if (agrees(damaged)) opinions += 1;
      }),
      { numRuns: runs },
    );
    expect(opinions).toBeGreaterThan(runs / 10);
  });
});
