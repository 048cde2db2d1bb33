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

test('what the list saved is taken back in without a change', () => {
  expect(plan(['7', "'=Spring", '1', '1', '2 3', 'PO-1', 'running'])).toMatchObject([{ kind: 'same', item: null }]);
});

test('a row without an id is a new campaign, one with an id changes what is different, and both can be taken back', () => {
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

test('what a cell cannot be is told of the cell', () => {
  const rows = plan(['x', '', '1.5', '1', 'two', '', ''], ['99', 'A', '1', '1', '2', '', ''], ['7'], ['7', 'B']);
  expect(rows.map(({ line, kind, faults }) => [line, kind, faults.map(({ column }) => column)])).toEqual([
    [2, 'wrong', ['id', 'name', 'advertiserCompanyId', 'brandIds']],
    [3, 'wrong', ['id']],
    [4, 'wrong', [null]],
    [5, 'wrong', [null, 'id']],
  ]);
});

test('what the server refuses stands at its cell, and the rows that need nothing stay apart', () => {
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
    { kind: 'wrong', faults: [{ column: 'brandIds', message: 'there is no brand 6' }] },
  ]);
});

test('a file without columns that say anything, or with one twice, is refused whole', () => {
  expect(readCampaignRows([['a', 'b']]).fault).toMatch(/^The first line must name columns/);
  expect(readCampaignRows([['name', 'name'], ['x']]).fault).toBe('The column name is there twice.');
  expect(readCampaignRows([['name']]).fault).toBe('There is no campaign in it.');
  expect(readCampaignRows([head.concat('colour'), [...head, '']])).toMatchObject({ fault: null, ignored: ['colour'] });
});

test('a row that is shorter or longer than the head is wrong, and clears nothing', () => {
  const short = ['7', '=Spring', '1', '1', '2 3'];
  const [first, second] = plan(short, ['8', 'B', '1', '1', '2', '', '', 'more']);
  expect(first).toMatchObject({ kind: 'wrong', item: null });
  expect(first?.faults[0]?.message).toBe('has 5 cells, the first line 7');
  expect(second?.faults[0]?.message).toBe('has 8 cells, the first line 7');
  expect(plan([...short, 'PO-1', '', '', ''])).toMatchObject([{ kind: 'same' }]);
});

test('lines are counted as spreadsheets count them, whatever is empty', () => {
  const { lines } = linesOf('id;name\r\n\r\n7;A\r\n;\r\nx;B\r\n');
  expect(readCampaignRows(lines ?? []).rows.map(({ line }) => line)).toEqual([3, 5]);
  expect(readCampaignRows([['name'], [], ['']]).fault).toBe('There is no campaign in it.');
});

test('a file in UTF-8 or as Excel saves it under Windows is read, and the latter is said', () => {
  expect(linesOf('\ufeffname\nGrüße €')).toEqual({ lines: [['name'], ['Grüße €']], encoding: 'utf-8', fault: null });
  const ansi = Uint8Array.of(...new TextEncoder().encode('name\nGr'), 0xfc, 0xdf, 0x65, 0x80);
  expect(readLines(ansi)).toEqual({ lines: [['name'], ['Grüße€']], encoding: 'windows-1252', fault: null });
});

test('a quote that never ends is refused with its line', () => {
  const { lines, fault } = linesOf('id,name\n1,"A\nB"\n2,"C\n3,D\n');
  expect([lines, fault]).toEqual([[], 'The quotes in line 3 are wrong: each " inside a text is written twice.']);
});
