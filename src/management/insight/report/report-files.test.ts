import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;

beforeAll(async () => {
  management = await startTestManagement();
  const { database } = management;
  await sql`insert into publisher (id, name, company_name) values (1, 'p', 'p')`.execute(database);
  await sql`insert into publication (id, name, company_name, publisher_id, time_zone)
    values (1, 'p', 'p', 1, 'Europe/Brussels')`.execute(database);
  await sql`insert into media_partner (id, name, roles) values (1, 'm', '{ADVERTISER}')`.execute(database);
  await sql`insert into campaign (id, name, advertiser_company_id, invoice_company_id, brand_ids)
    values (1, 'Été à Łódź – größer', 1, 1, '{}'), (2, 'Winter', 1, 1, '{}')`.execute(database);
  await sql`insert into booking (id, name, campaign_id, type, start_date, pricing_model, rate_micros, rate_currency)
    values (1, 'a', 1, 'display', now(), 'cpc', 1500000, 'EUR'), (2, 'b', 2, 'display', now(), null, null, null)`.execute(
    database,
  );
  await sql`insert into delivery_hour
      (hour_at, local_day, booking_id, creative_id, position_id, impressions, viewables, clicks) values
      ('2025-11-21T10:00Z', '2025-11-21', 1, 7, 10, 50, 0, 0),
      ('2026-09-21T10:00Z', '2026-09-21', 1, 7, 10, 100, 0, 1),
      ('2026-10-21T10:00Z', '2026-10-21', 1, 7, 10, 1000, 0, 4),
      ('2028-04-21T10:00Z', '2028-04-21', 1, 7, 10, 1000, 0, 0),
      ('2028-04-21T10:00Z', '2028-04-21', 2, 8, 10, 4000, 0, 0),
      ('2028-05-21T10:00Z', '2028-05-21', 1, 7, 10, 2000, 0, 0),
      ('2028-05-21T10:00Z', '2028-05-21', 2, 7, 10, 300, 0, 0),
      ('2026-11-21T10:00Z', '2026-11-21', 1, 7, 10, 2000, 0, 6),
      ('2026-11-21T10:00Z', '2026-11-21', 2, 7, 10, 300, 0, 0)`.execute(database);
});
afterAll(() => management?.close());

const months = 'from=2026-10-01&to=2026-12-01&groupBy=campaign,month';

async function csv(query: string): Promise<readonly string[]> {
  const { status, body } = await management.call('GET', `/reports?${query}&format=csv`);
  expect(status).toBe(200);
  return (body as string).replace('\uFEFF', '').trim().split('\r\n');
}

async function pdf(query: string) {
  const authorization = 'Bearer 1~reports.read';
  const url = `/api/v1/reports?${query}`;
  const answer = await management.app.inject({ url, headers: { authorization, accept: 'application/pdf' } });
  const { statusCode, headers, rawPayload } = answer;
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
  const document = await getDocumentProxy(new Uint8Array(rawPayload));
  const { totalPages, text } = await extractText(document, { mergePages: true });
  return { totalPages, text: text.replace(/[\s\u00A0\u202F]+/g, ' '), headers };
}

