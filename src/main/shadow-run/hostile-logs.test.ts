import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishRows } from '../../../test/support/database/publish-rows.ts';
import { bookingRow, creativeRow, snapshotRows } from '../../../test/support/server/test-delivery.ts';
import { openSnapshotFolder } from '../../exchange/snapshot/snapshot-folder.ts';
import { readConfig } from '../../platform/config/config.ts';
import { internalError } from './engine/shadow-engine.ts';
import { htmlReport } from './report/html-report.ts';
import { textReport } from './report/text-report.ts';
import { runShadow } from './run-shadow.ts';

const head = '203.0.113.9 - - [28/Nov/2026:19:02:17 +0000] ';
const targets = [
  '/www/delivery/asyncspc.php?zones=7%7C9&loc=https%3A%2F%2Fnews.example%2F&section=sports',
  '/www/delivery/lg.php?bannerid=12&campaignid=3&zoneid=7',
  '/www/delivery/ck.php?oaparams=2__bannerid=12__zoneid=7__cb=f00',
  '/gampad/ads?iu_parts=1234,news,home&enc_prev_ius=/0/1/2,/0/1&prev_scp=pos=top|pos=side&cust_params=a%3Db',
  '/json/sl_home_-lb/sl_home_-sky/kwcoffee;tea/tlall/uiviewer-1/xcZm9v/?t=1',
  '/jsonp/call/sl_home_-lb/',
  '/m/stack/sl_home_-lb?max_ads=3',
  '/track/1000//sl10/SL_home_-lb/II3f0e/A2192.0.2.1/?t=1',
  '/raylene//sl10/II3f0e/ad1000-7/URhttps://shop.example/',
];
const jsonLines = [
  {
    ts: 1_795_000_000,
    request: { method: 'GET', uri: '/json/sl_home_-lb', headers: { 'User-Agent': ['a'] } },
    status: 200,
  },
  {
    time: '2026-11-28T19:02:17Z',
    method: 'POST',
    path: '/api/v2',
    request_body: { placements: [{ divName: 'd', zoneIds: [7], properties: { a: [1, 'b'] } }], user: { key: 'u' } },
    response_body: { decisions: { d: { flightId: 1, creativeId: 2 } } },
  },
  {
    time: 1_795_000_000_000,
    method: 'POST',
    path: '/json',
    request_body: { slots: [{ slotname: '_home_-lb' }], parameters: { kw: ['a'] } },
    response_body: '[{"slotName":"_home_-lb","adspaceId":"6","tracker":"https://a.example/track/1/II3f0e/"}]',
  },
  {
    id: 'r',
    imp: [{ id: '1', tagid: '_home_-lb', banner: { w: 1 } }],
    device: { ua: 'a', ip: '192.0.2.1' },
    user: { eids: [] },
  },
  {
    request: { id: 'r', imp: [{ id: '1', video: { mimes: ['a'] } }] },
    response: { seatbid: [{ bid: [{ impid: '1', cid: 'c' }] }] },
  },
];

/** Repeats the lines of a failure. */
const seed = Number(process.env['PLACARD_TEST_SEED'] ?? Date.now() % 1_000_000);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-shadow-hostile-'));
  const bookings = [
    bookingRow({
      targeting: {
        any: [
          { key: 'section', values: ['sports'] },
          { fact: 'device', values: ['phone'] },
        ],
      },
    }),
    bookingRow({ id: 8, caps: [{ scope: 'day', most: 2 }] }, { id: 1_008 }),
    bookingRow({ id: 9, delivery: { method: 'share_of_voice', basisPoints: 2_000 } }, { id: 1_009 }),
  ];
  await publishRows(
    openSnapshotFolder(join(folder, 'data', 'snapshots')),
    snapshotRows({ bookings, creatives: [creativeRow()] }),
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Values that senders of JSON choose. */
const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom({ toString: 1 }, { length: 1e9 }, '__proto__', [[[]]], -1, 1e308, '\ud800', '%', 'a'.repeat(5_000)),
);

