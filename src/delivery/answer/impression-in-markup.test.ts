import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestDelivery, type TestDelivery } from '../../../test/support/server/test-delivery.ts';
import { withImpressionInMarkup } from './impression-in-markup.ts';

type Ad = { readonly tag: string; readonly impressionCounter?: string; readonly tracker?: string };

describe('ic=markup', () => {
  let delivery: TestDelivery;
  beforeAll(async () => {
    delivery = await startTestDelivery();
  });
  afterAll(() => delivery?.close());

  const body = JSON.stringify({ slots: [{ slotname: '_home_-lb' }], parameters: { ic: 'markup' } });
  const forms = [
    ['GET /json', '/json/sl_home_-lb/icmarkup/', {}],
    ['POST /json', '/json', { method: 'POST', body }],
    ['GET /jsonp', '/jsonp/show/sl_home_-lb/icmarkup/', {}],
  ] as const;

  test.each(forms)(
    'counts the impression in the markup and omits the impression URLs, with %s',
    async (_, path, init) => {
      const text = await (await delivery.fetch(path, init)).text();
      const [ad] = JSON.parse(text.replace(/^show\(|\);$/g, '')) as [Ad];
      expect([ad.impressionCounter, ad.tracker]).toEqual([undefined, undefined]);
      const [, address = ''] = /<img src="([^"]+\/track\/[^"]+)" width="1"/.exec(ad.tag) ?? [];
      expect((await delivery.fetch(address)).status).toBe(200);
      expect((await delivery.events()).at(-1)?.kind).toBe('impression');
    },
  );

  test('has no effect with another value', async () => {
    const [ad] = (await (await delivery.fetch('/json/sl_home_-lb/icother/')).json()) as [Ad];
    expect([ad.tag.includes('/track/'), ad.impressionCounter]).toEqual([false, expect.stringContaining('/track/')]);
  });

  test('does not change videos or data that the page renders, and also adds the image to the body', () => {
    const impressionCounter = 'https://ads.example/track/1/';
    const video = { tag: '<VAST/>', impressionCounter, extension: { mediaType: 'video' } };
    const data = { tag: ' {"ads":[]}', impressionCounter, extension: { mediaType: 'banner' } };
    expect(JSON.parse(withImpressionInMarkup(JSON.stringify([video, data])))).toEqual([video, data]);
    const script = { tag: '<b></b>', body: '<i></i>', impressionCounter, extension: { mediaType: 'banner' } };
    expect(JSON.parse(withImpressionInMarkup(JSON.stringify([script])))).toEqual([
      {
        tag: expect.stringMatching(/^<b><\/b>.*\/track\/1\//),
        body: expect.stringMatching(/^<i><\/i>.*\/track\/1\//),
        extension: { mediaType: 'banner' },
      },
    ]);
  });
});
