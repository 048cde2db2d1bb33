import { runInNewContext } from 'node:vm';
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { offerFields, offerHtml } from '../../../test/support/fixtures/template-format.ts';
import {
  bookingRow,
  creativeRow,
  snapshotRows,
  startTestDelivery,
} from '../../../test/support/server/test-delivery.ts';

type Node = DefaultTreeAdapterMap['node'];
type Ad = Readonly<Record<string, string>>;
type Change = Readonly<Record<string, unknown>>;

const hash = 'cd'.repeat(32);
const photo = {
  path: `media/${hash}/photo.png`,
  mime: 'image/png',
  bytes: 900,
  width: 300,
  height: 200,
  widths: [160, 300],
};
const logo = { path: `media/${hash}/logo.png`, mime: 'image/png', bytes: 90, width: 80, height: 80 };
const address = (image: { readonly path: string }) => `http://ads.example/${image.path}`;

/** Returns a position whose format has the template of an offer, with one ad. */
function rowsOf(creative: Change = {}, format: Change = {}) {
  const template = { width: 300, height: 250, mediaType: 'native', templateFields: offerFields, ...format };
  const offer = {
    kind: 'native',
    name: 'Offer',
    formatId: 2,
    file: null,
    width: 300,
    height: 250,
    fields: {
      headline: "Winter's coffee",
      story: 'Hot\nand <b>',
      price: 4.5,
      tone: 'warm',
      more: 'https://other.example/more',
    },
    images: { photo, logo },
    ...creative,
  };
  return snapshotRows({
    formats: [
      { id: 1, code: 'lb', width: 728, height: 90, mediaType: 'banner' },
      { id: 2, code: 'offer', ...template },
    ],
    positions: [{ id: 10, locationId: 1, formatId: 2, slotName: '_home_-offer' }],
    bookings: [bookingRow({ cpm: { micros: 2_500_000, currency: 'EUR' } })],
    creatives: [creativeRow(offer)],
  });
}

let delivery: Awaited<ReturnType<typeof startTestDelivery>>;
beforeAll(async () => {
  delivery = await startTestDelivery(rowsOf());
});
afterAll(() => delivery.close());

async function adOf(creative: Change = {}, format: Change = {}): Promise<Ad> {
  await delivery.publish(rowsOf(creative, format));
  const body = JSON.stringify({ slots: [{ slotname: '_home_-offer' }] });
  const [ad] = (await (await delivery.fetch('/json', { method: 'POST', body })).json()) as Ad[];
  if (ad === undefined) throw new Error('there is no ad');
  return ad;
}

/** Returns the elements of the markup by ID with their attributes, and the text. */
function partsOf(markup: string) {
  const elements: { readonly tag: string; readonly attributes: Readonly<Record<string, string>> }[] = [];
  let text = '';
  const look = (node: Node): void => {
    if ('attrs' in node) {
      elements.push({
        tag: node.tagName,
        attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
      });
    }
    if (node.nodeName === '#text' && 'value' in node) text += node.value;
    if ('childNodes' in node) node.childNodes.forEach(look);
  };
  look(parseFragment(markup));
  return { elements, text, at: (id: string) => elements.find(({ attributes }) => attributes['id'] === id)?.attributes };
}