/** Replaces one value of a JSON document, at any depth. */
function withOddValue(value: unknown, path: readonly number[], odd: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== 'object' || value === null) return odd;
  const copy = structuredClone(value) as Record<string, unknown>;
  const keys = Object.keys(copy);
  const key = keys[step % Math.max(1, keys.length)];
  if (key !== undefined) copy[key] = withOddValue(copy[key], rest, odd);
  return copy;
}

/** Replaces a part of a text. */
function withOddPart(text: string, at: number, length: number, odd: string): string {
  const from = at % (text.length + 1);
  return `${text.slice(0, from)}${odd}${text.slice(from + length)}`.replaceAll('\n', ' ');
}

const mutatedJson = fc
  .tuple(fc.constantFrom(...jsonLines), fc.array(fc.nat(9), { maxLength: 5 }), oddValue)
  .map(([line, path, odd]) => JSON.stringify(withOddValue(line, path, odd)));
const mutatedLine = fc
  .tuple(fc.constantFrom(...targets), fc.nat(300), fc.nat(12), fc.string({ unit: 'binary', maxLength: 12 }))
  .map(([target, at, length, odd]) =>
    withOddPart(`${head}"GET ${target} HTTP/1.1" 200 43 "-" "Agent" "OAID=a1"`, at, length, odd),
  );
const mutatedTarget = fc
  .tuple(fc.constantFrom(...targets), fc.nat(200), fc.nat(12), fc.string({ maxLength: 12 }))
  .map(
    ([target, at, length, odd]) =>
      `${head}"GET ${withOddPart(target, at, length, odd.replaceAll(/["\\\s]/g, ''))} HTTP/1.1" 200 43`,
  );
const hostileLine = fc.oneof(
  mutatedJson,
  mutatedLine,
  mutatedTarget,
  fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.replaceAll('\n', ' ')),
);

async function run(name: string, content: string, format: 'access' | 'openrtb' | 'har') {
  const file = join(folder, name);
  await writeFile(file, content);
  return runShadow(readConfig({ PLACARD_DATA: join(folder, 'data') }, 'delivery'), {
    file,
    format,
    map: null,
    delivered: null,
    startMs: null,
    seed: 1,
    viewer: 'address',
    assumesConsent: true,
  });
}

test('20,000 mutated lines are read or skipped with a reason, and never cause an error', async () => {
  const lines = fc.sample(hostileLine, { numRuns: 20_000, seed }).filter((line) => line.trim() !== '');
  for (const format of ['access', 'openrtb'] as const) {
    const report = await run(`hostile.${format}`, lines.join('\n'), format);
    const { log } = report;
    expect(
      log.skipped.filter(({ reason }) => reason.startsWith(internalError)),
      `PLACARD_TEST_SEED=${seed}`,
    ).toEqual([]);
    expect(log.lines).toBe(lines.length);
    expect(log.skippedLines).toBeLessThan(lines.length);
    expect(log.skippedLines).toBeGreaterThan(0);
    expect(log.requests).toBeGreaterThan(0);
    expect(textReport(report).join('\n').length).toBeGreaterThan(0);
    expect(htmlReport(report)).not.toContain('<script');
  }
});

test('2,000 mutated HAR entries are read or skipped with a reason', async () => {
  const entry = {
    startedDateTime: '2026-11-28T19:02:17Z',
    request: {
      method: 'POST',
      url: 'https://e.example/api/v2',
      headers: [{ name: 'User-Agent', value: 'Agent' }],
      postData: { text: JSON.stringify({ placements: [{ divName: 'd', zoneIds: [7] }] }) },
    },
    response: {
      status: 200,
      headers: [{ name: 'a', value: 'b' }],
      content: { text: '{"decisions":{"d":{"flightId":1}}}' },
    },
  };
  const mutated = fc
    .tuple(fc.array(fc.nat(9), { maxLength: 4 }), oddValue)
    .map(([path, odd]) => withOddValue(entry, path, odd));
  const entries = fc.sample(mutated, { numRuns: 2_000, seed });
  const { log } = await run('hostile.har', JSON.stringify({ log: { entries } }), 'har');
  expect(
    log.skipped.filter(({ reason }) => reason.startsWith(internalError)),
    `PLACARD_TEST_SEED=${seed}`,
  ).toEqual([]);
  expect(log.lines).toBe(2_000);
  expect(log.requests).toBeGreaterThan(0);
});
