import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { manifestText, type SegmentWorld, startSegmentWorld } from '../../../../test/support/fixtures/segment-world.ts';
import { waitUntil } from '../../../../test/support/process/wait-until.ts';
import { type S3Server, startS3Server } from '../../../../test/support/services/s3-server.ts';
import { startSegmentPull } from '../../../cluster/segments/pull-segments.ts';
import { openSegmentFolder, type SegmentFolder } from '../../../exchange/audience/segment-folder.ts';
import { openPlainStore, type PlainStore } from '../../../platform/files/plain-store.ts';

/** Key that the S3 test server accepts. */
const key = 'S3RVER';
let s3: S3Server;
let store: PlainStore;
let platform: S3Client;
let world: SegmentWorld;
let otherData: string;
let otherFolder: SegmentFolder;
let pull: { close(): Promise<void> };

beforeAll(async () => {
  s3 = await startS3Server();
  store = openPlainStore({ store: s3.location('placard'), dataFolder: tmpdir() });
  platform = new S3Client({
    endpoint: s3.location('').endpoint ?? '',
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: key, secretAccessKey: key },
  });
  world = await startSegmentWorld({ store });
  otherData = await mkdtemp(join(tmpdir(), 'placard-other-host-'));
  otherFolder = openSegmentFolder(join(otherData, 'segments'));
  pull = startSegmentPull({ store, log: world.management.services.log }, otherFolder);
});
afterAll(async () => {
  await pull?.close();
  await world?.close();
  platform?.destroy();
  await store?.close();
  await s3?.close();
  await rm(otherData, { recursive: true, force: true });
});

async function send(folder: string, rows: string): Promise<void> {
  const files = { 'a.csv': rows };
  const put = (name: string, text: string) =>
    platform.send(
      new PutObjectCommand({
        Bucket: s3.location('').bucket,
        Key: `platform/${folder}/${name}`,
        Body: Buffer.from(text),
      }),
    );
  for (const [name, text] of Object.entries(files)) await put(name, text);
  await put('manifest.json', manifestText(files, 'full'));
}

test('imports deliveries from a bucket, and distributes them to every host through the store', async () => {
  const { bucket, endpoint } = s3.location('');
  const location = { kind: 'bucket', folder: null, bucket, prefix: 'platform', endpoint };
  const secret = { accessKeyId: key, secretAccessKey: key };
  const connection = await makeObject(world.management, 'destination-connections', { ...location, ...secret });
  const isOnOther = async () => (await otherFolder.current())?.sequence === (await world.folder.current())?.sequence;

  await send('1', 'member_id,segment\nanna,fans\nbert,fans\n');
  await world.work.pass();
  await world.served();
  expect(world.segmentsOf('ui', 'anna')).toEqual(['fans']);
  await waitUntil('the other host to receive it', isOnOther);

  await send('2', 'member_id,segment\nbert,fans\n');
  await world.work.pass();
  await world.served();
  expect([world.segmentsOf('ui', 'anna'), world.segmentsOf('ui', 'bert')]).toEqual([[], ['fans']]);
  await waitUntil('the other host to receive the next', isOnOther);
  // Its files equal those in effect.
  const state = await world.folder.current();
  expect(await otherFolder.current()).toEqual(state);
  for (const part of state?.layers.flatMap(({ parts }) => parts) ?? []) await otherFolder.readPart(part);

  const { body } = await world.management.call('GET', `/segments/deliveries?connectionId=${connection.id}`);
  expect(body).toMatchObject([{ status: 'accepted' }, { status: 'accepted', memberships: 2 }]);
});

test('a host that takes over continues from the state in the store, with its files', async () => {
  const before = await otherFolder.current();
  const taking = await startSegmentWorld({ store });
  try {
    const { id } = await makeObject(taking.management, 'destination-connections', { kind: 'folder', folder: 'own' });
    await taking.send('own/1', { files: { 'a.csv': 'member_id,segment\ncarl,others\n' } });
    await taking.work.pass();
    await taking.served();
    expect(id).toBeGreaterThan(0);
    expect(taking.segmentsOf('ui', 'carl')).toEqual(['others']);
    const now = await taking.folder.current();
    expect(now?.sequence).toBeGreaterThan(before?.sequence ?? 0);
    await waitUntil('the other host to follow', async () => (await otherFolder.current())?.sequence === now?.sequence);
  } finally {
    await taking.close();
  }
});

test('requests a bucket in a private network only if the operator allows it, by address and by name', async () => {
  const careful = await startSegmentWorld({ privateTargets: [] });
  try {
    const { bucket, endpoint } = s3.location('');
    const secret = { accessKeyId: key, secretAccessKey: key };
    const { port } = new URL(endpoint ?? '');
    const ids: number[] = [];
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost']) {
      const location = { kind: 'bucket', folder: null, bucket, prefix: 'platform', endpoint: `http://${host}:${port}` };
      ids.push((await makeObject(careful.management, 'destination-connections', { ...location, ...secret })).id);
    }
    await careful.work.pass();
    for (const id of ids) {
      const { body } = await careful.management.call('GET', `/destination-connections/${id}`);
      expect(body.problem).toContain('PLACARD_PRIVATE_TARGETS');
    }
    expect((await careful.management.call('GET', '/segments/deliveries')).body).toEqual([]);
  } finally {
    await careful.close();
  }
});

test('never sends the keys of the machine to a user-defined endpoint', async () => {
  const { bucket, endpoint } = s3.location('');
  const location = { kind: 'bucket', folder: null, bucket, prefix: 'platform', endpoint };
  const without = await world.management.call('POST', '/destination-connections', {
    body: { name: 'No key', ...location },
  });
  expect([without.status, without.body.errors?.[0]?.pointer]).toEqual([400, '/accessKeyId']);

  // Valid keys in the environment, which requests to an Amazon bucket would use.
  vi.stubEnv('AWS_ACCESS_KEY_ID', key);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', key);
  try {
    const noSecret = { accessKeyId: key, secretAccessKey: undefined };
    const half = await makeObject(world.management, 'destination-connections', { ...location, ...noSecret });
    await world.work.pass();
    const { body } = await world.management.call('GET', `/destination-connections/${half.id}`);
    expect(body.problem).toContain('access key');
    const taken = await world.management.call('GET', `/segments/deliveries?connectionId=${half.id}`);
    expect(taken.body).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
  }
});
