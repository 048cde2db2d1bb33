import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeBody, makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { scopes } from '../../../contract/access/scopes.ts';
import { decide } from '../../../core/decision/decide.ts';
import { buildSnapshot } from '../../../core/snapshot/build-snapshot.ts';
import { buildSnapshotRows } from '../../../worker/publish/build-snapshot-rows.ts';

const nowMs = Date.parse('2027-03-03T09:00:00Z');
const headers = { 'if-match': '*' };

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => nowMs });
});
afterAll(() => management?.close());

function patch(path: string, body: Record<string, unknown>, options: Record<string, unknown> = {}) {
  return management.call('PATCH', path, { body, headers, ...options });
}

async function rowOf(id: number) {
  const { bookings } = await buildSnapshotRows(management.database);
  return bookings.find((one) => (one.id as number) === id);
}

describe('the API', () => {
  const given = {
    exclusionLabels: ['cars', 'Cars', 'red_wine-2'],
    duplicatesAllowed: true,
    delivery: { method: 'fill' },
  };
  const defaults = { exclusionLabels: [], duplicatesAllowed: false, delivery: { method: 'share' } };

  test('stores, returns, publishes and removes the settings of a booking', async () => {
    const created = await management.call('POST', '/bookings', { body: await makeBody(management, 'bookings', given) });
    expect(created).toMatchObject({ status: 201, body: given });
    const { id } = created.body;
    expect((await management.call('GET', `/bookings/${id}`)).body).toEqual(created.body);
    expect(await rowOf(id)).toMatchObject(given);

    expect((await patch(`/bookings/${id}`, { name: 'Renamed' })).body).toMatchObject(given);
    expect((await patch(`/bookings/${id}`, { exclusionLabels: ['beer'] })).body.exclusionLabels).toEqual(['beer']);
    const back = { exclusionLabels: null, duplicatesAllowed: null, delivery: null };
    expect(await patch(`/bookings/${id}`, back)).toMatchObject({ status: 200, body: defaults });
    const row = await rowOf(id);
    for (const field of Object.keys(defaults)) expect(row).not.toHaveProperty(field);
  });

  test('stores, returns and publishes the labels that a position blocks', async () => {
    const { id, ...position } = await makeObject(management, 'inventory/position');
    expect(position['blockedLabels']).toEqual([]);
    const inSnapshot = async () => {
      const { positions } = await buildSnapshotRows(management.database);
      return positions.find((one) => (one.id as number) === id);
    };
    expect(await inSnapshot()).not.toHaveProperty('blockedLabels');
    const blockedLabels = ['beer', 'cars'];
    const changed = await patch(`/inventory/position/${id}`, { blockedLabels });
    expect(changed).toMatchObject({ status: 200, body: { blockedLabels, version: 2 } });
    expect(await inSnapshot()).toMatchObject({ blockedLabels });
  });

  const many = (count: number) => Array.from({ length: count }, (_, n) => `label${n}`);
  const wrongLabels: readonly (readonly [string, unknown, string, string])[] = [
    ['an empty label', ['cars', ''], '/1', 'invalid_format'],
    ['a label with a space', ['red wine'], '/0', 'invalid_format'],
    ['a label with a line end', ['cars\n'], '/0', 'invalid_format'],
    ['a label of 65 characters', ['a'.repeat(65)], '/0', 'invalid_format'],
    ['a label of a wrong type', [1], '/0', 'invalid_type'],
    ['a duplicate label', ['cars', 'cars'], '', 'invalid_value'],
    ['21 labels', many(21), '', 'too_big'],
    ['a text instead of a list of labels', 'cars', '', 'invalid_type'],
  ];

  test.each(wrongLabels)('refuses %s and names the field', async (_, labels, suffix, code) => {
    for (const [kind, field] of [
      ['bookings', 'exclusionLabels'],
      ['inventory/position', 'blockedLabels'],
    ] as const) {
      const { id } = await makeObject(management, kind);
      const errors = [{ pointer: `/${field}${suffix}`, code, in: 'body', message: expect.stringMatching(/^must /) }];
      expect(await patch(`/${kind}/${id}`, { [field]: labels })).toMatchObject({ status: 400, body: { errors } });
      const body = await makeBody(management, kind, { [field]: labels });
      expect(await management.call('POST', `/${kind}`, { body })).toMatchObject({ status: 400, body: { errors } });
      expect((await management.call('GET', `/${kind}/${id}`)).body).toMatchObject({ version: 1, [field]: [] });
    }
  });

  test.each([
    ['a flag as text', { duplicatesAllowed: 'yes' }, '/duplicatesAllowed'],
    ['an unknown method', { delivery: { method: 'soon' } }, '/delivery/method'],
  ])('refuses %s', async (_, fields, pointer) => {
    const { id } = await makeObject(management, 'bookings');
    expect(await patch(`/bookings/${id}`, fields)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  test('accepts the maximum number of labels of maximum length', async () => {
    const exclusionLabels = many(20).map((label) => label.padEnd(64, '-'));
    const { id } = await makeObject(management, 'bookings', { exclusionLabels });
    expect(await rowOf(id)).toMatchObject({ exclusionLabels });
  });

  test('requires a new approval for labels and method without full scope, but not for a tighter cap', async () => {
    const partly = { scopes: scopes.filter((scope) => scope !== 'revisions:read'), account: 5 };
    const { id } = await makeObject(management, 'bookings');
    await management.call('POST', `/bookings/${id}/actions/submit`);
    await patch(`/bookings/${id}`, { caps: [{ scope: 'day', most: 2 }] }, partly);
    expect(await rowOf(id)).toMatchObject({ lifecycle: 'approved' });
    await patch(`/bookings/${id}`, { exclusionLabels: ['cars'] }, partly);
    expect(await rowOf(id)).toMatchObject({ lifecycle: 'submitted', exclusionLabels: ['cars'] });
    await management.call('POST', `/bookings/${id}/actions/approve`);
    await patch(`/bookings/${id}`, { delivery: { method: 'fill' } }, partly);
    expect(await rowOf(id)).toMatchObject({ lifecycle: 'submitted', delivery: { method: 'fill' } });
  });
});

describe('two slots of one request, from the API to the decision', () => {
  const positions: { readonly id: number; readonly slotName: string }[] = [];
  const bookings: number[] = [];

  beforeAll(async () => {
    const { id: partner } = await makeObject(management, 'media-partners');
    const { id: brand } = await makeObject(management, 'brands', { mediaPartnerId: partner });
    const { id: format } = await makeObject(management, 'inventory/format');
    const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner };
    const campaign = await makeObject(management, 'campaigns', { ...companies, brandIds: [brand] });
    const creative = await makeObject(management, 'creatives', { brandId: brand, formatId: format });
    for (let n = 0; n < 2; n += 1) {
      const { id, slotName } = await makeObject(management, 'inventory/position', { formatId: format });
      positions.push({ id, slotName: String(slotName) });
    }
    for (let n = 0; n < 2; n += 1) {
      const { id } = await makeObject(management, 'bookings', {
        campaignId: campaign.id,
        positionIds: positions.map((position) => position.id),
        creatives: [{ creativeId: creative.id }],
      });
      bookings.push(id);
      expect(await management.call('POST', `/bookings/${id}/actions/submit`)).toMatchObject({ status: 200 });
    }
  });
  beforeEach(async () => {
    const plain = { exclusionLabels: [], duplicatesAllowed: false, delivery: { method: 'share' } };
    await set([plain, plain]);
    for (const { id } of positions) await patch(`/inventory/position/${id}`, { blockedLabels: [] });
  });

  async function set(bodies: readonly Record<string, unknown>[]): Promise<void> {
    for (const [index, body] of bodies.entries()) {
      expect(await patch(`/bookings/${bookings[index]}`, body)).toMatchObject({ status: 200 });
    }
  }

  /**
   * Returns every distinct outcome of 200 requests for both slots: the booking (0 or 1) that won each slot; null: none.
   */
  async function outcomes(): Promise<readonly unknown[]> {
    const snapshot = buildSnapshot(await buildSnapshotRows(management.database));
    const parameters = new Map();
    const request = { slots: positions.map(({ slotName }) => ({ slotName, parameters })), parameters };
    const found = new Set<string>();
    for (let seed = 0; seed < 200; seed += 1) {
      const { winners } = decide(snapshot, request, { nowMs, seed: [seed, 7], explain: false });
      found.add(JSON.stringify(winners.map((winner) => (winner ? bookings.indexOf(winner.ad.booking.id) : null))));
    }
    return [...found].sort().map((outcome) => JSON.parse(outcome));
  }

  test('fills both slots with different bookings by default', async () => {
    expect(await outcomes()).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  test('never combines bookings with a common label', async () => {
    await set([{ exclusionLabels: ['cars', 'diesel'] }, { exclusionLabels: ['bikes', 'cars'] }]);
    expect(await outcomes()).toEqual([
      [0, null],
      [1, null],
    ]);
    await set([{ exclusionLabels: ['cars'] }, { exclusionLabels: ['Cars'] }]);
    expect(await outcomes()).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  test('does not deliver creatives with a blocked label', async () => {
    await set([{ exclusionLabels: ['cars'] }]);
    await patch(`/inventory/position/${positions[1]?.id}`, { blockedLabels: ['beer', 'cars'] });
    expect(await outcomes()).toEqual([
      [0, 1],
      [1, null],
    ]);
  });

  test('fills both slots with a booking that allows it', async () => {
    await set([{ duplicatesAllowed: true }, { duplicatesAllowed: true }]);
    expect(await outcomes()).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
  });

  test('uses fill only without other eligible bookings', async () => {
    await set([{ delivery: { method: 'fill' } }]);
    expect(await outcomes()).toEqual([[1, 0]]);
    await set([{}, { duplicatesAllowed: true }]);
    expect(await outcomes()).toEqual([[1, 1]]);
    await set([{}, { delivery: { method: 'fill' }, duplicatesAllowed: false }]);
    expect(await outcomes()).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });
});