describe('a file of a shaped report', () => {
  test('contains a pivot with its totals', async () => {
    expect(await csv(`${months}&metrics=impressions&pivot=month&sort=-total`)).toEqual([
      'campaignId,campaignName,2026-10,2026-11,total',
      '1,Été à Łódź – größer,1000,2000,3000',
      '2,Winter,0,300,300',
      'total,,1000,2300,3300',
    ]);
  });

  test('contains the changes from the previous period, with headings in a language', async () => {
    const lines = await csv(
      'from=2026-11-01&to=2026-12-01&groupBy=month&metrics=impressions,ctrPercent&compare=previous_period&language=nl',
    );
    expect(lines[0]).toBe(
      'Maand,Impressies,Impressies: vergelijkingsperiode,Impressies: verandering,Impressies: verandering (%),CTR (%),CTR (%): vergelijkingsperiode,CTR (%): verandering,CTR (%): verandering (%)',
    );
    expect(lines[1]).toBe('2026-11,2300,1000,1300,130,0.2609,0.4,-0.1391,-34.77');
    expect(lines[2]).toBe('Totaal,2300,1000,1300,130,0.2609,0.4,-0.1391,-34.77');
  });

  test('compares with the same period of the previous year', async () => {
    const query = 'from=2026-11-01&to=2026-12-01&groupBy=campaign&metrics=impressions&compare=previous_year';
    expect((await csv(query)).slice(1)).toEqual([
      '1,Été à Łódź – größer,2000,50,1950,3900',
      '2,Winter,300,0,300,',
      'total,,2300,50,2250,4500',
    ]);
  });

  test('compares the rows with the most impressions with the same rows of the comparison period', async () => {
    const query = 'from=2028-05-01&to=2028-06-01&metrics=impressions&compare=previous_period&top=1';
    expect((await csv(`${query}&groupBy=campaign`)).slice(1)).toEqual([
      '1,Été à Łódź – größer,2000,1000,1000,100',
      'other,,300,4000,-3700,-92.5',
      'total,,2300,5000,-2700,-54',
    ]);
    expect((await csv(`${query}&groupBy=day,campaign`)).slice(1)).toEqual([
      '2028-05-21,1,Été à Łódź – größer,2000,1000,1000,100',
      'other,,,300,4000,-3700,-92.5',
      'total,,,2300,5000,-2700,-54',
    ]);
    // Only the comparison period has other rows.
    expect((await csv(`${query}&groupBy=creative`)).slice(1)).toEqual([
      '7,,2300,1000,1300,130',
      'other,,0,4000,-4000,-100',
      'total,,2300,5000,-2700,-54',
    ]);
  });

  test('JSON has the comparison period', async () => {
    const query = 'from=2028-05-01&to=2028-06-01&groupBy=campaign&top=1';
    const { body } = await management.call('GET', `/reports?${query}&compare=previous_period`);
    expect(body).toMatchObject({
      rows: [{ campaignId: 1, impressions: 2000 }],
      compared: {
        rows: [{ campaignId: 1, campaignName: 'Été à Łódź – größer', impressions: 1000 }],
        other: { impressions: 4000 },
        totals: { impressions: 5000 },
      },
    });
    expect((await management.call('GET', `/reports?${query}`)).body.compared).toBeNull();
  });

  test.each([
    ['groupBy=day&pivot=month', '/pivot'],
    ['groupBy=day&compare=previous_year', '/compare'],
    ['groupBy=day&metrics=nonsense', '/metrics/0'],
  ])('is refused with %s', async (query, pointer) => {
    const answer = await management.call('GET', `/reports?${query}&format=csv`);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer, in: 'query' }] } });
  });
});

describe('a PDF', () => {
  test('has the title, period, filters, changes, table, totals and page numbers', async () => {
    const query = `${months}&campaignId=1&metrics=impressions,clicks,ctrPercent,spend&compare=previous_period&chart=true`;
    const { text, totalPages, headers } = await pdf(`${query}&title=${encodeURIComponent('Seizoen “2026”')}`);
    expect(headers['content-disposition']).toBe('attachment; filename="report-2026-10-01-2026-12-01.pdf"');
    expect(totalPages).toBe(1);
    for (const part of [
      'Seizoen “2026”',
      'Period: 1 Oct 2026 – 30 Nov 2026',
      'Previous period: 1 Aug 2026 – 30 Sept 2026',
      'Group by: Campaign, Month',
      'Campaign: Été à Łódź – größer',
      'Été à Łódź – größer Nov 2026 2,000',
      '0.30%',
      'EUR 9.00',
      'Total 3,000',
      'Page 1 of 1',
    ]) {
      expect(text).toContain(part);
    }
  });

  test.each([
    ['nl', 'Maand', '2.000', 'Pagina 1 van 1'],
    ['fr', 'Mois', '2 000', 'Page 1 sur 1'],
    ['de', 'Monat', '2.000', 'Seite 1 von 1'],
  ])('is in the language %s', async (language, ...parts) => {
    const { text } = await pdf(`${months}&language=${language}`);
    for (const part of parts) expect(text).toContain(part);
  });

  test('divides a pivot with many columns into tables, and long tables into pages', async () => {
    const days = 'from=2026-10-01&to=2026-12-01&groupBy=day,campaign&pivot=day';
    await sql`
      insert into delivery_hour (hour_at, local_day, booking_id, creative_id, position_id, impressions, viewables, clicks)
      select day + interval '5 hours', day, 2, 9, 11, 1, 0, 0
      from generate_series('2026-10-01'::timestamptz, '2026-11-30', '1 day') day on conflict do nothing`.execute(
      management.database,
    );
    const { text, totalPages } = await pdf(`${days}&metrics=impressions`);
    expect(totalPages).toBe(6);
    expect(text).toContain('Other');
    expect(text).toContain('Page 6 of 6');
  });
});
