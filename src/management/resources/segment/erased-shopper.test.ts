import { describe, expect, test } from 'vitest';
import { readSyncedKey, readViewerKey } from '../../../delivery/request/viewer-key.ts';
import { createShopperKeys } from '../../../platform/keys/shopper-keys.ts';
import { erasedShopperKeys } from './erased-shopper.ts';

const keys = createShopperKeys('a secret');
const nowMs = Date.parse('2026-11-21T13:00:00Z');
const noParameters = new Map<string, readonly string[]>();
const body = (source: string) => ({ ext: { eids: [{ source, uids: [{ id: 'V-7' }] }] } });

describe('an erasure has the keys that open data contains', () => {
  test.each([
    ['ui', readViewerKey(new Map([['ui', ['V-7']]]), undefined)],
    ['ui', readViewerKey(noParameters, { id: 'V-7' })],
    ['user', readViewerKey(noParameters, { id: 'V-7' })],
    ['xz', readViewerKey(new Map([['xz', ['V-7']]]), undefined)],
    ['idfa', readViewerKey(new Map([['xz', ['V-7']]]), undefined)],
    ['xs', readViewerKey(new Map([['xs', ['V-7']]]), undefined)],
    ['player', readViewerKey(new Map([['pi', ['V-7']]]), undefined)],
    ['x5', readViewerKey(new Map([['x5', ['V-7']]]), undefined)],
    ['id5-sync.com', readViewerKey(noParameters, body('id5-sync.com'))],
    ['Partner', readSyncedKey(new Map([['partner', 'V-7']]))],
    // A partner with the name of an alias.
    ['id5', readSyncedKey(new Map([['id5', 'V-7']]))],
  ])('of an identifier of the kind %s', (name, viewer) => {
    const erased = erasedShopperKeys(keys, { name, value: 'V-7' }, nowMs);
    expect(viewer).toBeDefined();
    for (const at of ['2025-11-01T00:00:00Z', '2026-02-28T12:00:00Z', '2026-11-21T12:59:00Z']) {
      expect(erased).toContain(keys.keyOf(viewer ?? '', Date.parse(at)));
    }
    expect(erased).not.toContain(keys.keyOf('ui:v-7', nowMs));
  });
});

test('an invalid identifier has no keys', () => {
  expect(erasedShopperKeys(keys, { name: 'ui', value: 'unknown' }, nowMs)).toEqual([]);
});
