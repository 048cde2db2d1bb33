import { sql } from 'kysely';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { unzipTexts, workbookCells } from '../../../../test/support/media-files/read-workbook.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { objectDimensions } from '../../../contract/insight/report.ts';
import { reportDimensions } from '../../../contract/insight/report-table-fields.ts';
import { generalCounters } from '../../../core/pricing/billable-events.ts';
import { isRequestDimension } from '../../../core/reporting/value-dimensions.ts';

type Row = Record<string, unknown> & { impressions: number; spend: { amount: string; currency: string }[] };

const evil = `=HYPERLINK("http://evil.example","x")`;
let management: TestManagement;
const ids: Record<string, number> = {};

beforeAll(async () => {
  management = await startTestManagement();
  const partner = await makeObject(management, 'media-partners', { name: 'Aurora Coffee' });
  const brand = await makeObject(management, 'brands', { mediaPartnerId: partner.id, name: 'Aurora "Dark", roast' });
  const publication = await makeObject(management, 'inventory/publication', {
    timeZone: 'Asia/Tokyo',
    name: 'Courier',
  });
  const page = await makeObject(management, 'inventory/location', { publicationId: publication.id });
  const screen = await makeObject(management, 'inventory/location', {
    publicationId: publication.id,
    kind: 'screen',
    // 9 and 10 o'clock in Tokyo.
    screen: { multiplierThousandths: Array.from({ length: 24 }, (_, hour) => ({ 9: 2_500, 10: 1_333 })[hour] ?? 0) },
  });
  const { id: formatId } = await makeObject(management, 'inventory/format');
  const onPage = await makeObject(management, 'inventory/position', { locationId: page.id, formatId });
  const onScreen = await makeObject(management, 'inventory/position', { locationId: screen.id, formatId });
  const campaign = await makeObject(management, 'campaigns', {
    name: evil,
    advertiserCompanyId: partner.id,
    invoiceCompanyId: partner.id,
    brandIds: [brand.id],
  });
  const creative = await makeObject(management, 'creatives', { brandId: brand.id, formatId });
  const bookings = [];
  for (const [model, amount, currency] of [
    ['cpm', '2.50', 'EUR'],
    ['cpc', '0.333333', 'EUR'],
    ['cpd', '100', 'USD'],
    ['flat', '1000', 'EUR'],
  ]) {
    const pricing = { model, rate: { amount, currency } };
    bookings.push((await makeObject(management, 'bookings', { campaignId: campaign.id, pricing })).id);
  }
  const [cpm = 0, cpc = 0, cpd = 0, flat = 0] = bookings;
  Object.assign(ids, { cpm, cpc, cpd, flat, onPage: onPage.id, onScreen: onScreen.id, creative: creative.id });
  Object.assign(ids, { campaign: campaign.id, brand: brand.id, mediaPartner: partner.id, publication: publication.id });
  Object.assign(ids, { location: page.id, publisher: publication['publisherId'], position: onPage.id, booking: cpm });
  const delivered: [number, number, string, string, number, number, number][] = [
    [cpm, onPage.id, '2026-11-20T23:00Z', '2026-11-21', 1_001, 500, 3],
    [cpm, onScreen.id, '2026-11-21T00:00Z', '2026-11-21', 400, 0, 0],
    [cpc, onPage.id, '2026-11-21T00:00Z', '2026-11-21', 900, 0, 7],
    [cpd, onPage.id, '2026-11-21T00:00Z', '2026-11-21', 20, 0, 0],
    [cpd, onScreen.id, '2026-11-21T01:00Z', '2026-11-21', 40, 0, 0],
    [cpd, onPage.id, '2026-11-22T00:00Z', '2026-11-22', 5, 0, 0],
    [flat, onPage.id, '2026-11-21T00:00Z', '2026-11-21', 1, 0, 0],
    [flat, onScreen.id, '2026-11-21T00:00Z', '2026-11-21', 2, 0, 0],
    [flat, onPage.id, '2026-11-22T00:00Z', '2026-11-22', 9, 0, 0],
  ];
  for (const [booking, position, hour, day, impressions, viewables, clicks] of delivered) {
    await sql`insert into delivery_hour
        (hour_at, local_day, booking_id, creative_id, position_id, impressions, viewables, clicks)
      values (${hour}, ${day}, ${booking}, ${creative.id}, ${position}, ${impressions}, ${viewables}, ${clicks})
    `.execute(management.database);
  }
  await sql`insert into booking_day (booking_id, local_day, impressions, viewables, clicks)
    select booking_id, local_day, sum(impressions), sum(viewables), sum(clicks) from delivery_hour group by 1, 2
  `.execute(management.database);
  for (const [event, events] of [
    ['start', 300],
    ['firstQuartile', 250],
    ['midpoint', 200],
    ['thirdQuartile', 150],
    ['complete', 100],
  ]) {
    await sql`insert into event_hour (hour_at, local_day, booking_id, creative_id, position_id, event, events)
      values ('2026-11-21T00:00Z', '2026-11-21', ${cpm}, ${creative.id}, ${onPage.id}, ${event}, ${events})
    `.execute(management.database);
  }
  await sql`update booking_day set starts = 300, completes = 100
    where booking_id = ${cpm} and local_day = '2026-11-21'`.execute(management.database);
});
afterAll(() => management?.close());

