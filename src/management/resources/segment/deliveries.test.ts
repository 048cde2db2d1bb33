import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { type SegmentWorld, startSegmentWorld } from '../../../../test/support/fixtures/segment-world.ts';

let world: SegmentWorld;
let made = 0;
beforeAll(async () => {
  world = await startSegmentWorld();
});
afterAll(() => world?.close());

const csv = (...rows: readonly string[]) => `member_id,segment,event\n${rows.map((row) => `${row}\n`).join('')}`;
const connect = async (fields: Record<string, unknown> = {}) => {
  made += 1;
  const folder = `platform${made}`;
  const location = { kind: 'folder', folder, bucket: null, endpoint: null, accessKeyId: null };
  const { id } = await makeObject(world.management, 'destination-connections', { ...location, ...fields });
  return { id, folder, code: `fans${made}`, one: `one${made}` };
};
const reports = async (connectionId: number) => {
  const { body } = await world.management.call('GET', `/segments/deliveries?connectionId=${connectionId}`);
  return Promise.all(
    (body as readonly { id: number }[]).map(
      async ({ id }) => (await world.management.call('GET', `/segments/deliveries/${id}`)).body,
    ),
  );
};
const look = async () => {
  await world.work.pass();
  await world.served();
};

test('does not reveal server folders in the problem of an unreadable connection', async () => {
  const { id, folder } = await connect();
  await mkdir(world.deliveries, { recursive: true });
  await writeFile(join(world.deliveries, folder), 'not a folder');
  await look();
  const { body } = await world.management.call('GET', `/destination-connections/${id}`);
  expect(body.problem).toMatch(/ENOTDIR/);
  expect(body.problem).not.toContain(world.deliveries);
  expect(body.problem).not.toMatch(/'\/|\/tmp/);
});

describe('a delivery', () => {
  test('fills its segments; a delta changes them, a full one replaces them', async () => {
    const { id, folder, code, one } = await connect();
    await world.send(`${folder}/1`, { files: { 'a.csv': csv(`${one},${code},`, `xz:two,${code},`) } });
    await look();
    expect(await reports(id)).toMatchObject([
      { status: 'accepted', kind: 'full', rows: 2, badRows: 0, memberships: 2 },
    ]);
    expect(world.segmentsOf('ui', one)).toEqual([code]);
    expect(world.segmentsOf('xz', 'two')).toEqual([code]);
    const delta = [
      `{"id":"${one}","segments":["x1","x2"],"event":"enter"}`,
      `{"id":"xz:two","segment":"${code}","event":"exit"}`,
    ];
    await world.send(`${folder}/2`, { kind: 'delta', files: { 'a.jsonl.gz': gzipSync(delta.join('\n')) } });
    await look();
    expect(world.segmentsOf('ui', one)).toEqual([code, 'x1', 'x2']);
    expect(world.segmentsOf('xz', 'two')).toEqual([]);
    const { body } = await world.management.call('GET', `/segments?source=${id}&sort=name`);
    expect(body).toMatchObject([
      { code, size: 1, source: id },
      { code: 'x1', size: 1 },
      { code: 'x2', size: 1 },
    ]);
    await world.send(`${folder}/3`, {
      files: { 'list.csv': `set not_extend_existing\n"ui:three","['${code}', 'x1']"\n` },
    });
    await look();
    expect(world.segmentsOf('ui', 'three')).toEqual([code, 'x1']);
    expect(world.segmentsOf('ui', one)).toEqual([]);
  });

  test('with some wrong rows is imported without them, and lists each', async () => {
    const { id, folder, code } = await connect();
    const rows = Array.from({ length: 100 }, (_, n) => `u${n},${code},`);
    rows[9] = `,${code},`;
    rows[19] = `u19,${code}`;
    rows[29] = `u29,${code},perhaps`;
    rows[39] = `u38,${code},`;
    await world.send(`${folder}/1`, { files: { 'a.csv': csv(...rows) } });
    await look();
    expect(await reports(id)).toMatchObject([
      {
        status: 'accepted',
        rows: 100,
        badRows: 4,
        memberships: 96,
        faults: { id_missing: 1, wrong_columns: 1, event_unknown: 1, repeated: 1 },
        badRowList: [
          { file: 'a.csv', line: 11, code: 'id_missing' },
          { file: 'a.csv', line: 21, code: 'wrong_columns' },
          { file: 'a.csv', line: 31, code: 'event_unknown' },
          { file: 'a.csv', line: 41, code: 'repeated' },
        ],
      },
    ]);
  });
});

describe('a broken delivery leaves the last valid one in effect', () => {
  const good = (code: string) => ({ 'a.csv': csv(`${code.replace('fans', 'one')},${code},`) });
  const broken: readonly (readonly [
    name: string,
    problem: string,
    make: (code: string) => Parameters<SegmentWorld['send']>[1],
  ])[] = [
    [
      'whose gzip is truncated',
      'gzip_broken',
      (code) => {
        const rows = Array.from({ length: 500 }, (_, n) => `${n}u${n * n},${code},`);
        return { files: { 'a.csv.gz': gzipSync(csv(...rows)).subarray(0, 900) } };
      },
    ],
    ['without the required columns', 'wrong_columns', (code) => ({ files: { 'a.csv': `name,${code}\nx,y\n` } })],
    [
      'with a missing file',
      'file_missing',
      (code) => {
        const manifest = { version: 1, kind: 'full', files: [{ path: 'b.csv', bytes: 1, sha256: 'a'.repeat(64) }] };
        return { files: good(code), manifest: JSON.stringify(manifest) };
      },
    ],
    [
      'whose file has grown',
      'file_size_differs',
      (code) => {
        const manifest = { version: 1, kind: 'full', files: [{ path: 'a.csv', bytes: 9, sha256: 'a'.repeat(64) }] };
        return { files: good(code), manifest: JSON.stringify(manifest) };
      },
    ],
    ['with an invalid manifest', 'manifest_invalid', (code) => ({ files: good(code), manifest: '{"version":1}' })],
    [
      'with a path outside its folder',
      'manifest_invalid',
      (code) => {
        const manifest = {
          version: 1,
          kind: 'full',
          files: [{ path: '../1/a.csv', bytes: 9, sha256: 'a'.repeat(64) }],
        };
        return { files: good(code), manifest: JSON.stringify(manifest) };
      },
    ],
  ];
  for (const [name, problem, make] of broken) {
    test(name, async () => {
      const { id, folder, code, one } = await connect();
      await world.send(`${folder}/1`, { files: good(code) });
      await look();
      await world.send(`${folder}/2`, make(code));
      await look();
      await look();
      expect(await reports(id)).toMatchObject([{ status: 'refused', problem }, { status: 'accepted' }]);
      expect(world.segmentsOf('ui', one)).toEqual([code]);
    });
  }

  test('is reported to webhooks, like the previous one', async () => {
    const { id, folder, code } = await connect();
    await world.send(`${folder}/1`, { files: good(code) });
    await world.send(`${folder}/2`, { files: good(code), manifest: '{' });
    await look();
    const told = await world.management.database
      .selectFrom('event')
      .select(['event.type', 'event.payload'])
      .orderBy('event.id', 'desc')
      .limit(2)
      .execute();
    const [refused, accepted] = await reports(id);
    const [last, before] = told.map(({ type, payload }) => ({ type, payload: JSON.parse(payload) }));
    const link = `https://ads.example/api/v1/segments/deliveries/${refused.id}`;
    expect(last).toMatchObject({
      type: 'segment_delivery.refused',
      payload: { data: { kind: 'segments/deliveries', id: refused.id, link, reason: refused.detail } },
    });
    expect(before).toMatchObject({
      type: 'segment_delivery.accepted',
      payload: { data: { id: accepted.id, status: 'accepted' } },
    });
  });

  test('is refused with a tenth of wrong rows and lists them; the connection can allow them', async () => {
    const { id, folder, code, one } = await connect();
    await world.send(`${folder}/1`, { files: good(code) });
    await look();
    const rows = Array.from({ length: 200 }, (_, n) => (n % 10 === 0 ? `,${code},` : `w${n},${code},`));
    await world.send(`${folder}/2`, { files: { 'a.csv': csv(...rows) } });
    await look();
    const [refused] = await reports(id);
    expect(refused).toMatchObject({ status: 'refused', problem: 'too_many_bad_rows', rows: 200, badRows: 20 });
    expect(refused.badRowList).toEqual(
      Array.from({ length: 20 }, (_, n) => ({ file: 'a.csv', line: 2 + n * 10, code: 'id_missing' })),
    );
    expect(world.segmentsOf('ui', 'w1')).toEqual([]);
    expect(world.segmentsOf('ui', one)).toEqual([code]);
    await world.management.call('PATCH', `/destination-connections/${id}`, {
      body: { maxBadRowsPercent: 100 },
      headers: { 'if-match': '*' },
    });
    await world.send(`${folder}/3`, { files: { 'a.csv': csv(...rows) } });
    await look();
    expect((await reports(id))[0]).toMatchObject({ status: 'accepted', badRows: 20, memberships: 180 });
  });

  test('with duplicate IDs is refused', async () => {
    const { id, folder, code, one } = await connect();
    await world.send(`${folder}/1`, { files: good(code) });
    await look();
    const rows = Array.from({ length: 50 }, (_, n) => `u${n % 40},${code},`);
    await world.send(`${folder}/2`, { files: { 'a.csv': csv(...rows) } });
    await look();
    const [refused] = await reports(id);
    expect(refused).toMatchObject({ status: 'refused', faults: { repeated: 10 } });
    expect(refused.badRowList.map(({ line }: { line: number }) => line)).toEqual([
      42, 43, 44, 45, 46, 47, 48, 49, 50, 51,
    ]);
    expect(world.segmentsOf('ui', one)).toEqual([code]);
  });

  test('without a manifest for an hour is reported', async () => {
    const { id, folder, code, one } = await connect();
    await world.send(`${folder}/1`, { files: good(code) });
    await world.send(`${folder}/2`, { files: good(code), manifest: null });
    await look();
    expect(await reports(id)).toMatchObject([{ status: 'accepted' }]);
    const before = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(join(world.deliveries, folder, '2', 'a.csv'), before, before);
    await look();
    expect(await reports(id)).toMatchObject([
      { status: 'refused', problem: 'manifest_missing' },
      { status: 'accepted' },
    ]);
    expect(world.segmentsOf('ui', one)).toEqual([code]);
  });
});