describe('a creative of a template without markup', () => {
  test('is returned in `tag` as JSON with its fields, for clients that render it', async () => {
    const ad = await adOf();
    expect(ad).toMatchObject({ ext: 'advar', adType: 'offer', width: '300', height: '250', creativeName: 'Offer' });
    // Parsed like the TypeScript SDK does.
    const { type, native } = JSON.parse(ad['tag']?.replaceAll("'", '"') ?? '');
    expect(type).toBe('native');
    expect(native).toEqual({
      ver: '1.2',
      assets: [
        { id: 1, title: { text: "Winter's coffee" } },
        { id: 2, img: { type: 3, url: address(photo), w: 300, h: 200 } },
        { id: 3, data: { type: 2, value: 'Hot\nand <b>' } },
        { id: 16, data: { type: 6, value: '4.5' } },
        { id: 5, img: { type: 1, url: address(logo), w: 80, h: 80 } },
      ],
      link: { url: expect.stringMatching(/\/URhttps:\/\/shop\.example\/offer/), fallback: '' },
      impressionCounter: ad['impressionCounter'],
      viewableImpressionCounter: ad['viewableImpressionCounter'],
      fields: {
        headline: "Winter's coffee",
        story: 'Hot\nand <b>',
        price: 4.5,
        tone: 'warm',
        more: 'https://other.example/more',
        photo: { url: address(photo), w: 300, h: 200 },
        logo: { url: address(logo), w: 80, h: 80 },
      },
    });
    expect((await delivery.fetch(native.impressionCounter)).status).toBe(200);
    expect((await delivery.fetch(native.link.url)).status).toBe(302);
    expect((await delivery.events()).slice(-2).map(({ kind }) => kind)).toEqual(['impression', 'click']);
  });

  test('has a click target with its macros filled in', async () => {
    const ad = await adOf({ clickUrl: 'https://shop.example/?slot=[adheseReplace:SL]' });
    const { native } = JSON.parse(ad['tag'] ?? '');
    expect(decodeURIComponent(native.link.url)).toMatch(/UR\/?https:\/\/shop\.example\/\?slot=_home_-offer$/);
    const answer = await delivery.fetch(native.link.url);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://shop.example/?slot=_home_-offer']);
  });

  test('is the same in a stack, at /ad and in the list of a stack slot', async () => {
    await delivery.publish(rowsOf({}, { mediaType: 'stack' }));
    const { ads } = (await (await delivery.fetch('/m/stack/sl_home_-offer')).json()) as { ads: { native: Change }[] };
    expect(ads[0]?.native).toMatchObject({ ver: '1.2', fields: { headline: "Winter's coffee", photo: { w: 300 } } });
    const slot = await adOf({}, { mediaType: 'stack' });
    expect(JSON.parse(slot['tag'] ?? '')).toMatchObject([{ native: { fields: { tone: 'warm' } } }]);
    await delivery.publish(rowsOf());
    const list = (await (await delivery.fetch('/ad/sl_home_-offer')).json()) as { ads: { native: Change }[] };
    expect(list.ads[0]?.native).toMatchObject({
      assets: expect.arrayContaining([{ id: 16, data: { type: 6, value: '4.5' } }]),
    });
  });

  test('omits empty fields, and uses its name if it has no title', async () => {
    const ad = await adOf({ fields: { tone: 'cool' }, images: {}, altText: null });
    expect(JSON.parse(ad['tag'] ?? '').native).toMatchObject({
      assets: [{ id: 1, title: { text: 'Offer' } }],
      fields: { tone: 'cool' },
    });
  });

  test('does not serve in a banner position', async () => {
    await delivery.publish(rowsOf({}, { mediaType: 'banner' }));
    const body = JSON.stringify({ slots: [{ slotname: '_home_-offer' }] });
    expect(await (await delivery.fetch('/json', { method: 'POST', body })).json()).toEqual([]);
  });
});

