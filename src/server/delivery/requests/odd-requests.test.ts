import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bookingRow,
  creativeRow,
  rawRequest,
  snapshotRows,
  startTestDelivery,
} from '../../../../test/support/test-delivery.ts';

/** Of each kind; the nightly run takes many times as many. */
const runs = Number(process.env['PLACARD_TEST_REQUESTS'] ?? 2_500);

const formats = ['banner', 'video', 'native', 'stack'].map((mediaType, index) => ({
  id: index + 1,
  code: mediaType,
  width: 300,
  height: 250,
  mediaType,
}));
const positions = formats.map(({ id, code }) => ({ id: 9 + id, locationId: 1, formatId: id, slotName: `a-${code}` }));
const inventory = { positionIds: [10, 11, 12, 13], locationIds: [], publicationIds: [], publisherIds: [] };
const ads = formats.map(({ id }) => ({ id, creativeId: id, weight: 1, startMs: null, endMs: null }));
const rows = snapshotRows({
  formats,
  positions,
  bookings: [bookingRow({ inventory, ads, cpm: { micros: 1_000_000, currency: 'USD' } })],
  creatives: formats.map(({ id }) => creativeRow({ id, formatId: id })),
});

let delivery: Awaited<ReturnType<typeof startTestDelivery>>;
beforeAll(async () => {
  delivery = await startTestDelivery(rows);
});
afterAll(() => delivery.close());

const slotName = fc.constantFrom('a-banner', 'a-video', 'a-native', 'a-stack', 'unknown', '');
const segment = fc.oneof(
  slotName.map((name) => `sl${name}`),
  fc.constantFrom('', 'tlall', 'rn1', 're', 'ur//Pz8/', 'kwa,b;c', 'xc1;2', '%', '%ZZ', '..', 'cb', '__', '%00', '%2F'),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed())),
);
const path = fc
  .tuple(
    fc.constantFrom('json', 'jsonp', 'jsonp/cb', 'ad', 'm/stack', 'e/stack', 'm', 'e', 'openrtb2', 'json2', ''),
    fc.array(segment, { maxLength: 6 }),
    fc.constantFrom('', '?t=1', '?max_ads=3', '?max_ads=%', '?'),
  )
  .map(([endpoint, segments, query]) => `/${[endpoint, ...segments].join('/')}${query}`);

test('whatever stands in a path is answered, and never with a fault of ours', async () => {
  await fc.assert(
    fc.asyncProperty(path, fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'DELETE'), async (target, method) => {
      const { status, headers } = await rawRequest(delivery.base, target, { method });
      expect(status).toBeLessThan(500);
      expect(headers['vary']).toBe('Origin');
    }),
    { numRuns: runs },
  );
}, 600_000);

const imp = {
  id: 'i1',
  banner: { w: 300, h: 250 },
  video: {},
  native: {
    request: '{"native":{"assets":[{"id":1,"title":{"len":9}},{"id":2,"img":{}},{"id":3,"data":{"type":2}}]}}',
  },
  bidfloor: 0.1,
  bidfloorcur: 'USD',
  pmp: { private_auction: 1, deals: [{ id: '5' }] },
  ext: { adhese: { SL: ['a-banner'], tl: ['all'] } },
};
const whole = {
  id: 'r1',
  imp: [imp],
  slots: [{ slotname: 'a-stack', parameters: { kw: ['a'] } }, { slotname: 'a-banner' }],
  parameters: { tl: 'all', xc: [1, 2] },
  site: { page: 'https://news.example/' },
  device: { devicetype: 4, language: 'nl', geo: { lat: 1, lon: 2 } },
  user: { id: 'u', eids: [{ source: 's', uids: [{ id: 'x' }] }], consent: 'x', ext: { eids: [] } },
  cur: ['USD'],
  badv: ['a.example'],
};

/** The value with one thing in it, at any depth, replaced or left out. */
function mutated(value: unknown, steps: readonly number[], by: unknown): unknown {
  const [step, ...rest] = steps;
  if (typeof value !== 'object' || value === null || step === undefined) return by;
  const entries = Object.entries(value);
  if (entries.length === 0) return by;
  const [key] = entries[step % entries.length] as [string, unknown];
  const changed = entries.map(([name, part]) => [name, name === key ? mutated(part, rest, by) : part]);
  return Array.isArray(value) ? changed.map(([, part]) => part) : Object.fromEntries(changed);
}

test('whatever stands in a body is answered, and never with a fault of ours', async () => {
  const mutation = fc.tuple(
    fc.array(fc.nat(20), { minLength: 1, maxLength: 7 }),
    fc.oneof(fc.jsonValue(), slotName, fc.constant(undefined)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('/json', '/openrtb2'),
      fc.array(mutation, { maxLength: 3 }),
      fc.constantFrom('a-banner', 'a-video', 'a-native', 'a-stack'),
      async (endpoint, mutations, name) => {
        const request = { ...whole, imp: [{ ...imp, ext: { adhese: { SL: [name] } } }] };
        const sent = mutations.reduce<unknown>((body, [steps, by]) => mutated(body, steps, by), request);
        const answer = await delivery.fetch(endpoint, { method: 'POST', body: JSON.stringify(sent) ?? '' });
        expect(answer.status).toBeLessThan(500);
        if (answer.status === 200) await answer.json();
      },
    ),
    { numRuns: runs },
  );
}, 600_000);
