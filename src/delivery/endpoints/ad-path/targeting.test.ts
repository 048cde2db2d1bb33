import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestDelivery, type TestDelivery } from '../../../../test/support/server/test-delivery.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { buildSnapshotRows } from '../../../worker/publish/build-snapshot-rows.ts';

const atMs = Date.parse('2027-03-03T09:00:00Z');

let management: TestManagement;
let delivery: TestDelivery;
let slotName: string;
let booking: { readonly id: number };

beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => atMs });
  delivery = await startTestDelivery(await buildSnapshotRows(management.database));
  delivery.setNow(atMs);
  const { id: partner } = await makeObject(management, 'media-partners');
  const { id: brand } = await makeObject(management, 'brands', { mediaPartnerId: partner });
  const { id: format } = await makeObject(management, 'inventory/format');
  const position = await makeObject(management, 'inventory/position', { formatId: format });
  slotName = String(position['slotName']);
  const creative = await makeObject(management, 'creatives', { brandId: brand, formatId: format });
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner };
  const campaign = await makeObject(management, 'campaigns', { ...companies, brandIds: [brand] });
  booking = await makeObject(management, 'bookings', {
    campaignId: campaign.id,
    startDate: '2027-03-01T00:00:00Z',
    positionIds: [position.id],
    creatives: [{ creativeId: creative.id }],
  });
  expect(await management.call('POST', `/bookings/${booking.id}/actions/submit`)).toMatchObject({ status: 200 });
});
afterAll(async () => {
  await delivery?.close();
  await management?.close();
});
beforeEach(() => target(null));

