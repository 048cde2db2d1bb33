import { afterAll, beforeAll, expect, test } from 'vitest';
import { offerFields } from '../../../test/support/fixtures/template-format.ts';
import {
  bookingRow,
  creativeRow,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../test/support/server/test-delivery.ts';

type Change = Readonly<Record<string, unknown>>;
type Native = {
  readonly link: { readonly clicktrackers?: readonly string[] };
  readonly eventtrackers?: readonly { readonly event: number; readonly method: number; readonly url: string }[];
  readonly imptrackers?: readonly string[];
  readonly assets: readonly { readonly id: number; readonly data?: { readonly value: string } }[];
};

const now = 1_795_000_000_000;
const keyword = `l'été "<1>"`;
const ofCreative = {
  impression: ['https://count.example/i?cb=[CACHEBUSTING]&kw=[adheseReplace:kw]'],
  viewable: [`https://count.example/v?q='"</script>`],
  click: ['https://count.example/c'],
};
const ofBooking = {
  impression: ['https://other.example/i'],
  click: ['https://count.example/c', 'https://other.example/c'],
};
const called = {
  clicktrackers: ['https://count.example/c', 'https://other.example/c'],
  eventtrackers: [
    { event: 1, method: 1, url: `https://count.example/i?cb=${now}&kw=l%27%C3%A9t%C3%A9%20%22%3C1%3E%22` },
    { event: 1, method: 1, url: 'https://other.example/i' },
    { event: 2, method: 1, url: `https://count.example/v?q='"</script>` },
  ],
};
const native = { kind: 'native', file: null, fields: { headline: "Winter's coffee" }, images: {} };

let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery(rowsOf('native', native));
  delivery.setNow(now);
});
afterAll(() => delivery.close());

function rowsOf(mediaType: string, creative: Change) {
  const cpm = { micros: 2_500_000, currency: 'EUR' };
  return snapshotRows({
    formats: [{ id: 1, code: 'offer', width: 300, height: 250, mediaType, templateFields: offerFields }],
    positions: [{ id: 10, locationId: 1, formatId: 1, slotName: '_home_-offer' }],
    bookings: [bookingRow({ cpm, trackers: ofBooking })],
    creatives: [creativeRow({ formatId: 1, trackers: ofCreative, ...creative })],
  });
}

async function tagFor(consent: string): Promise<string> {
  const parameters = { tl: [consent], kw: [keyword] };
  const body = JSON.stringify({ slots: [{ slotname: '_home_-offer' }], parameters });
  const [ad] = (await (await delivery.fetch('/json', { method: 'POST', body })).json()) as [{ tag: string }];
  expect(Object.keys(ad)).not.toContain('trackers');
  return ad.tag;
}

/** Parses a tag like the clients do. */
function parsed(tag: string): unknown {
  return JSON.parse(tag.replaceAll("'", '"'));
}

async function stackFor(consent: string, list = 'm/stack'): Promise<Native> {
  const path = `/${list}/sl_home_-offer/tl${consent}/kw${encodeURIComponent(keyword)}/`;
  const { ads } = (await (await delivery.fetch(path)).json()) as { ads: [{ native: Native }] };
  return ads[0].native;
}

async function bidFor(consent: string, medium: Change): Promise<string> {
  const imp = [{ id: 'i1', ...medium, ext: { adhese: { SL: ['_home_-offer'], tl: [consent], kw: [keyword] } } }];
  const body = JSON.stringify({ id: 'r1', imp, cur: ['EUR'] });
  const answer = await delivery.fetch('/openrtb2', { method: 'POST', body });
  const { seatbid } = (await answer.json()) as { seatbid: [{ bid: [{ adm: string }] }] };
  return seatbid[0].bid[0].adm;
}

async function nativeBidFor(consent: string, request: Change): Promise<Native> {
  return JSON.parse(await bidFor(consent, { native: { request: JSON.stringify(request) } }));
}

function trackersIn({ link, eventtrackers }: Native) {
  return { clicktrackers: link.clicktrackers, eventtrackers };
}

const none = { clicktrackers: undefined, eventtrackers: undefined };

test('the data of a native ad contains the trackers of creative and booking for viewers who consent', async () => {
  await delivery.publish(rowsOf('native', native));
  const { native: drawn } = parsed(await tagFor('all')) as { native: Native };
  expect(trackersIn(drawn)).toEqual(called);
  expect(trackersIn(await stackFor('all'))).toEqual(called);
  expect(trackersIn(await stackFor('all', 'ad'))).toEqual(called);
  for (const consent of ['none', 'unknown']) {
    const { native: silent } = parsed(await tagFor(consent)) as { native: Native };
    expect(trackersIn(silent)).toEqual(none);
    expect(trackersIn(await stackFor(consent))).toEqual(none);
  }
});

test('the slot of a stack contains the trackers of each ad', async () => {
  await delivery.publish(rowsOf('stack', native));
  const [entry] = parsed(await tagFor('all')) as [{ native: Native }];
  expect(trackersIn(entry.native)).toEqual(called);
  const [silent] = parsed(await tagFor('none')) as [{ native: Native }];
  expect(trackersIn(silent.native)).toEqual(none);
});

test('a native bid contains the trackers in the version of its request', async () => {
  await delivery.publish(rowsOf('native', native));
  const asked = { ver: '1.2', assets: [{ id: 1, title: {} }], eventtrackers: [{ event: 1, methods: [1] }] };
  const bid = await nativeBidFor('all', asked);
  expect(bid.eventtrackers?.slice(2)).toEqual(called.eventtrackers);
  expect(bid.link.clicktrackers).toEqual(called.clicktrackers);
  const older = await nativeBidFor('all', { ver: '1.1' });
  expect(older.imptrackers?.slice(1)).toEqual(called.eventtrackers.slice(0, 2).map(({ url }) => url));
  const silent = await nativeBidFor('none', asked);
  expect([silent.eventtrackers?.length, silent.link.clicktrackers]).toEqual([2, undefined]);
  expect((await nativeBidFor('none', {})).imptrackers).toHaveLength(1);
});

test('an image in a stack has trackers as data, markup in a stack and in a bid calls them itself', async () => {
  await delivery.publish(rowsOf('banner', {}));
  expect(trackersIn(await stackFor('all'))).toEqual(called);
  expect(trackersIn(await stackFor('none'))).toEqual(none);
  await delivery.publish(rowsOf('banner', { kind: 'html', file: null, html: '<b>Offer</b>' }));
  const entry = await stackFor('all');
  expect(trackersIn(entry)).toEqual(none);
  const markups = [entry.assets.find(({ id }) => id === 4)?.data?.value ?? '', await bidFor('all', { banner: {} })];
  for (const markup of markups) {
    expect(markup).toContain('<b>Offer</b>');
    expect(markup).toContain('<img src="https://other.example/i" width="1"');
    expect(markup.match(/https:\/\/count\.example\/i\?/g)).toHaveLength(1);
    expect(markup).toContain('["https://count.example/c","https://other.example/c"]');
  }
  expect(await bidFor('none', { banner: {} })).not.toMatch(/count\.example|other\.example/);
});
