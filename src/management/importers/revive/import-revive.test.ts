import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentFaults } from '../../../../test/support/revive/document-faults.ts';
import { generateRevive } from '../../../../test/support/revive/generate-revive.ts';
import type { ReviveTestRows } from '../../../../test/support/revive/revive-schema.ts';
import { reviveSql } from '../../../../test/support/revive/revive-sql.ts';
import type { ImportResult } from '../importer.ts';
import type { ReviveOptions } from './import-context.ts';
import { importRevive } from './import-revive.ts';
import { readReviveDump } from './source/read-revive-dump.ts';

const nowMs = Date.parse('2026-11-28T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'placard-import-'));
const options: ReviveOptions = { filesFolder: folder, ignoreUnsupported: false, currency: 'EUR', nowMs };

afterAll(() => rmSync(folder, { recursive: true }));

async function importSql(sql: string, choices: Partial<ReviveOptions> = {}): Promise<ImportResult> {
  const path = join(folder, 'dump.sql');
  writeFileSync(path, sql);
  return importRevive(await readReviveDump(path), { ...options, ...choices });
}

function importRows(rows: ReviveTestRows, choices: Partial<ReviveOptions> = {}): Promise<ImportResult> {
  return importSql(reviveSql(rows), choices);
}

const base: ReviveTestRows = {
  agency: [{ agencyid: 1, name: 'Agency' }],
  affiliates: [{ affiliateid: 1, agencyid: 1, name: 'Courier', website: 'https://www.courier.example/' }],
  zones: [1, 2].map((zoneid) => ({ zoneid, affiliateid: 1, zonename: `Zone ${zoneid}`, width: 300, height: 250 })),
  clients: [{ clientid: 1, agencyid: 1, clientname: 'Aurora' }],
};
const html = { storagetype: 'html', htmltemplate: '<b>Winter</b>', width: 300, height: 250 };
const banner = (bannerid: number, row = {}) => ({
  bannerid,
  campaignid: 1,
  description: `Banner ${bannerid}`,
  ...html,
  ...row,
});
const link = (ad_id: number, zone_id: number) => ({ ad_id, zone_id });
const bookingsOf = ({ document }: ImportResult) => Object.values(document.bookings ?? {});

describe('a generated installation with 200 campaigns and 1,000 banners', () => {
  let rows: ReviveTestRows;
  let result: ImportResult;

  beforeAll(async () => {
    const generated = await generateRevive(nowMs);
    rows = generated.rows;
    for (const [name, content] of generated.files) writeFileSync(join(folder, name), content);
    result = await importRows(rows);
  });

  test('becomes a document that the API accepts', () => {
    expect(documentFaults(result.document, result.files)).toEqual([]);
    expect(Object.keys(result.document.campaigns ?? {})).toHaveLength(200);
    expect(Object.keys(result.document.positions ?? {})).toHaveLength(28);
    expect(bookingsOf(result).length).toBeGreaterThan(400);
  });

  test('has a finding for every item', () => {
    const items = new Set(result.findings.map(({ sourceKind, sourceId }) => `${sourceKind} ${sourceId}`));
    for (const [kind, id, table] of [
      ['banner', 'bannerid', rows.banners],
      ['campaign', 'campaignid', rows.campaigns],
      ['zone', 'zoneid', rows.zones],
      ['advertiser', 'clientid', rows.clients],
      ['website', 'affiliateid', rows.affiliates],
    ] as const) {
      for (const row of table ?? [])
        expect(items.has(`${kind} ${String(row[id])}`), `${kind} ${String(row[id])}`).toBe(true);
    }
    for (const { outcome, remedy } of result.findings) expect(remedy !== null).toBe(outcome === 'unsupported');
  });

  test('becomes the same document again', async () => {
    const again = await importRows(rows);
    expect(JSON.stringify(again.document)).toBe(JSON.stringify(result.document));
    expect(again.findings).toEqual(result.findings);
  });

  test('becomes drafts where a limitation cannot be expressed, unless the user ignores it', async () => {
    const drafts = bookingsOf(result).filter(({ state }) => JSON.stringify(state).includes('draft'));
    expect(drafts.length).toBeGreaterThan(60);
    const ignoring = await importRows(rows, { ignoreUnsupported: true });
    const remaining = bookingsOf(ignoring).filter(({ state }) => JSON.stringify(state).includes('draft'));
    expect(remaining.length).toBeLessThan(10);
  });
});

describe('banners of one campaign', () => {
  test('with equal limitations share one booking, with their weights', async () => {
    const result = await importRows({
      ...base,
      campaigns: [{ campaignid: 1, clientid: 1, campaignname: 'Winter', weight: 2 }],
      banners: [banner(1), banner(2, { weight: 3 })],
      ad_zone_assoc: [link(1, 1), link(2, 1)],
    });
    expect(bookingsOf(result)).toMatchObject([
      {
        name: 'Winter',
        positions: ['revive:zone:1'],
        delivery: { method: 'share' },
        creatives: [{ creative: 'revive:banner:1' }, { creative: 'revive:banner:2', weight: 3 }],
        state: { lifecycle: 'approved' },
      },
    ]);
  });

  test('with different limitations become bookings that share the weight of the campaign', async () => {
    const acls = [{ bannerid: 1, type: 'deliveryLimitations:Geo:Country', comparison: '=~', data: 'NL' }];
    const result = await importRows({
      ...base,
      campaigns: [
        { campaignid: 1, clientid: 1, campaignname: 'Winter', weight: 5 },
        { campaignid: 2, clientid: 1, campaignname: 'Other', weight: 1 },
      ],
      banners: [banner(1, { weight: 4 }), banner(2, { weight: 1 }), banner(3, { campaignid: 2 })],
      ad_zone_assoc: [link(1, 1), link(2, 1), link(3, 1)],
      acls,
    });
    const weights = Map.groupBy(bookingsOf(result), ({ creatives }) => JSON.stringify(creatives));
    const sums = [...weights.values()].map((bookings) =>
      bookings.reduce((sum, { priority }) => sum + 4 ** -Number(priority), 0),
    );
    expect(sums.map((sum) => sum / (sums[1] ?? 1))).toEqual([4, 1, 1]);
    expect(bookingsOf(result)[0]?.['targeting']).toEqual({ fact: 'country', values: ['NL'] });
  });

  test('that are paused or have no weight are suspended, and take no part of the weight', async () => {
    const result = await importRows({
      ...base,
      campaigns: [{ campaignid: 1, clientid: 1, campaignname: 'Winter' }],
      banners: [banner(1), banner(2, { status: 1 }), banner(3, { weight: 0 })],
      ad_zone_assoc: [link(1, 1), link(2, 1), link(3, 1)],
    });
    const states = Object.values(result.document.creatives ?? {}).map(({ state }) => state);
    expect(states).toEqual([undefined, 'suspended', 'suspended']);
    expect(bookingsOf(result)).toHaveLength(1);
  });

  test('that load code over http wait for review', async () => {
    const result = await importRows({
      ...base,
      campaigns: [{ campaignid: 1, clientid: 1, campaignname: 'Winter' }],
      banners: [banner(1, { htmltemplate: '<script src="http://old.example/a.js"></script>' })],
      ad_zone_assoc: [link(1, 1)],
    });
    expect(result.document.creatives?.['revive:banner:1']?.['state']).toBe('pending_review');
    expect(result.findings.filter(({ feature }) => feature === 'insecure code')).toHaveLength(1);
  });

  test('divide the cap of the campaign, or are drafts if it is too small', async () => {
    const campaignOf = (capping: number): ReviveTestRows => ({
      ...base,
      campaigns: [{ campaignid: 1, clientid: 1, campaignname: 'Winter', capping }],
      banners: [banner(1), banner(2)],
      ad_zone_assoc: [link(1, 1), link(2, 1)],
      acls: [{ bannerid: 1, type: 'deliveryLimitations:Geo:Country', comparison: '=~', data: 'NL' }],
    });
    expect(bookingsOf(await importRows(campaignOf(5))).map(({ caps }) => caps)).toEqual([
      [{ scope: 'life', most: 2 }],
      [{ scope: 'life', most: 2 }],
    ]);
    const drafts = bookingsOf(await importRows(campaignOf(1)));
    expect(drafts.map(({ state }) => state)).toEqual([{ lifecycle: 'draft' }, { lifecycle: 'draft' }]);
  });
});

describe('odd content becomes a finding and never an error', () => {
  test('missing tables and columns of an older schema', async () => {
    const sql = [
      'CREATE TABLE ox_agency (agencyid int, name text)',
      'CREATE TABLE ox_affiliates (affiliateid int, agencyid int, name text)',
      'CREATE TABLE ox_zones (zoneid int, affiliateid int, zonename text, width int, height int)',
      'CREATE TABLE ox_clients (clientid int, agencyid int, clientname text)',
      'CREATE TABLE ox_campaigns (campaignid int, clientid int, campaignname text, activate date, expire date, active text, priority int, weight int)',
      'CREATE TABLE ox_banners (bannerid int, campaignid int, storagetype text, htmltemplate text, active text, status text, description text, width int, height int)',
      'CREATE TABLE ox_ad_zone_assoc (ad_id int, zone_id int)',
      "INSERT INTO ox_agency VALUES (1,'A')",
      "INSERT INTO ox_affiliates VALUES (1,1,'W')",
      "INSERT INTO ox_zones VALUES (1,1,'Z',300,250)",
      "INSERT INTO ox_clients VALUES (1,1,'C')",
      "INSERT INTO ox_campaigns VALUES (1,1,'K','0000-00-00','2026-12-31','t',0,1)",
      "INSERT INTO ox_banners VALUES (1,1,'html','<b>x</b>','f','Status text','B',300,250)",
      'INSERT INTO ox_ad_zone_assoc VALUES (1,1)',
    ].join(';\n');
    const result = await importSql(`${sql};`);
    expect(documentFaults(result.document, result.files)).toEqual([]);
    expect(bookingsOf(result)).toMatchObject([{ endDate: '2027-01-01T00:00:00Z', startDate: '2000-01-01T00:00:00Z' }]);
    expect(Object.values(result.document.creatives ?? {})[0]?.['state']).toBe('suspended');
  });

  test('dangling references, duplicate and empty names, nulls and impossible values', async () => {
    const odd: ReviveTestRows = {
      agency: [{ agencyid: 1, name: '' }],
      affiliates: [1, 2].map((affiliateid) => ({
        affiliateid,
        agencyid: affiliateid * 50,
        name: 'Same',
        website: 'http://[',
      })),
      zones: [
        { zoneid: 1, affiliateid: 99, zonename: ' \n ', width: 32_767, height: -5 },
        { zoneid: 2, affiliateid: 1, zonename: 'Same', width: 300, height: 250, chain: 'zone:2', delivery: 99 },
      ],
      clients: [{ clientid: 1, agencyid: 99, clientname: 'x'.repeat(255) }],
      campaigns: [
        {
          campaignid: 1,
          clientid: 77,
          campaignname: 'Same',
          weight: 127,
          revenue: '123456789.9999',
          revenue_type: 9,
          priority: -99,
        },
        {
          campaignid: 2,
          clientid: 1,
          campaignname: 'Same',
          views: 2_147_483_647,
          clicks: null,
          activate_time: '2026-12-31 00:00:00',
          expire_time: '2020-01-01 00:00:00',
          priority: 10,
        },
        {
          campaignid: 3,
          clientid: 1,
          campaignname: '\u0007',
          status: -5,
          weight: -3,
          capping: 2_147_483_647,
          block: -1,
        },
      ],
      banners: [
        banner(1, { htmltemplate: "\0<a href='{clickurl}'>\u0000</a>{unknown} ]]>" }),
        banner(2, { storagetype: 'network' }),
        banner(3, { storagetype: 'web', filename: '../../etc/passwd' }),
        banner(4, { storagetype: 'sql', filename: 'none.png', campaignid: 2 }),
        banner(5, { storagetype: 'url', imageurl: 'not a url', campaignid: 2 }),
        banner(6, { storagetype: 'web', contenttype: 'swf', filename: 'a.swf', campaignid: 2 }),
        banner(7, { htmltemplate: 'x'.repeat(200_000), campaignid: 3, url: 'javascript:alert(1)' }),
        banner(8, { campaignid: 12_345 }),
        banner(9, {
          campaignid: 3,
          ext_bannertype: 'x:vastInlineHtml',
          parameters:
            'a:2:{s:19:"vast_video_duration";i:0;s:28:"vast_video_outgoing_filename";s:23:"https://v.example/a.mp4";}',
        }),
      ],
      ad_zone_assoc: [
        link(1, 1),
        link(1, 1),
        link(1, 77),
        link(555, 2),
        link(2, 2),
        link(3, 2),
        link(4, 2),
        link(7, 2),
        link(9, 2),
        { ad_id: null, zone_id: null },
      ],
      acls: [
        { bannerid: 1, type: '', comparison: '', data: '' },
        {
          bannerid: 4,
          type: 'deliveryLimitations:Geo:Country',
          comparison: '=~',
          data: 'a:2:{i:0;s:2:"NL";}',
          logical: 'xx',
        },
        { bannerid: 999, type: 'deliveryLimitations:Time:Day', comparison: '=~', data: '9' },
      ],
      preferences: [{ preference_id: 1, preference_name: 'timezone' }],
      account_preference_assoc: [{ account_id: 1, preference_id: 1, value: 'Nowhere/City' }],
      data_summary_ad_hourly: [
        { date_time: '0000-00-00 00:00:00', ad_id: 1, creative_id: 0, zone_id: 1, impressions: 5 },
      ],
    };
    const result = await importRows(odd);
    expect(documentFaults(result.document, result.files)).toEqual([]);
    const messages = result.findings.map(({ message }) => message).join('\n');
    for (const part of [
      'The agency 50 does not exist in Revive.',
      'The website 99 does not exist in Revive.',
      'The advertiser does not exist in Revive.',
      'The zone 77 of the link does not exist',
      'The banner 555 of the link does not exist',
      'The campaign 12345 of the banner does not exist',
      'The item has no name.',
      'The folder does not contain the file ../../etc/passwd.',
      'The database does not contain the file none.png.',
      'Browsers no longer show files of the type swf.',
      'The markup has more than 100000 characters.',
      'Invalid characters were removed from the markup.',
      'The duration of the video is unknown.',
      'The time zone "Nowhere/City" of the account 1 is unknown.',
      'The status -5 is unknown.',
    ]) {
      expect(messages).toContain(part);
    }
  });

  test('text that was stored as UTF-8 in a latin1 column', async () => {
    const result = await importRows({ ...base, agency: [{ agencyid: 1, name: 'CafÃ© â€œUnitedâ€\u009d' }] });
    expect(result.document.publishers?.['revive:agency:1']?.['companyName']).toBe('Café “United”');
  });
});
