import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  clickByAndroid,
  readByAndroid,
  readByIos,
  readByLegacyPage,
  readByNodeModule,
  readByThirdPartyTag,
  readByVastWrapper,
  runInAmp,
} from './clients/apps-and-pages.ts';
import { bookedSlots, emptySlot } from './contract-account.ts';
import { type ContractDelivery, startContractDelivery } from './contract-delivery.ts';

let delivery: ContractDelivery;
beforeAll(async () => {
  delivery = await startContractDelivery();
});
afterAll(() => delivery.close());

describe('wire-protocol 5.7: the older page library', () => {
  test('GET: accepts reversed slots, a cache buster, empty values, and standard base64 split by its own slashes', async () => {
    const ur = Buffer.from('https://news.example/???>>>').toString('base64');
    const path = `/json/sl_home_-sky/sl_home_-lb/rn1/pr1/re/ur${ur}/fp-1234/brChrome;Chrome119;Linux;desktop/dtdesktop//?t=1700000000000`;
    const shown = readByLegacyPage(await delivery.text(path));
    expect([...shown.keys()].sort()).toEqual(['lb', 'sky']);
  });

  test('POST: accepts parameters by slot and the flag for VAST URLs', async () => {
    const answer = await delivery.post([], {
      slots: [{ slotname: '_home_-lb', parameters: {} }],
      vastContentAsUrl: true,
    });
    expect(readByLegacyPage(answer).get('lb')).toContain('<img');
  });

  test('returns 200 with a non-empty body, also without an ad', async () => {
    expect(readByLegacyPage(await delivery.text(`/json/sl${emptySlot}/?t=1`)).size).toBe(0);
  });

  test('write mode: /ad/ returns a script', async () => {
    const { headers, body } = await delivery.text('/ad/sl_home_-lb/rn1/tlnone/?t=1');
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(body).toContain('d.write(');
  });

  test('jsonp: returns the array in a function call', async () => {
    const { body } = await delivery.text('/jsonp/cb/sl_home_-lb/?t=1');
    expect(body).toMatch(/^cb\(\[\{.*\}\]\);$/);
  });

  test('preview: returns an array, and a script that writes the creative', async () => {
    expect(readByLegacyPage(await delivery.text('/creatives/preview/json/tag.do?id=70&slotId=10')).get('lb')).toContain(
      '<img',
    );
    const script = await delivery.text('/creatives/preview/tag.do?id=70&slotId=10');
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(script.body).toContain('d.write(');
  });

  test('user sync: responds with an image to a third party that redirects to its handler, known or unknown', async () => {
    const { status, headers } = await delivery.text('/handlers/network/user_sync?tl=all&u=abc');
    expect([status, headers.get('content-type')]).toEqual([200, 'image/gif']);
    expect((await delivery.text('/handlers/network/user_sync_discovery?domain=news.example&tl=none')).status).toBe(200);
  });

  test('tag for third parties: their click URL precedes ours, and ours still counts', async () => {
    const { body } = await delivery.text('/json/sl_home_-lb/?t=1700000000000');
    const markup = readByThirdPartyTag(body, 'https://their.example/click?to=');
    expect(markup).toMatch(/href="https:\/\/their\.example\/click\?to=http:\/\/ads\.example\/raylene\//);
  });
});

describe('wire-protocol 5.8: the wrapper around old video players', () => {
  test('returns the VAST of the first element without empty values', async () => {
    const video = readByVastWrapper((await delivery.text('/jsonp/a.parseVastJson/sl_film_-preroll/rn1/?t=1')).body);
    expect(video).toMatchObject({ duration: '00:00:15', media: 'https://media.example/a.mp4' });
  });

  test('returns an element with an empty document without an ad', async () => {
    expect(readByVastWrapper((await delivery.text(`/jsonp/a.parseVastJson/sl${emptySlot}/?t=1`)).body)).toBeNull();
  });

  test('accepts URLs with the suffix `adhche`', async () => {
    const ad = (JSON.parse((await delivery.post(['_home_-lb'])).body) as Record<string, string>[])[0];
    const events = await delivery.eventsOf(async () => {
      await delivery.fetch(`${ad?.['impressionCounter']}?adhche=123`);
    });
    expect(events).toMatchObject([{ kind: 'impression' }]);
  });
});

describe('wire-protocol 5.9: the apps', () => {
  const slots = bookedSlots.map((slot) => `sl${slot}`).join('/');

  test.each([
    ['Android', `/json/${slots}/tlall/agx/ctnews;sports/deAndroid/dtphone/brGoogle_Pixel_7`, readByAndroid],
    ['iOS', `/json/${slots}/agx/ctnews;sports/tlall/deiOS/dtphone/briPhone`, readByIos],
  ])('%s: can display every ad of a response', async (_system, path, read) => {
    const shown = read((await delivery.text(path)).body);
    expect(shown.map(({ slotName }) => slotName)).toEqual(bookedSlots);
    for (const { markup, impressionUrl } of shown)
      expect([markup.length > 0, typeof impressionUrl]).toEqual([true, 'string']);
  });

  test('Android: calls the tracker and the viewable counter once each', async () => {
    const [ad] = JSON.parse((await delivery.text('/json/sl_home_-lb/tlnone/deAndroid')).body) as Record<
      string,
      string
    >[];
    const events = await delivery.eventsOf(async () => {
      for (const field of ['tracker', 'viewableImpressionCounter']) await delivery.fetch(String(ad?.[field]));
    });
    expect(events.map(({ kind }) => kind)).toEqual(['impression', 'viewable']);
  });

  test('Android: the click URL without its target counts and returns 2xx, and the target is a URL', async () => {
    const [shown] = readByAndroid((await delivery.text('/json/sl_home_-lb/tlnone/deAndroid')).body);
    const { called, target } = clickByAndroid(
      /href="([^"]+)"/.exec(shown?.markup ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '',
    );
    expect(target).toBe('https://shop.example/offer?a=1&b=2');
    const events = await delivery.eventsOf(async () => {
      expect((await delivery.fetch(called)).status).toBe(200);
    });
    expect(events).toMatchObject([{ kind: 'click' }]);
  });
});

