import { describe, expect, test } from 'vitest';
import { writeTcfString } from '../../../test/support/media-files/write-tcf-string.ts';
import { exchangeWith, sourcesWith } from '../../../test/support/server/context-of.ts';
import { readContext } from './read-context.ts';
import { parametersOf } from './request-parameters.ts';

const granted = { tl: ['all'] };
const keyOf = (parameters: Readonly<Record<string, unknown>>, user?: unknown) =>
  readContext({ parameters: parametersOf(parameters), user }, exchangeWith(), sourcesWith()).viewerKey;

describe('the viewer of a request', () => {
  test.each([
    ['the user of an app', { ui: ['User-1'] }, undefined, 'ui:User-1'],
    ['the user before the device', { xz: '6D92078A-8246', ui: 'u1' }, undefined, 'ui:u1'],
    ['an advertising ID, exactly as sent', { xz: ['6D92078A-8246'] }, undefined, 'xz:6D92078A-8246'],
    ['the hash of a device ID', { xs: 'a9993e36' }, undefined, 'xs:a9993e36'],
    ['the player of a screen', { pi: 'player-7' }, undefined, 'pi:player-7'],
    ['an ID5 identifier', { x5: 'ID5-1' }, undefined, 'x5:ID5-1'],
    ['a user in the body', {}, { id: 'u2' }, 'user:u2'],
    [
      'extended IDs, regardless of their order',
      {},
      {
        ext: {
          eids: [
            { source: 'id5-sync.com', uids: [{ id: 'b' }] },
            { source: 'a.example', uids: [{ id: 'a' }, { id: 'c' }] },
          ],
        },
      },
      'a_example:a',
    ],
  ])('%s', (_, parameters, user, key) => {
    expect(keyOf({ ...granted, ...parameters }, user)).toBe(key);
    // Only viewers with consent are counted.
    expect(keyOf({ xt: writeTcfString([1, 2]), ...parameters }, user)).toBe(key);
    for (const consent of [{}, { tl: 'none' }, { tl: 'all', xt: 'CPxyz' }, { xt: writeTcfString([2, 3, 4]) }]) {
      expect(keyOf({ ...parameters, ...consent }, user)).toBeUndefined();
    }
  });

  test.each([
    ['nothing', {}, undefined],
    ['a device with tracking disabled', { xz: '00000000-0000-0000-0000-000000000000' }, undefined],
    ['placeholder values of clients', { ui: ['', 'unknown'], xs: 'null' }, undefined],
    ['a fingerprint', { fp: '123456' }, undefined],
    ['an identifier that is too long', { ui: 'u'.repeat(257) }, undefined],
    ['an invalid user', {}, { id: 7, ext: { eids: [null, {}, { source: 'a', uids: [] }, { uids: [{ id: 'x' }] }] } }],
    ['an invalid body', {}, 'u1'],
  ])('is unknown for %s', (_, parameters, user) => {
    expect(keyOf({ ...granted, ...parameters }, user)).toBeUndefined();
  });
});
