import { appendFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { type SegmentWorld, startSegmentWorld } from '../../../../test/support/fixtures/segment-world.ts';
import { waitUntil } from '../../../../test/support/process/wait-until.ts';
import { identifierRule } from '../../../core/targeting/viewer-identifier.ts';
import { up as exactIdentifiers } from '../../../platform/db/migrations/0061-exact-identifiers.ts';
import { replaceFile } from '../../../platform/durable/write-durably.ts';
import { DeliveryFault } from '../../../worker/audiences/import/delivery-fault.ts';
import { readFileLines } from '../../../worker/audiences/import/read-file.ts';
import { createThrottle } from '../../../worker/audiences/import/throttle.ts';
import { openDeliverySource } from './delivery-source.ts';
import { createMemberHash } from './member-hash.ts';
import { viewerKeysOf } from './viewer-keys.ts';

let world: SegmentWorld;
let aheadMs = 0;
/** Viewer keys that the delivery process must delete. */
let forgotten: readonly (readonly number[])[] = [];
beforeAll(async () => {
  world = await startSegmentWorld({
    inProcesses: true,
    nowMs: () => Date.now() + aheadMs,
    forget: async (viewers) => {
      forgotten = viewers.map(({ low, high }) => [low, high]);
    },
  });
});
afterAll(() => world?.close());

const look = async () => {
  await world.work.pass();
  await world.served();
};
const entry = (name: string, value: string, attributes: Record<string, readonly string[]>) => ({
  identifier: { name, value },
  attributes: Object.entries(attributes).map(([attribute, values]) => ({ name: attribute, value: values })),
});
const sync = (entries: readonly unknown[], options: { token?: string; body?: unknown } = {}) =>
  world.management.app.inject({
    method: 'POST',
    url: '/usersync/attributesync',
    headers: {
      'content-type': 'application/json',
      ...(options.token !== '' && { authorization: `Bearer ${options.token ?? '1~user-sync.write'}` }),
    },
    payload: JSON.stringify(options.body ?? { reportDateTimeValid: new Date().toISOString(), entries }),
  });

describe('wire-protocol 10.4: attributes sent by back ends', () => {
  test('are segments of the user; a repeated attribute replaces its previous value', async () => {
    const said = await sync([entry('ui', 'anna', { interest: ['Sports', 'cars'], tier: ['gold'] })]);
    expect([said.statusCode, said.json()]).toEqual([200, { entries: 1 }]);
    await look();
    expect(world.segmentsOf('ui', ' anna ')).toEqual(['interest:cars', 'interest:sports', 'tier:gold']);
    await sync([entry('ui', 'anna', { interest: ['travel'] }), entry('ui', 'bert', { tier: ['gold'] })]);
    await look();
    expect(world.segmentsOf('ui', 'anna')).toEqual(['interest:travel', 'tier:gold']);
    const { body } = await world.management.call('GET', '/segments?code=tier:gold');
    expect(body).toMatchObject([{ size: 2, source: null, name: 'tier:gold' }]);
  });

  test('are refused without a token, without the scope, and if malformed', async () => {
    expect((await sync([], { token: '' })).statusCode).toBe(401);
    expect((await sync([], { token: '1~segments.write' })).statusCode).toBe(403);
    const wrong = await sync([], { body: { reportDateTimeValid: 'today', entries: [entry('ui', '', {})] } });
    expect([wrong.statusCode, wrong.json().errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
      400,
      ['/reportDateTimeValid', '/entries/0/identifier/value'],
    ]);
  });
});

describe('a file that grows while it is read', () => {
  test('is refused at the first extra byte or at its end', async () => {
    const path = 'growing/a.csv';
    const content = `id,segment\n${'u,s\n'.repeat(100)}`;
    await world.put(path, content);
    const source = await openDeliverySource({ kind: 'folder', path: world.deliveries });
    const file = { path: 'a.csv', format: 'csv', isGzip: false, sha256: null, rows: null } as const;
    const read = (line: () => void) =>
      readFileLines(
        source,
        { at: path, file: { ...file, bytes: content.length } },
        { line, bad: () => undefined },
        createThrottle(0),
      );
    await read(() => undefined);
    const grow = () => appendFileSync(join(world.deliveries, path), 'v,s\n');
    const fault = await read(grow).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(DeliveryFault);
    expect(fault).toMatchObject({ code: 'file_grew' });
  });
});

describe('an erasure', () => {
  test('removes identifier and keys of the user from every file and table', async () => {
    const who = 'erase-me-4711';
    await makeObject(world.management, 'destination-connections', { ...folderBody, name: 'Erasing' });
    const rows = Array.from({ length: 300 }, (_, n) => `u${n},erasing\n`).join('');
    await world.send('cdp/1', { files: { 'a.csv': `id,segment\n${who},erasing\n${rows}` } });
    await sync([entry('ui', who, { interest: ['chess'] })]);
    await look();
    await sync([entry('ui', who, { interest: ['go'] })]);
    expect(world.segmentsOf('ui', who)).toEqual(['erasing', 'interest:chess']);
    const key = createMemberHash(world.management.services.secret, 'segment-member')('ui', who);
    expect(await placesWith(key)).toEqual(
      expect.arrayContaining(['attribute_inbox', expect.stringMatching(/^segments\/connection-/)]),
    );

    const asked = await world.management.call('POST', '/erasures', {
      body: { identifier: { name: 'ui', value: who } },
    });
    expect(asked).toMatchObject({ status: 202, body: { finishedAt: null } });
    await look();
    const done = await world.management.call('GET', `/erasures/${asked.body.id}`);
    expect(done.body.finishedAt).not.toBeNull();
    expect(world.segmentsOf('ui', who)).toEqual([]);
    expect(world.segmentsOf('ui', 'u7')).toEqual(['erasing']);
    // Caps may have counted the user by the parameter of a page and by that of a body.
    const viewerKeys = viewerKeysOf('ui', who);
    expect([viewerKeys.length, forgotten]).toEqual([2, viewerKeys]);
    expect([await placesWith(key), await placesNaming(who)]).toEqual([[], []]);

    // Data exported earlier does not restore the user.
    await world.send('cdp/2', { files: { 'a.csv': `id,segment\n${who},erasing\nu1,erasing\n` } });
    await look();
    expect([world.segmentsOf('ui', who), world.segmentsOf('ui', 'u1')]).toEqual([[], ['erasing']]);
    expect([await placesWith(key), await placesNaming(who)]).toEqual([[], []]);

    // After every process has deleted them, the cap keys are not stored either.
    const memberIndexesOfKeys = () => Promise.all(viewerKeys.map(([low]) => placesNaming(String(low))));
    expect(await memberIndexesOfKeys()).toEqual([
      ['erasure', 'segments/current.json'],
      ['erasure', 'segments/current.json'],
    ]);
    aheadMs = 10 * 60_000 + 1;
    await look();
    await waitUntil('all pending cap erasures to complete', () => forgotten.length === 0);
    expect(await memberIndexesOfKeys()).toEqual([[], []]);
    // Imports have the lowest priority, so they can be slow on a busy machine.
  }, 300_000);
});

describe('identifiers that differ in case or punctuation', () => {
  test('are different users in attributes, deliveries and erasures', async () => {
    const segmentsOf = (id: string) => world.segmentsOf('ui', id);
    await makeObject(world.management, 'destination-connections', { ...folderBody, folder: 'exact', name: 'Exact' });
    await world.send('exact/1', { files: { 'a.csv': 'id,segment\ncD+2y,exact-one\nCd-2Y,exact-two\n' } });
    await sync([entry('ui', 'cD+2y', { tone: ['loud'] }), entry('ui', 'Cd-2Y', { tone: ['quiet'] })]);
    await look();
    expect(segmentsOf('cD+2y')).toEqual(['exact-one', 'tone:loud']);
    expect(segmentsOf('Cd-2Y')).toEqual(['exact-two', 'tone:quiet']);
    expect(segmentsOf('cd_2y')).toEqual([]);

    await world.management.call('POST', '/erasures', { body: { identifier: { name: 'ui', value: 'cD+2y' } } });
    await look();
    expect([segmentsOf('cD+2y'), segmentsOf('Cd-2Y')]).toEqual([[], ['exact-two', 'tone:quiet']]);
    await world.send('exact/2', { files: { 'a.csv': 'id,segment\ncD+2y,exact-one\nCd-2Y,exact-two\n' } });
    await look();
    expect([segmentsOf('cD+2y'), segmentsOf('Cd-2Y')]).toEqual([[], ['exact-two', 'tone:quiet']]);
  }, 120_000);

  test('are valid in any script, and an invalid identifier is refused with the rule', async () => {
    await sync([entry('ui', 'मीरा', { city: ['pune'] })]);
    await look();
    expect(world.segmentsOf('ui', 'मीरा')).toEqual(['city:pune']);
    const refused = await sync([entry('ui', '0000-0000', {})]);
    expect([refused.statusCode, refused.json().errors[0].message]).toEqual([400, identifierRule]);
  });
});

describe('an erasure from before identifiers were compared exactly', () => {
  test('still excludes the viewer from later deliveries', async () => {
    const { low, high } = createMemberHash(world.management.services.secret, 'erased-member')('ui', 'old_7');
    const finished = new Date(world.management.services.nowMs?.() ?? Date.now());
    const row = {
      requestedBy: 'test',
      finishedAt: finished,
      erasedKey: `folded:${high}-${low}`,
      low: null,
      high: null,
    };
    await world.management.database
      .insertInto('erasure')
      .values({ ...row, viewerKeys: null })
      .execute();
    await makeObject(world.management, 'destination-connections', { ...folderBody, folder: 'old', name: 'Old' });
    await world.send('old/1', { files: { 'a.csv': 'id,segment\nOld-7,old\nOld-8,old\n' } });
    await look();
    expect([world.segmentsOf('ui', 'Old-7'), world.segmentsOf('ui', 'Old-8')]).toEqual([[], ['old']]);
  });
});

describe('memberships stored before identifiers were compared exactly', () => {
  test('are not used, and deliveries are imported again', async () => {
    await makeObject(world.management, 'destination-connections', { ...folderBody, folder: 'again', name: 'Again' });
    await world.send('again/1', { files: { 'a.csv': 'id,segment\nAg-1,again\n' } });
    await look();
    expect(world.segmentsOf('ui', 'Ag-1')).toEqual(['again']);
    const pointer = join(world.folder.path, 'current.json');
    const { format, ...old } = JSON.parse(await readFile(pointer, 'utf8'));
    expect(format).toBe(2);
    await replaceFile(pointer, JSON.stringify({ ...old, sequence: old.sequence + 1 }));
    await world.served();
    expect(world.segmentsOf('ui', 'Ag-1')).toEqual([]);
    await exactIdentifiers(world.management.database as unknown as Kysely<unknown>);
    await look();
    expect(world.segmentsOf('ui', 'Ag-1')).toEqual(['again']);
  });
});

const folderBody = { kind: 'folder', folder: 'cdp', bucket: null, endpoint: null, accessKeyId: null };

/**
 * Returns the files below the data folder (without those of the platform) and the tables that contain the key of a
 * member in any form.
 */
async function placesWith({ low, high }: { readonly low: number; readonly high: number }): Promise<readonly string[]> {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(low, 0);
  bytes.writeUInt32LE(high, 4);
  const found = await tablesWith([String(low), String(high)]);
  const [lowBytes, highBytes] = [bytes.subarray(0, 4), bytes.subarray(4)];
  for (const [path, content] of await allFiles()) {
    // The halves of keys are stored separately, each in four bytes.
    const isThere = content.includes(bytes) || (aligned(content, lowBytes) && aligned(content, highBytes));
    if (isThere || content.includes(bytes.toString('hex'))) found.push(path);
  }
  return found;
}

async function placesNaming(text: string): Promise<readonly string[]> {
  const forms = [text, text.replaceAll('-', '_'), Buffer.from(text).toString('base64').slice(0, -2)];
  const found = await tablesWith(forms);
  for (const [path, content] of await allFiles()) if (forms.some((form) => content.includes(form))) found.push(path);
  return found;
}

async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { database } = world.management;
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
  `.execute(database);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select ${sql.table(name)}::text as row from ${sql.table(name)}`.execute(
      database,
    );
    if (rows.some(({ row }) => texts.some((text) => row.includes(text)))) found.push(name);
  }
  return found;
}

async function allFiles(): Promise<readonly (readonly [string, Buffer])[]> {
  const folders = [world.dataFolder, world.management.services.config.dataFolder];
  const lists = folders.map(async (folder) => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    const ours = paths.filter((path) => !path.startsWith(world.deliveries));
    return Promise.all(ours.map(async (path) => [path.slice(folder.length + 1), await readFile(path)] as const));
  });
  return (await Promise.all(lists)).flat();
}

function aligned(content: Buffer, four: Buffer): boolean {
  for (let at = content.indexOf(four); at !== -1; at = content.indexOf(four, at + 1)) if (at % 4 === 0) return true;
  return false;
}
