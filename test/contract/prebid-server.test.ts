import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readByOldServerInGo, readByServerInGo, readByServerInJava } from './clients/prebid-server.ts';
import { emptySlot } from './contract-account.ts';
import { type ContractDelivery, startContractDelivery } from './contract-delivery.ts';

let delivery: ContractDelivery;
beforeAll(async () => {
  delivery = await startContractDelivery();
});
afterAll(() => delivery.close());

type Imp = { readonly id: string } & Readonly<Record<string, unknown>>;

/** Returns the request of a page with every field that the adapters pass through. */
function bidRequest(imp: readonly Imp[], more: object = {}) {
  return {
    id: 'r1',
    imp,
    site: { page: 'https://news.example/', ref: 'https://search.example/' },
    device: { ua: 'Mozilla/5.0', ip: '192.0.2.1', ifa: 'a-1' },
    user: { ext: { consent: 'CPxyz' } },
    regs: { ext: { gdpr: 1 } },
    source: { tid: 't' },
    tmax: 500,
    cur: ['EUR'],
    ...more,
  };
}

function impOf(slot: string, medium: object = { banner: { format: [{ w: 728, h: 90 }] } }, id = 'i1'): Imp {
  return { id, ...medium, ext: { adhese: { SL: [slot], tl: ['all'], kw: ['red'] } } };
}

async function ask(request: object) {
  const body = JSON.stringify(request);
  return delivery.text('/openrtb2', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
}

describe('wire-protocol 5.2: Prebid Server', () => {
  test('request: the adapter in Go sends all impressions and extends the first, the one in Java sends the first', async () => {
    const first = impOf('_home_-lb');
    const plain: Imp = { id: 'i2', banner: { w: 1, h: 1 }, ext: { bidder: {} } };
    for (const imp of [[first, plain], [first]]) {
      const request = bidRequest(imp);
      const bid = readByServerInGo(await ask(request), request);
      expect(bid).toMatchObject({ impId: 'i1', price: 2.5, creativeId: '70', dealId: '5', mediaType: 'banner' });
    }
  });

  test('parameters: accepts a slot name encoded by the adapter in Java', async () => {
    const request = bidRequest([impOf(encodeURIComponent('Encoded.Home-1-lb').replaceAll('.', '%2E'))]);
    expect(readByServerInJava(await ask(request), request)).toMatchObject({ creativeId: '77' });
  });

  test('response: the adapter in Go reads ext.adhese with text values, the one in Java eight of its fields', async () => {
    const request = bidRequest([impOf('_home_-lb')]);
    const answer = await ask(request);
    const fields = {
      priority: '5',
      orderProperty: '',
      adFormat: 'lb',
      adType: 'lb',
      adspaceId: '60',
      libId: '70',
      slotId: '10',
      viewableImpressionCounter: expect.stringContaining('/track/1000-Adhese_IABview/'),
    };
    expect(readByServerInJava(answer, request)?.ext).toEqual(fields);
    expect((readByServerInGo(answer, request) as { ext: object }).ext).toMatchObject({
      ...fields,
      id: '1000',
      orderId: '5',
    });
  });

  test.each([
    ['banner', '_home_-lb', { banner: { w: 728, h: 90 } }],
    ['video', '_film_-preroll', { video: { mimes: ['video/mp4'], protocols: [3, 7] } }],
    ['native', '_home_-native', { native: { request: '{"ver":"1.2","assets":[{"id":1,"title":{"len":90}}]}' } }],
  ])('response: media type %s is that of the requested impression', async (mediaType, slot, medium) => {
    const request = bidRequest([impOf(slot, medium)]);
    const answer = await ask(request);
    expect(readByServerInGo(answer, request)).toMatchObject({ mediaType });
    expect(readByServerInJava(answer, request)).toMatchObject({ mediaType });
  });

  test.each([
    ['a host name derived from the account', {}, 'ads-demo.adhese.com'],
    [
      'consent and eids in the fields of 2.6',
      { user: { consent: 'CPxyz', eids: [{ source: 's', uids: [{ id: 'u' }] }] } },
      '',
    ],
    ['an app instead of a site', { site: undefined, app: { bundle: 'org.example', name: 'App' } }, ''],
    [
      'only the impression',
      { site: undefined, device: undefined, user: undefined, regs: undefined, source: undefined },
      '',
    ],
  ])('request: %s', async (_what, more, host) => {
    const request = bidRequest([impOf('_home_-lb')], more);
    const headers = { 'content-type': 'application/json', ...(host !== '' && { 'x-forwarded-host': host }) };
    const answer = await delivery.text('/openrtb2', { method: 'POST', body: JSON.stringify(request), headers });
    expect(readByServerInGo(answer, request)).toMatchObject({ impId: 'i1', mediaType: 'banner' });
  });

  test('no bid: 204, which one adapter reports and the other ignores, and both continue', async () => {
    for (const slot of [emptySlot, 'unknown']) {
      const request = bidRequest([impOf(slot)]);
      const answer = await ask(request);
      expect([answer.status, answer.body]).toEqual([204, '']);
      expect(readByServerInGo(answer, request)).toBe('Unexpected status code: 204');
      expect(readByServerInJava(answer, request)).toBeNull();
    }
  });

  test('adm: creative, click and a hidden impression; the adapter requests no URLs itself', async () => {
    const request = bidRequest([impOf('_home_-lb')]);
    const { markup } = readByServerInJava(await ask(request), request) ?? { markup: '' };
    expect(markup).toMatch(/<a href="http:\/\/ads\.example\/raylene\/[^"]+\/URhttps:\/\/shop\.example\/offer/);
    expect(markup).toMatch(/<div style="[^"]*visibility:hidden"><img src="http:\/\/ads\.example\/track\/1000\//);
  });

  test('screens: the object dooh of OpenRTB 2.6 instead of a site', async () => {
    const dooh = { id: 'hall', name: 'Hall', venuetype: ['transit.airports'], publisher: { id: '1' } };
    const request = bidRequest([{ ...impOf('_home_-lb'), qty: { multiplier: 12.5 }, dt: 1 }], {
      site: undefined,
      dooh,
    });
    expect(readByServerInGo(await ask(request), request)).toMatchObject({ creativeId: '70' });
  });
});

describe('wire-protocol 5.3: Prebid Server in Go up to 3.6', () => {
  const path = (slot: string) => `/json/sl${slot}/brchrome;firefox/ctgent/xt/xfhttps%3A%2F%2Fnews.example%2F/xza-1`;

  test('banner-internal: sizes and price are texts, with the impression image only where it is needed', async () => {
    const answer = await delivery.text(path('_home_-lb'));
    expect(readByOldServerInGo(answer)).toMatchObject({
      price: 2.5,
      creativeId: '1000',
      dealId: '5',
      mediaType: 'banner',
    });
  });

  test('an ad without a size does not lose the bid', async () => {
    expect(readByOldServerInGo(await delivery.text(path('_app_-fluid')))).toMatchObject({ creativeId: '1003' });
  });

  test('banner-video-internal: VAST in tag is a video', async () => {
    expect(readByOldServerInGo(await delivery.text(path('_film_-preroll')))).toMatchObject({ mediaType: 'video' });
  });

  test('res-no_bids_200: an empty array is a no-bid without error', async () => {
    expect(readByOldServerInGo(await delivery.text(path(emptySlot)))).toBeNull();
  });
});