async function report(query: string) {
  const answer = await management.call('GET', `/reports?${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as { rows: Row[]; totals: Row; timeZones: string[] };
}

const spendOf = (row: Row | undefined) => (row?.spend ?? []).map(({ amount, currency }) => `${amount} ${currency}`);

describe('dimensions', () => {
  test('totals equal the sum of the rows for every grouping', async () => {
    const sumOf = (rows: Row[]) => ({
      impressions: rows.reduce((sum, { impressions }) => sum + impressions, 0),
      spend: rows.flatMap(({ spend }) => spend).reduce((sum, { amount }) => sum + Number(amount), 0),
    });
    for (const groupBy of [
      ...reportDimensions.filter((dimension) => !isRequestDimension(dimension)),
      'hour,position',
      'brand,mediaPartner,location',
      'booking,creative,day',
    ]) {
      const { rows, totals } = await report(`groupBy=${groupBy}`);
      expect(totals.impressions, groupBy).toBe(2_378);
      const [sums, whole] = [sumOf(rows), sumOf([totals])];
      expect(sums.impressions, groupBy).toBe(whole.impressions);
      expect(sums.spend, groupBy).toBeCloseTo(whole.spend, 6);
      // Each row is rounded to a millionth.
      expect(whole.spend, groupBy).toBeCloseTo(3.5025 + 2.333331 + 200 + 1_000, 4);
    }
  });

  test('each object has its name next to its ID, and reports can be filtered by object', async () => {
    for (const dimension of objectDimensions) {
      const { rows } = await report(`groupBy=${dimension}&${dimension}Id=${ids[dimension]}`);
      const own = dimension === 'position' ? 'onPage' : dimension;
      expect(rows, dimension).toHaveLength(1);
      expect(rows[0]?.[`${dimension}Id`], dimension).toBe(ids[own]);
      expect(rows[0]?.[`${dimension}Name`], dimension).toEqual(expect.any(String));
    }
    expect((await report(`groupBy=campaign`)).rows[0]).toMatchObject({ campaignName: evil });
    expect((await report(`groupBy=brand&brandId=999`)).rows).toEqual([]);
  });

  test('hours are in UTC, days are local, and the report names the time zone', async () => {
    const { rows, timeZones } = await report(`groupBy=day,hour&bookingId=${ids['cpm']}&positionId=${ids['onPage']}`);
    expect(rows.map(({ day, hour, impressions }) => [day, hour, impressions])).toEqual([
      ['2026-11-21', '2026-11-20T23:00:00.000Z', 1_001],
      ['2026-11-21', '2026-11-21T00:00:00.000Z', 0],
    ]);
    expect(timeZones).toEqual(['Asia/Tokyo']);
  });

  test('an hour of the week is in the time zone of the publication', async () => {
    const { rows } = await report('groupBy=hourOfWeek');
    // 21 November 2026 is a Saturday: 120 is its first hour. 23:00 UTC is 8:00 in Tokyo.
    expect(rows.map(({ hourOfWeek, impressions }) => [hourOfWeek, impressions])).toEqual([
      [128, 1_001],
      [129, 400 + 900 + 20 + 1 + 2],
      [130, 40],
      [153, 5 + 9],
    ]);
  });

  test('the rows with the most impressions are followed by the sum of the others', async () => {
    const answer = await management.call('GET', '/reports?groupBy=booking&top=1');
    expect(answer.body).toMatchObject({
      rows: [{ bookingId: ids['cpm'], impressions: 1_401 }],
      other: { impressions: 900 + 65 + 12, spend: expect.any(Array) },
      totals: { impressions: 2_378 },
      rawEvents: null,
    });
    expect((await management.call('GET', '/reports?groupBy=booking&top=9')).body.other).toBeNull();
    const file = await fileOf('groupBy=booking&top=1&metrics=impressions&format=csv', '*/*');
    expect(file.body.toString().trim().split('\r\n').slice(-2)).toEqual(['other,,977', 'total,,2378']);
  });

  test('advertisers get names and sums only of their own objects', async () => {
    const user = (await makeObject(management, 'users', { role: 'advertiser', email: 'b@reports.example' })).id;
    const seen = await management.call('GET', '/reports?groupBy=brand,campaign,mediaPartner', { user });
    expect(seen.body).toMatchObject({ rows: [], totals: { impressions: 0, spend: [] } });
  });
});

describe('metrics', () => {
  test('rates are in percent, and null if the divisor is 0', async () => {
    const { rows } = await report('groupBy=booking');
    expect(rows[0]).toMatchObject({
      impressions: 1_401,
      plays: 400,
      video: { starts: 300, firstQuartiles: 250, midpoints: 200, thirdQuartiles: 150, completes: 100 },
      ctrPercent: 0.2141,
      viewabilityPercent: 35.6888,
      completionPercent: 33.3333,
      intervals: { ctrPercent: { low: 0.0729, high: 0.6277 }, completionPercent: { low: 28.2393, high: 38.8488 } },
    });
    expect(rows[1]).toMatchObject({ clicks: 7, ctrPercent: 0.7778, completionPercent: null });
    expect((await report('bookingId=999')).totals).toMatchObject({ ctrPercent: null, viewabilityPercent: null });
  });

  test('audience is impressions, multiplied for plays of a screen by the multiplier of the local hour', async () => {
    const { rows, totals } = await report('groupBy=booking');
    expect(rows.map(({ impressions, audience }) => [impressions, audience])).toEqual([
      [1_401, 2_001],
      [900, 900],
      [65, 78.32],
      [12, 15],
    ]);
    expect(totals['audience']).toBe(2_994.32);
  });

  test('delivery by day has the counts and the spend of a report grouped by day', async () => {
    const { rows } = await report('groupBy=day');
    const daily = await management.call('GET', '/delivery/daily?from=2026-01-01');
    expect(daily.status).toBe(200);
    const figures = ({ day, impressions, viewables, clicks, video, spend }: Record<string, unknown>) => {
      const { starts, completes } = video as { starts: number; completes: number };
      return { day, impressions, viewables, clicks, starts, completes, spend };
    };
    expect(daily.body.days.length).toBeGreaterThan(1);
    expect(daily.body.days).toEqual(rows.map((row: Row) => figures(row)));
    const later = await management.call('GET', '/delivery/daily?from=2026-11-22&to=2026-11-23');
    expect(later.body.days).toEqual(
      rows.filter(({ day }: Row) => day === '2026-11-22').map((row: Row) => figures(row)),
    );
    const invalid = await management.call('GET', '/delivery/daily?from=yesterday');
    expect(invalid.status).toBe(400);
  });

  test('spend is charged per impression, per click, per local day of delivery, or once on the first day', async () => {
    const { rows } = await report('groupBy=booking,day');
    expect(rows.map(({ day, ...row }) => [day, ...spendOf(row as Row)])).toEqual([
      ['2026-11-21', '3.5025 EUR'],
      ['2026-11-21', '2.333331 EUR'],
      ['2026-11-21', '100.00 USD'],
      ['2026-11-22', '100.00 USD'],
      ['2026-11-21', '1000.00 EUR'],
      ['2026-11-22', '0.00 EUR'],
    ]);
    const byPosition = await report(`groupBy=position&to=2026-11-22&bookingId=${ids['cpd']},${ids['flat']}`);
    expect(byPosition.rows.map(spendOf)).toEqual([
      ['333.333333 EUR', '33.333333 USD'],
      ['666.666667 EUR', '66.666667 USD'],
    ]);
  });
});

describe('files', () => {
  test('CSV has one column per dimension, metric and currency, and no executable formulas', async () => {
    const { status, headers, body } = await fileOf('groupBy=campaign,brand&from=2026-11-01&to=2026-12-01', 'text/csv');
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers['content-disposition']).toBe('attachment; filename="report-2026-11-01-2026-12-01.csv"');
    const [head, line, ...rest] = body.toString('utf8').split('\r\n');
    expect(head).toBe(
      '\uFEFFcampaignId,campaignName,brandId,brandName,' +
        `${generalCounters.join(',')},plays,audience,starts,firstQuartiles,midpoints,` +
        'thirdQuartiles,completes,ctrPercent,viewabilityPercent,completionPercent,conversions,units,filtered,spendEUR,spendUSD',
    );
    expect(line).toBe(
      `${ids['campaign']},"'=HYPERLINK(""http://evil.example"",""x"")",${ids['brand']},"Aurora ""Dark"", roast",` +
        '2378,500,10,442,2994.32,300,250,200,150,100,0.4205,21.0261,33.3333,0,0,0,1005.835831,200',
    );
    expect(rest).toEqual(['']);
  });

  test('a workbook has the same cells, with texts as texts', async () => {
    const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const { status, headers, body } = await fileOf('groupBy=campaign,day', `${xlsx}, */*;q=0.1`);
    expect([status, headers['content-type']]).toEqual([200, xlsx]);
    const parts = await unzipTexts(body);
    expect([...parts.keys()].toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    for (const xml of parts.values()) new SaxesParser({ xmlns: true }).write(xml).close();
    const sheet = workbookCells(parts.get('xl/worksheets/sheet1.xml') ?? '');
    expect([sheet.get('A1'), sheet.get('B2'), sheet.get('C2'), sheet.get('D2')]).toEqual([
      'campaignId (inlineStr)',
      `${evil} (inlineStr)`,
      '2026-11-21 (inlineStr)',
      '2364',
    ]);
    expect([...parts.values()].join()).not.toContain('<f>');
  });

  test('headings are in the language of the query, or field names without one', async () => {
    const headOf = async (query: string) =>
      (await fileOf(`groupBy=campaign&format=csv${query}`, '*/*')).body.toString().split(/\r?\n/)[0];
    expect(await headOf('')).toMatch(/campaignId,campaignName,impressions,viewables,clicks/);
    expect(await headOf('&language=de')).toMatch(/Kampagne-ID,Kampagne,Impressions,Sichtbare Impressions,Klicks/);
    expect((await fileOf('groupBy=day&format=csv&language=sv', '*/*')).status).toBe(400);
  });

  test('the query selects the format for links that cannot send a header', async () => {
    const answer = await fileOf('groupBy=day&format=csv', '*/*');
    expect(answer.body.toString('utf8')).toMatch(/^\uFEFFday,impressions,/);
    expect((await fileOf('groupBy=day&format=json', 'text/csv')).headers['content-type']).toMatch(/^application\/json/);
    expect((await fileOf('groupBy=day', 'text/html,*/*')).headers['content-type']).toMatch(/^application\/json/);
    const wrong = await fileOf('groupBy=minute', 'text/csv');
    expect([wrong.status, wrong.headers['content-type']]).toEqual([400, 'application/problem+json']);
  });
});

async function fileOf(query: string, accept: string) {
  const authorization = 'Bearer 1~reports.read';
  const url = `/api/v1/reports?${query}`;
  const answer = await management.app.inject({ method: 'GET', url, headers: { authorization, accept } });
  return { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload };
}