describe('a creative of a template with markup', () => {
  const withHtml = { mediaType: 'banner', templateHtml: offerHtml };

  test('is the template markup with the fields inserted', async () => {
    const ad = await adOf({ kind: 'advar' }, withHtml);
    const { at, text, elements } = partsOf(ad['tag'] ?? '');
    expect(ad['ext']).toBe('advar');
    expect(elements[0]).toEqual({ tag: 'article', attributes: { class: 'warm' } });
    expect(at('photo')).toMatchObject({ src: address(photo), width: '300', height: '200' });
    expect(at('logo')).toMatchObject({ src: address(logo) });
    expect(text).toBe("Winter's coffeeHotand <b>More_home_-offer");
    expect(elements.filter(({ tag }) => tag === 'br' || tag === 'b').map(({ tag }) => tag)).toEqual(['br']);
    const go = await delivery.fetch(at('go')?.['href'] ?? '');
    expect([go.status, go.headers.get('location')]).toEqual([302, 'https://shop.example/offer?a=1&b=2']);
    // The domain is not one of the brand, but the creative names it.
    const more = await delivery.fetch(at('more')?.['href'] ?? '');
    expect([more.status, more.headers.get('location')]).toEqual([302, 'https://other.example/more']);
    for (const elsewhere of ['https://other.example/evil', 'https://evil.example/']) {
      const href = (at('more')?.['href'] ?? '').replace('https://other.example/more', elsewhere);
      expect((await delivery.fetch(href)).status).toBe(400);
    }
  });

  test('does not treat a text that looks like a link as a target', async () => {
    const ad = await adOf({ kind: 'advar', fields: { headline: 'https://evil.example/' } }, withHtml);
    expect((await delivery.fetch(`${ad['url']}https://evil.example/`)).status).toBe(400);
  });

  test('omits the branches of empty fields', async () => {
    const ad = await adOf({ kind: 'advar', fields: { headline: 'Tea' }, images: { photo } }, withHtml);
    const { at, text, elements } = partsOf(ad['tag'] ?? '');
    expect([text, at('logo'), at('more')]).toEqual(['Tea_home_-offer', undefined, undefined]);
    expect(elements.map(({ tag }) => tag)).toEqual(['article', 'a', 'img', 'h3', 'i']);
  });

  test('is not an ad if all branches are omitted, because clients fail on an empty ad', async () => {
    await delivery.publish(rowsOf({ fields: {} }, { ...withHtml, templateHtml: '[if:story]x[end:story]' }));
    const body = JSON.stringify({ slots: [{ slotname: '_home_-offer' }] });
    expect(await (await delivery.fetch('/json', { method: 'POST', body })).json()).toEqual([]);
  });

  test.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    '[clickUrl][adheseReplace:SL][field:photo][if:logo]',
    '</article><base href="https://evil.example/">',
    `\${alert(1)}`,
    '\u2028alert(1)//',
    'javascript:alert(1)',
  ])('renders %s as text in every context', async (hostile) => {
    const templateHtml =
      '<p id="p" title=[field:headline] data-x="[field:headline]">[field:headline]</p><a id="a" href="[field:headline]">x</a>' +
      `<i id="i" onclick="say('[field:headline]')"></i><script>var said = [field:headline]; var also = "[field:headline]";</script>` +
      '<style>.a::before{content:"[field:headline]"}</style><!-- [field:headline] -->';
    const clean = partsOf(
      (await adOf({ kind: 'advar', fields: { headline: 'x' } }, { ...withHtml, templateHtml }))['tag'] ?? '',
    );
    const ad = await adOf({ kind: 'advar', fields: { headline: hostile } }, { ...withHtml, templateHtml });
    const { elements, at, text } = partsOf(ad['tag'] ?? '');
    const shape = (list: typeof elements) => list.map(({ tag, attributes }) => [tag, Object.keys(attributes)]);
    expect(shape(elements)).toEqual(shape(clean.elements));
    expect([at('p')?.['title'], at('p')?.['data-x']]).toEqual([hostile, hostile]);
    expect(at('a')?.['href']).toBe('');
    expect(text.startsWith(hostile)).toBe(true);
    const [script = ''] = /var said.*(?=\.a::before)/s.exec(text) ?? [];
    expect([...runInNewContext(`${script} [said, also]`)]).toEqual([hostile, hostile]);
  });

  test('may be JSON, for screens that have their own templates', async () => {
    const templateHtml = '{"head":"[field:headline]","image":"[field:photo]","click":"[clickUrl]"}';
    const ad = await adOf({ fields: { headline: 'A "quote"\' and \\' } }, { mediaType: 'native', templateHtml });
    expect(JSON.parse(ad['tag'] ?? '')).toEqual({
      head: 'A "quote"\' and \\',
      image: address(photo),
      click: expect.stringMatching(/\/URhttps:\/\/shop\.example/),
    });
  });

  test('is rendered by a script tag, also if the format is native', async () => {
    await delivery.publish(rowsOf({}, { mediaType: 'native', templateHtml: offerHtml }));
    const page = await (await delivery.fetch('/ad/sl_home_-offer', { headers: { 'sec-fetch-dest': 'iframe' } })).text();
    expect(partsOf(page).at('photo')).toMatchObject({ src: address(photo) });
    const script = await delivery.fetch('/ad/sl_home_-offer');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  test('reflects a change of the template', async () => {
    const first = await adOf({ kind: 'advar' }, { ...withHtml, templateHtml: '<b>[field:headline]</b>' });
    const second = await adOf({ kind: 'advar' }, { ...withHtml, templateHtml: '<u>[field:headline]</u>' });
    expect([first['tag'], second['tag']]).toEqual(['<b>Winter&#39;s coffee</b>', '<u>Winter&#39;s coffee</u>']);
  });
});