/** Sets this tree as the booking's targeting and waits until it is served. */
async function target(targeting: unknown): Promise<void> {
  for (const tree of [null, targeting]) {
    const body = { targeting: tree };
    const answer = await management.call('PATCH', `/bookings/${booking.id}`, { body, headers: { 'if-match': '*' } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }
  await delivery.publish(await buildSnapshotRows(management.database));
}

type Asked = {
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly ofSlot?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Returns whether the booking's ad is in the answer to `POST /json`. */
async function wins({ parameters = {}, ofSlot = {}, headers = {} }: Asked = {}): Promise<boolean> {
  const body = JSON.stringify({ slots: [{ slotname: slotName, parameters: ofSlot }], parameters });
  const answer = await delivery.fetch('/json', { method: 'POST', body, headers });
  expect(answer.status).toBe(200);
  const ads = (await answer.json()) as { slotName: string; adspaceId: string }[];
  expect(ads.every((ad) => ad.slotName === slotName && ad.adspaceId === String(booking.id))).toBe(true);
  return ads.length === 1;
}

async function winsInPath(path: string): Promise<boolean> {
  const answer = await delivery.fetch(`/json/sl${slotName}/${path}`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as unknown[]).length === 1;
}

describe('a booking with targeting, from the API to the ad', () => {
  test('without targeting all requests match', async () => {
    expect(await wins()).toBe(true);
  });

  test('a parameter matches case-insensitively, from the request or the slot, in the body or the path', async () => {
    await target({ key: 'ct', values: ['gent'] });
    expect(await wins()).toBe(false);
    expect(await wins({ parameters: { ct: 'brugge' } })).toBe(false);
    expect(await wins({ parameters: { kw: 'gent' } })).toBe(false);
    for (const ct of ['gent', 'Gent', 'GENT', ['brugge', 'gEnT']])
      expect(await wins({ parameters: { ct } })).toBe(true);
    expect(await wins({ ofSlot: { ct: 'Gent' } })).toBe(true);
    expect(await winsInPath('tlall/ctbrugge;Gent/')).toBe(true);
    expect(await winsInPath('ctbrugge,GENT')).toBe(true);
    expect(await winsInPath('ctbrugge')).toBe(false);
  });

  test('values match whether or not the client folds them', async () => {
    await target({ key: 'kw', values: ['Red Wine', 'café-crème'] });
    for (const kw of ['red_wine', 'Red Wine', 'red-wine', 'RED_WINE', 'café_crème', 'CAFÉ CRÈME']) {
      expect(await wins({ parameters: { kw } }), kw).toBe(true);
    }
    for (const kw of ['redwine', 'red  wine', 'cafe_creme']) expect(await wins({ parameters: { kw } }), kw).toBe(false);
    expect(await winsInPath('kwRed%20Wine')).toBe(true);
  });

  test('not, any and all', async () => {
    await target({ not: { key: 'ct', values: ['gent'] } });
    expect(await wins()).toBe(true);
    expect(await wins({ parameters: { ct: 'Gent' } })).toBe(false);

    await target({
      any: [
        { key: 'ct', values: ['gent'] },
        { fact: 'country', values: ['NL'] },
      ],
    });
    expect(await wins({ parameters: { ct: 'gent' } })).toBe(true);
    expect(await wins({ parameters: { co: 'nl' } })).toBe(true);
    expect(await wins({ parameters: { co: 'be' } })).toBe(false);

    await target({
      all: [
        { key: 'ct', values: ['gent'] },
        { fact: 'device', values: ['phone'] },
      ],
    });
    expect(await wins({ parameters: { ct: 'gent', dt: 'phone' } })).toBe(true);
    expect(await wins({ parameters: { ct: 'gent', dt: 'tablet' } })).toBe(false);
  });

  test('a part of the page URL matches in every encoding, and a malformed value is not a URL', async () => {
    await target({ urlParts: ['/Sport/'] });
    const page = (path: string) => Buffer.from(`https://courier.example${path}`);
    expect(await wins({ parameters: { xf: page('/sport/football').toString('base64url') } })).toBe(true);
    expect(await wins({ parameters: { ur: page('/sport/football').toString('base64') } })).toBe(true);
    expect(await wins({ parameters: { xf: page('/economy/').toString('base64url') } })).toBe(false);
    expect(await wins({ parameters: { ur: page('/sport/').toString('base64').toLowerCase() } })).toBe(false);
    expect(await winsInPath(`xf${page('/sport/football').toString('base64url')}/re/`)).toBe(true);
  });

  test('coordinates, language, consent and daypart', async () => {
    await target({ near: { latitude: 51.0543, longitude: 3.7174, metres: 5000 } });
    expect(await wins({ parameters: { xc: ['51.05', '3.72'] } })).toBe(true);
    expect(await wins({ parameters: { xc: ['51.21', '3.22'] } })).toBe(false);

    await target({ fact: 'language', values: ['nl'] });
    expect(await wins({ headers: { 'accept-language': 'nl-BE,nl;q=0.9,en;q=0.8' } })).toBe(true);
    expect(await wins({ headers: { 'accept-language': 'en,nl;q=0.1' } })).toBe(false);

    await target({ fact: 'consent', values: ['granted'] });
    expect(await wins({ parameters: { tl: 'all' } })).toBe(true);
    for (const parameters of [{}, { tl: 'none' }, { xt: 'CPxyz' }]) expect(await wins({ parameters })).toBe(false);

    // Wednesday, 10:00 in Amsterdam.
    await target({ dayPart: { days: ['wed'], fromMinute: 600, toMinute: 601 } });
    expect(await wins()).toBe(true);
    await target({ dayPart: { days: ['wed'], fromMinute: 540, toMinute: 600 } });
    expect(await wins()).toBe(false);
  });

  test('without consent a segment condition has no result, neither true nor false', async () => {
    const segment = { fact: 'segment', values: ['car-lovers'] };
    for (const tree of [segment, { not: segment }]) {
      await target(tree);
      for (const parameters of [{}, { tl: 'none' }, { tl: 'all', xt: 'mangled' }]) {
        expect(await wins({ parameters })).toBe(false);
      }
    }
    // With consent, an unknown viewer is not a member of the segment.
    expect(await wins({ parameters: { tl: 'all' } })).toBe(true);
    await target({ any: [segment, { key: 'ct', values: ['gent'] }] });
    expect(await wins({ parameters: { ct: 'gent' } })).toBe(true);
  });
});