describe('wire-protocol 5.10: the Node module', () => {
  test('accepts POST of /json/ with lists of one text (possibly empty), a debug cookie and the user agent of the visitor', async () => {
    const parameters = { dt: ['desktop'], tl: ['all'], xt: [''], xf: ['aHR0cHM6Ly9hLmV4YW1wbGUv'], vi: [''], ui: [''] };
    const body = JSON.stringify({ slots: [{ slotname: '_home_-lb' }], parameters, vastContentAsUrl: true });
    const headers = { cookie: 'debugKey=npm_module', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' };
    const answer = await delivery.text('/json/', { method: 'POST', body, headers });
    expect(readByNodeModule(answer.body)).toEqual([
      {
        slotName: '_home_-lb',
        market: 'JERLICIA',
        orderName: 'Été 2026',
        cpm: { amount: '2.50', currency: 'EUR' },
        contentPath: undefined,
      },
    ]);
  });

  test('returns the URL of a video, whose path is the key of its content', async () => {
    const more = { slots: [{ slotname: '_film_-preroll' }], vastContentAsUrl: true };
    const [video] = readByNodeModule((await delivery.post([], more)).body);
    expect(video).toMatchObject({
      slotName: '_film_-preroll',
      contentPath: expect.stringMatching(/^\/content\/[0-9a-f-]{36}$/),
    });
  });

  test('returns an empty array without a bid', async () => {
    expect(readByNodeModule((await delivery.post([emptySlot])).body)).toEqual([]);
  });
});

describe('wire-protocol 5.11: AMP', () => {
  test('the script reports the size of its ad to the frame', async () => {
    const { body } = await delivery.text('/ad/sl_home_-lb/brdesktop/tlall/?t=1700000000000');
    expect(runInAmp(body)).toEqual({ isReady: true, width: 728, height: 90 });
  });

  test('the script reports a missing ad, and the frame collapses', async () => {
    const { body } = await delivery.text(`/ad/sl${encodeURIComponent(emptySlot)}/xtCPxyz/?t=1`);
    expect(runInAmp(body)).toEqual({ isReady: false });
  });
});