describe('a native bid', () => {
  async function assetsFor(assets: readonly Change[]): Promise<readonly Change[] | null> {
    const native = { request: JSON.stringify({ ver: '1.2', assets, eventtrackers: [{ event: 1, methods: [1] }] }) };
    const imp = [{ id: 'i1', native, ext: { adhese: { SL: ['_home_-offer'] } } }];
    const body = JSON.stringify({ id: 'r1', imp, cur: ['EUR'] });
    const answer = await delivery.fetch('/openrtb2', { method: 'POST', body });
    if (answer.status === 204) return null;
    const { seatbid } = (await answer.json()) as { seatbid: [{ bid: [{ adm: string }] }] };
    return JSON.parse(seatbid[0].bid[0].adm).assets;
  }

  test('contains the fields of the requested assets', async () => {
    await delivery.publish(rowsOf());
    const assets = await assetsFor([
      { id: 10, required: 1, title: { len: 6 } },
      { id: 11, required: 1, img: { type: 3, wmin: 300, hmin: 100 } },
      { id: 12, required: 1, img: { type: 1 } },
      { id: 13, required: 1, data: { type: 6 } },
      { id: 14, required: 1, data: { type: 2, len: 3 } },
      { id: 15, data: { type: 12 } },
    ]);
    expect(assets).toEqual([
      { id: 10, title: { text: 'Winter' } },
      { id: 11, img: { url: address(photo), w: 300, h: 200 } },
      { id: 12, img: { url: address(logo), w: 80, h: 80 } },
      { id: 13, data: { value: '4.5' } },
      { id: 14, data: { value: 'Hot' } },
    ]);
  });

  test.each([
    ['a missing text', { data: { type: 12 } }],
    ['a larger image', { img: { type: 3, wmin: 301 } }],
    ['a video', { video: { mimes: ['video/mp4'] } }],
  ])('is not returned if %s is required', async (_what, asset) => {
    await delivery.publish(rowsOf());
    expect(await assetsFor([{ id: 1, required: 1, ...asset }])).toBeNull();
    expect(
      await assetsFor([
        { id: 1, title: {} },
        { id: 2, ...asset },
      ]),
    ).toEqual([{ id: 1, title: { text: "Winter's coffee" } }]);
  });
});

describe('other outputs of such a creative', () => {
  test('a preview, rendered like on a page, and the lists of screens', async () => {
    await delivery.publish(rowsOf({}, { inHeadsup: true }));
    const [preview] = (await (await delivery.fetch('/creatives/preview/json/tag.do?id=7')).json()) as Ad[];
    expect(JSON.parse(preview?.['tag'] ?? '')).toMatchObject({ native: { fields: { tone: 'warm' } } });
    const frame = await (await delivery.fetch('/creatives/preview/frame/7')).text();
    expect(frame).toContain(`<img src="/${photo.path}"`);
    expect(partsOf(frame).text).toContain("Winter's coffeeHot\nand <b>4.5");
    expect(await (await delivery.fetch('/creatives/preview/7')).text()).toContain('<dt>tone</dt><dd>warm</dd>');
    await delivery.publish(rowsOf({}, { templateHtml: offerHtml }));
    expect(partsOf(await (await delivery.fetch('/creatives/preview/frame/7')).text()).at('photo')).toBeDefined();
  });

  test('the materials list of a screen contains each image', async () => {
    await delivery.publish(rowsOf({}, { inHeadsup: true }));
    const list = (await (await delivery.fetch('/api/headsup/download-list/sl_home_-offer')).json()) as {
      media: { ad: { curl: string; filesize: number } }[];
    };
    expect(list.media.map(({ ad }) => [ad.curl, ad.filesize])).toEqual([
      [address(logo), 90],
      [address(photo), 900],
    ]);
  });
});
