import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createOpenDataWorld,
  type OpenDataWorld,
  openDataHour,
} from '../../../../test/support/open-data/open-data-world.ts';
import { hourMs } from '../../../core/time/durations.ts';
import { DecisionEncoder } from '../../../exchange/decisions/decision-encoder.ts';
import { decisionFolderOf } from '../../../exchange/decisions/decision-folder.ts';
import { openDecisionWriter } from '../../../exchange/decisions/decision-writer.ts';
import { nameOfOthers } from '../../../exchange/decisions/other-hosts.ts';
import { requestFactsFolderOf } from '../../../exchange/decisions/request-facts-folder.ts';
import { readDecisionExport, saveDecisionExport } from './decision-export-state.ts';

let world: OpenDataWorld;
beforeEach(async () => {
  world = await createOpenDataWorld();
  await world.zones({});
});
afterEach(() => world.close());

const id = Buffer.from('0123456789abcdef0123456789abcdef', 'hex');

/** Records requests in a new file of a process: the first with all parts, the others without an ID. */
async function record(processId: string, options: { readonly requests: number; readonly atMs?: number }) {
  const atMs = options.atMs ?? openDataHour;
  const writer = await openDecisionWriter({
    folder: decisionFolderOf(world.dataFolder, processId),
    maxBytes: 1e9,
    onFailure: (error) => {
      throw error;
    },
  });
  const encoder = new DecisionEncoder();
  encoder.begin({ note: 'file', processId, run: 'a', runStartMs: atMs, continues: false }, atMs);
  encoder.revision(7, atMs);
  const position = encoder.definePosition(4, atMs);
  const ad = { adId: 1, bookingId: 2, method: 0, brandId: 9, labels: [] };
  const winner = encoder.defineWinner(ad, atMs);
  const things = [
    { fact: 'country', text: 'be' } as const,
    { key: 'section', text: 'sports' },
    { key: 'section', text: 'news' },
    { key: 'ui', text: 'user-7' },
    { part: '/shoes/' },
  ].map((thing) => encoder.defineThing(thing, atMs));
  const own = [encoder.defineThing({ key: 'size', text: 'large' }, atMs)];
  for (let index = 0; index < options.requests; index += 1) {
    encoder.request({
      atMs: atMs + index,
      id: index === 0 ? id : null,
      facts: { things: index === 0 ? things : [], consent: index === 0 ? 1 : 0 },
      slots: [
        { position, isFurther: false, ownFacts: index === 0 ? { things: own, consent: 0 } : null, winner },
        ...(index === 0 ? [{ position: 0, isFurther: false, ownFacts: null, winner: 0 }] : []),
      ],
      viewer: null,
      terms: 0,
      claims: [],
    });
  }
  writer.append(encoder.take(), { fromMs: atMs, isNewFile: true, failuresTold: 0 });
  await writer.close();
}

test('recorded decisions become one row per slot, without key-values that identify a viewer', async () => {
  await record('delivery-0', { requests: 2 });
  expect(await world.export()).toBe(2);
  expect(await world.names('decisions')).toEqual([
    expect.stringMatching(/^decisions\/day=2026-11-21\/hour=13\/\d+-host-1\.parquet$/),
  ]);
  const rows = await world.query('select * from decisions order by source_index, slot');
  expect(rows).toHaveLength(3);
  expect(rows[0]).toEqual({
    decision_id: '01234567-89ab-cdef-0123-456789abcdef',
    slot: 0,
    decided_at: '2026-11-21 13:00:00',
    revision: '7',
    position_id: '4',
    is_further: false,
    booking_id: '2',
    ad_id: '1',
    brand_id: '9',
    method: 'share',
    consent: 'granted',
    facts: [{ key: 'country', value: ['be'] }],
    parameters: [
      { key: 'section', value: ['sports', 'news'] },
      { key: 'size', value: ['large'] },
    ],
    page_parts: ['/shoes/'],
    geo_areas: [],
    is_complete: true,
    source: expect.stringMatching(/^host-1\/delivery-0\/\d{13}-000001\.decisions$/),
    source_index: '0',
  });
  expect(rows[1]).toMatchObject({ slot: 1, position_id: null, booking_id: null, method: null, brand_id: null });
  expect(rows[2]).toMatchObject({ decision_id: null, slot: 0, consent: null, facts: [], parameters: [] });
});

test('recorded decisions are exported once, from growing and new files of this host only', async () => {
  await record('delivery-0', { requests: 3 });
  await record(nameOfOthers('host-2', 'delivery-0'), { requests: 5 });
  expect(await world.export()).toBe(3);
  expect(await world.export()).toBe(0);
  await record('delivery-0', { requests: 2, atMs: openDataHour + hourMs });
  await record('delivery-1', { requests: 1 });
  expect(await world.export()).toBe(3);
  expect(await world.query('select count(*) as n, count(distinct source) as files from decisions')).toEqual([
    { n: '9', files: '3' },
  ]);
});

test('a batch that may be stored is stored again under the same name', async () => {
  await record('delivery-0', { requests: 3 });
  await world.export();
  const before = await world.names('decisions');
  const exported = { store: world.store, host: 'host-1', set: 'decisions' } as const;
  const state = await readDecisionExport(exported);
  const [processId = '', file] = Object.entries(state.files)[0] ?? [];
  const part = { processId, name: file?.name ?? '', from: 0, to: file?.to ?? 0 };
  const stem = /(\d+-host-1)/.exec(before[0] ?? '')?.[1] ?? '';
  await world.store.remove(before[0] ?? '');
  await saveDecisionExport(exported, { files: {}, pending: { stem, parts: [part] } });
  await world.export();
  expect(await world.names('decisions')).toEqual(before);
  expect(await readDecisionExport(exported)).toEqual(state);
  expect(await world.query('select count(*) as n from decisions')).toEqual([{ n: '4' }]);
});

test('exported facts of requests are removed an hour after their hour', async () => {
  const folder = requestFactsFolderOf(world.dataFolder, 'delivery-0');
  const writer = await openDecisionWriter({
    folder,
    maxBytes: 1e9,
    onFailure: (error) => {
      throw error;
    },
  });
  const hours = [3, 2, 0].map((age) => (Math.floor(Date.now() / hourMs) - age) * hourMs);
  const store = (atMs: number) =>
    writer.append(Buffer.from(`${JSON.stringify({ id: id.toString('hex'), slot: 0, atMs })}\n`), {
      fromMs: atMs,
      isNewFile: true,
      failuresTold: 0,
    });
  for (const atMs of hours.slice(0, 2)) store(atMs);
  await writer.settle();
  expect(await world.export()).toBeGreaterThan(0);
  expect(await readdir(folder)).toEqual([]);
  store(hours[2] as number);
  await writer.close();
  await world.export();
  expect(await readdir(folder)).toHaveLength(1);
  await world.export();
  expect(await world.query('select count(*)::int as n from requests')).toEqual([{ n: 3 }]);
});
