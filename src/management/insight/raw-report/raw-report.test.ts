import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import {
  createOpenDataWorld,
  type OpenDataWorld,
  openDataEvent,
  openDataHour,
} from '../../../../test/support/open-data/open-data-world.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { dayMs, hourMs } from '../../../core/time/durations.ts';
import { advanceRollUpState } from '../../../exchange/journal/roll-up-state.ts';
import { requestSet } from '../../../exchange/open-data/open-data-schema.ts';
import { countHours } from '../../../worker/open-data/counted/count-hours.ts';
import { writePartitions } from '../../../worker/open-data/write-partitions.ts';

let management: TestManagement;
let world: OpenDataWorld;
let bookings: readonly number[];
let user: number;

beforeAll(async () => {
  management = await startTestManagement({ environment: { PLACARD_OPEN_DATA_DAYS: '1' } });
  const { dataFolder } = management.services.config;
  world = await createOpenDataWorld({ kind: 'folder', folder: dataFolder });
  const made = [await makeObject(management, 'bookings'), await makeObject(management, 'bookings')];
  bookings = made.map(({ id }) => id);
  user = (await makeObject(management, 'users', { role: 'advertiser', email: 'a@raw.example' })).id;
  await world.zones({ UTC: [4] });
  const ids = bookings.map((_, index) => `${index}`.repeat(32));
  await world.journal(
    'delivery-0',
    bookings.map((bookingId, index) => openDataEvent({ bookingId, eventId: `${ids[index]}.0.impression` })),
  );
  await world.export();
  const rowsFile = join(world.session.folder, 'requests.ndjson');
  const viewer = { viewerKey: '00000000000000aa' };
  const facts = { country: 'BE', keywords: ['shoes'], parameters: { section: ['sports, cup'] }, ...viewer };
  const rows = ids.map((id) => ({ id, slot: 0, atMs: openDataHour, positionId: 4, bookingId: 1, ...facts }));
  await writeFile(rowsFile, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await writePartitions({ ...world, set: requestSet, rowsFile, stem: 'test' });
  await countHours(world, { merged: new Map(), nowMs: openDataHour + dayMs });
  await advanceRollUpState(management.database, { asOfMs: openDataHour + 2 * hourMs });
});
afterAll(async () => {
  await world.close();
  await management.close();
});

describe('a report by facts of requests', () => {
  test('has their values, the time that it covers, and neither prices nor orders', async () => {
    const { status, body } = await management.call(
      'GET',
      '/reports?groupBy=country,booking&from=2026-11-21&to=2026-11-22',
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      rows: bookings.map((bookingId) => ({
        country: 'BE',
        bookingId,
        bookingName: expect.any(String),
        impressions: 1,
        clicks: 0,
        spend: [],
      })),
      totals: { impressions: 2, audience: 2 },
      other: null,
      rawEvents: {
        from: new Date(openDataHour).toISOString(),
        to: new Date(openDataHour + hourMs).toISOString(),
      },
      asOf: new Date(openDataHour + hourMs).toISOString(),
      final: false,
    });
  });

  test('can be filtered by values with commas, and be limited to some rows', async () => {
    const filter = new URLSearchParams({ groupBy: 'keyValue', key: 'section', keyValue: 'sports, cup', top: '1' });
    const { body } = await management.call('GET', `/reports?${filter}`);
    expect(body.rows).toMatchObject([{ keyValue: 'sports, cup', impressions: 2 }]);
    const none = await management.call('GET', '/reports?groupBy=day&country=NL&country=FR');
    expect(none.body.rows).toEqual([]);
  });

  test('is a file with a column for the value, without columns of prices', async () => {
    const { body: _, headers } = await management.call('GET', '/reports?groupBy=keyword&format=csv');
    expect(headers['content-type']).toMatch('text/csv');
    const answer = await management.app.inject({
      url: '/api/v1/reports?groupBy=keyword&format=csv&metrics=impressions,spend',
      headers: { authorization: 'Bearer 1~reports.read' },
    });
    expect(answer.body.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'keyword,impressions',
      'shoes,2',
      'total,2',
    ]);
  });

  test('is a PDF that names the values of its filters', async () => {
    const answer = await management.app.inject({
      url: '/api/v1/reports?groupBy=booking&format=pdf&keyword=shoes&keyword=boots',
      headers: { authorization: 'Bearer 1~reports.read' },
    });
    expect(answer.statusCode).toBe(200);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)), { mergePages: true });
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Keyword: shoes, boots');
  });

  test('contains only bookings that the caller may see', async () => {
    const { status, body } = await management.call('GET', '/reports?groupBy=country', { user });
    expect([status, body.rows, body.totals.impressions]).toEqual([200, [], 0]);
  });

  test('has the share of voice of each booking, and the comparison period', async () => {
    const query = new URLSearchParams({
      groupBy: 'keyword,booking',
      metrics: 'shareOfVoicePercent',
      bookingId: String(bookings[0]),
      from: '2026-11-21',
      to: '2026-11-22',
      compare: 'previous_period',
      top: '5',
    });
    const { status, body } = await management.call('GET', `/reports?${query}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      rows: [{ keyword: 'shoes', bookingId: bookings[0], shareOfVoicePercent: 50, inventoryImpressions: 2 }],
      totals: { shareOfVoicePercent: 50, inventoryImpressions: 2 },
      other: null,
      compared: { rows: [], totals: { impressions: 0, shareOfVoicePercent: null, inventoryImpressions: 0 } },
    });
  });

  test('needs a key for key-values', async () => {
    const { status, body } = await management.call('GET', '/reports?groupBy=keyValue');
    expect([status, body.errors]).toMatchObject([400, [{ pointer: '/key', in: 'query' }]]);
  });

  test('can be saved and scheduled', async () => {
    const report = { period: 'last_30_days', groupBy: ['keyValue', 'day'], key: 'section', top: 20, country: ['BE'] };
    const saved = await management.call('POST', '/saved-reports', { body: { name: 'Sections', report } });
    expect([saved.status, saved.body.report]).toMatchObject([201, report]);
  });

  test('has no progress when it is not running', async () => {
    const { status, body } = await management.call('GET', '/report-progress/0123456789');
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});

describe('a report with reach', () => {
  test('has the viewers of each row and of the totals, which are not added up', async () => {
    const { status, body } = await management.call('GET', '/reports?groupBy=booking&metrics=reach');
    expect(status).toBe(200);
    const one = { impressions: 1, reach: 1, frequency: 1, knownImpressions: 1, spend: [] };
    expect(body).toMatchObject({
      rows: [one, one],
      totals: { impressions: 2, reach: 1, frequency: 2, knownImpressions: 2 },
      rawEvents: { from: new Date(openDataHour).toISOString() },
    });
    const other = await management.call('GET', '/reports?groupBy=booking');
    expect(Object.keys(other.body.totals)).not.toContain('reach');
  });

  test('hides few viewers by facts of requests', async () => {
    const hidden = { reach: null, frequency: null, knownImpressions: 2 };
    for (const asked of ['groupBy=country', 'groupBy=month&country=BE']) {
      const { body } = await management.call('GET', `/reports?${asked}&metrics=reach`);
      expect([body.rows, body.totals]).toMatchObject([[hidden], hidden]);
    }
  });

  test('has only bookings that the caller may see', async () => {
    const { body } = await management.call('GET', '/reports?groupBy=month&metrics=frequency', { user });
    expect([body.rows, body.totals]).toMatchObject([[], { reach: 0, frequency: null, knownImpressions: 0 }]);
  });

  test.each([
    ['groupBy=month&metrics=impressions,spend,reach,frequency', 'month,impressions,reach,frequency', 'total,2,1,2'],
    [
      'groupBy=day&metrics=reach&from=2026-11-21&to=2026-11-22&compare=previous_period',
      'day,reach,reachPrevious,reachChange,reachChangePercent',
      'total,1,0,1,',
    ],
    ['groupBy=booking,day&pivot=booking&metrics=reach', 'day,', 'total,1,1,'],
  ])('is a file: %s', async (asked, head, last) => {
    const { body } = await management.app.inject({
      url: `/api/v1/reports?${asked}&format=csv`,
      headers: { authorization: 'Bearer 1~reports.read' },
    });
    const lines = body.replace('\uFEFF', '').trim().split('\r\n');
    expect([lines[0], lines.at(-1)]).toEqual([expect.stringMatching(head), expect.stringMatching(last)]);
  });

  test('is a PDF', async () => {
    const { body } = await management.app.inject({
      url: '/api/v1/reports?groupBy=booking&metrics=reach&format=pdf',
      headers: { authorization: 'Bearer 1~reports.read' },
    });
    expect(body).toMatch(/^%PDF-/);
  });

  test('can be saved and scheduled', async () => {
    const report = { period: 'last_30_days', groupBy: ['booking'], metrics: ['reach', 'frequency'] };
    const saved = await management.call('POST', '/saved-reports', { body: { name: 'Reach', report } });
    expect([saved.status, saved.body.report]).toMatchObject([201, report]);
    const scheduled = { period: 'last_7_days', groupBy: ['booking'], metrics: ['reach'] };
    const body = { name: 'R', report: scheduled, timeZone: 'UTC', cadence: 'daily', hour: 6, format: 'csv' };
    const made = await management.call('POST', '/report-schedules', { body: { ...body, tellsWebhooks: true } });
    expect([made.status, made.body.report]).toMatchObject([201, scheduled]);
  });
});

test('without open data, such a report is refused', async () => {
  const other = await startTestManagement();
  const { status, body } = await other.call('GET', '/reports?groupBy=country');
  expect([status, body.errors]).toMatchObject([400, [{ pointer: '/groupBy', code: 'open_data_disabled' }]]);
  const reach = await other.call('GET', '/reports?groupBy=booking&metrics=reach');
  expect([reach.status, reach.body.errors]).toMatchObject([400, [{ pointer: '/metrics', code: 'open_data_disabled' }]]);
  const progress = await other.call('GET', '/report-progress/0123456789');
  expect(progress.status).toBe(404);
  await other.close();
});
