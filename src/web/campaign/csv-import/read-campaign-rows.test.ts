import { expect, test } from 'vitest';
import type { BulkResult, Campaign } from '../../../client/generated/types.gen.ts';
import { planCampaigns, undoItemsOf, withResult } from './plan-campaigns.ts';
import { readCampaignRows } from './read-campaign-rows.ts';
import { readLines } from './read-lines.ts';

const head = ['id', 'name', 'advertiserCompanyId', 'invoiceCompanyId', 'brandIds', 'poNumber', 'status'];
const stored = {
  id: 7,
  version: 3,
  externalId: null,
  name: '=Spring',
  type: 'campaign',
  advertiserCompanyId: 1,
  invoiceCompanyId: 1,
  brandIds: [2, 3],
  poNumber: 'PO-1',
  validUntil: null,
} as unknown as Campaign;
const plan = (...lines: readonly (readonly string[])[]) =>
  planCampaigns(readCampaignRows([head, ...lines]).rows, new Map([[7, stored]]));
const linesOf = (text: string) => readLines(new TextEncoder().encode(text));

test('imports an exported list without changes', () => {
  expect(plan(['7', "'=Spring", '1', '1', '2 3', 'PO-1', 'running'])).toMatchObject([{ kind: 'same', item: null }]);
});

test('creates a campaign without an id, changes one with an id, and undoes both', () => {
  const rows = plan(['7', 'Summer', '1', '1', '2 3', '', 'draft'], ['', 'Winter', '4', '5', '6', '', '']);
  expect(rows.map(({ item }) => item)).toEqual([
    { id: 7, ifMatch: '"3"', patch: { name: 'Summer', poNumber: null } },
    { create: { name: 'Winter', advertiserCompanyId: 4, invoiceCompanyId: 5, brandIds: [6] } },
  ]);
  const results = [
    { status: 200, object: { id: 7 }, etag: '"4-abc"' },
    { status: 201, object: { id: 9 }, etag: '"1-def"' },
  ];
  const done: BulkResult = { applied: true, failed: 0, results };
  expect(undoItemsOf(rows, done)).toEqual([
    { id: 7, ifMatch: '"4-abc"', patch: { name: '=Spring', poNumber: 'PO-1' } },
    { id: 9, ifMatch: '"1-def"', action: 'archive' },
  ]);
});

test('reports an invalid value at its cell', () => {
  const rows = plan(['x', '', '1.5', '1', 'two', '', ''], ['99', 'A', '1', '1', '2', '', ''], ['7'], ['7', 'B']);
  expect(rows.map(({ line, kind, faults }) => [line, kind, faults.map(({ column }) => column)])).toEqual([
    [2, 'invalid', ['id', 'name', 'advertiserCompanyId', 'brandIds']],
    [3, 'invalid', ['id']],
    [4, 'invalid', [null]],
    [5, 'invalid', [null, 'id']],
  ]);
});

test('assigns problems of the server to their cells and skips unchanged rows', () => {
  const rows = plan(['7', "'=Spring", '1', '1', '2 3', 'PO-1', ''], ['', 'Winter', '4', '5', '6', '', '']);
  const problem = {
    type: '',
    title: 'Invalid',
    status: 400,
    instance: '',
    code: 'invalid_request',
    errors: [{ pointer: '/brandIds/0', in: 'body', code: 'reference_not_found', message: 'there is no brand 6' }],
  } as const;
  const refused = { applied: false, failed: 1, results: [{ status: 400, problem }] } as unknown as BulkResult;
  expect(withResult(rows, refused)).toMatchObject([
    { kind: 'same' },
    { kind: 'invalid', faults: [{ column: 'brandIds', message: 'there is no brand 6' }] },
  ]);
});

test('refuses a file without known columns, with a duplicate column or without rows', () => {
  expect(readCampaignRows([['a', 'b']]).fault).toMatch(/^The first line names no known column/);
  expect(readCampaignRows([['name', 'name'], ['x']]).fault).toBe(
    'Column name occurs twice. Remove one of the columns.',
  );
  expect(readCampaignRows([['name']]).fault).toBe('The file has no campaigns. Add at least one line.');
  expect(readCampaignRows([head.concat('colour'), [...head, '']])).toMatchObject({ fault: null, ignored: ['colour'] });
});

test('refuses a row with more or fewer cells than the first line', () => {
  const short = ['7', '=Spring', '1', '1', '2 3'];
  const [first, second] = plan(short, ['8', 'B', '1', '1', '2', '', '', 'more']);
  expect(first).toMatchObject({ kind: 'invalid', item: null });
  expect(first?.faults[0]?.message).toBe('The line has 5 cells, but the first line has 7.');
  expect(second?.faults[0]?.message).toBe('The line has 8 cells, but the first line has 7.');
  expect(plan([...short, 'PO-1', '', '', ''])).toMatchObject([{ kind: 'same' }]);
});

test('counts empty lines, so that line numbers match a spreadsheet', () => {
  const { lines } = linesOf('id;name\r\n\r\n7;A\r\n;\r\nx;B\r\n');
  expect(readCampaignRows(lines ?? []).rows.map(({ line }) => line)).toEqual([3, 5]);
  expect(readCampaignRows([['name'], [], ['']]).fault).toBe('The file has no campaigns. Add at least one line.');
});

test('reads UTF-8 and Windows-1252 and returns the encoding', () => {
  expect(linesOf('\ufeffname\nGrüße €')).toEqual({ lines: [['name'], ['Grüße €']], encoding: 'utf-8', fault: null });
  const ansi = Uint8Array.of(...new TextEncoder().encode('name\nGr'), 0xfc, 0xdf, 0x65, 0x80);
  expect(readLines(ansi)).toEqual({ lines: [['name'], ['Grüße€']], encoding: 'windows-1252', fault: null });
});

test('refuses an unclosed quote with its line', () => {
  const { lines, fault } = linesOf('id,name\n1,"A\nB"\n2,"C\n3,D\n');
  expect([lines, fault]).toEqual([[], 'The quotes in line 3 are not closed. Write each " inside a text twice.']);
});
