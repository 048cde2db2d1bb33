import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  creativeRow,
  rawRequest,
  snapshotRows,
  startTestDelivery,
} from '../../../../test/support/server/test-delivery.ts';

type Ad = { readonly slotName: string; readonly slotID: string; readonly adType: string; readonly tag: string };

let delivery: Awaited<ReturnType<typeof startTestDelivery>>;
beforeAll(async () => {
  delivery = await startTestDelivery();
});
afterAll(() => delivery.close());

/** Returns the argument of the page's function. The script has no other access to the page. */
function calledWith(script: string, callback: string): Ad[] {
  const names = callback.split('.');
  const last = names.pop() as string;
  let called = '[]';
  const note = (ads: unknown) => {
    called = JSON.stringify(ads);
  };
  runInNewContext(
    script,
    names.reduceRight<Record<string, unknown>>((inner, name) => ({ [name]: inner }), { [last]: note }),
  );
  return JSON.parse(called) as Ad[];
}

describe('wire-protocol 1: GET /jsonp/<callback>/sl<slot>', () => {
  test.each(['cb', 'a.parseVastJson', '$jQuery_1234567', '_.a.b$'])('calls %s with the array', async (callback) => {
    const answer = await delivery.fetch(`/jsonp/${callback}/sl_home_-lb/sl_home_-sky/tlall/?t=1.5`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(calledWith(await answer.text(), callback)).toMatchObject([{ slotName: '_home_-lb', adType: 'lb' }]);
  });

  test.each([
    'alert(1)',
    'a;b',
    'a[0]',
    '1a',
    'a.',
    '.a',
    'a..b',
    '%3Cscript%3E',
    'a%0Ab',
    'é',
    'a'.repeat(129),
    '',
    '/',
  ])('rejects %s, which is not a function name', async (callback) => {
    const answer = await rawRequest(delivery.base, `/jsonp/${callback}/sl_home_-lb`);
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/problem+json']);
  });

  test('rejects a path without a slot, and other methods', async () => {
    expect((await delivery.fetch('/jsonp/cb/tlall')).status).toBe(400);
    expect((await delivery.fetch('/jsonp')).status).toBe(400);
    const posted = await delivery.fetch('/jsonp/cb/sl_home_-lb', { method: 'POST', body: '{}' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('escapes JavaScript line terminators and sends its own CORS headers', async () => {
    const html = '<p>\u2028é\u2029</p>';
    await delivery.publish(snapshotRows({ creatives: [creativeRow({ kind: 'html', html, file: null })] }));
    const answer = await delivery.fetch('/jsonp/cb/sl_home_-lb', { headers: { origin: 'https://news.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://news.example');
    const script = await answer.text();
    expect(script).toMatch(/^cb\(\[[ -~]*\]\);$/);
    expect(calledWith(script, 'cb')[0]?.tag).toBe(html);
    await delivery.publish(snapshotRows());
  });
});

describe('wire-protocol 12(c) 31: jsonp without an ad', () => {
  test.each([
    ['sl_home_-sky/sl_home__2-lb', { slotName: '_home_-sky', slotID: '11', adType: 'sky' }],
    ['slunknown-video', { slotName: 'unknown-video', slotID: '', adType: 'video' }],
    ['slbare', { slotName: 'bare', slotID: '', adType: 'bare' }],
  ])('%s is one element with an empty VAST document and without trackers', async (slots, element) => {
    const answer = await delivery.fetch(`/jsonp/a.parseVastJson/${slots}/`);
    const ads = calledWith(await answer.text(), 'a.parseVastJson');
    expect(ads).toEqual([expect.objectContaining({ ...element, tag: '<VAST version="3.0"/>' })]);
    expect(JSON.stringify(ads)).not.toMatch(/https?:|null/);
  });
});
