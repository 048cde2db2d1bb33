import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishRows } from '../../../test/support/database/publish-rows.ts';
import { makeObject } from '../../../test/support/fixtures/make-objects.ts';
import { type SegmentWorld, startSegmentWorld } from '../../../test/support/fixtures/segment-world.ts';
import { accessLine, createShadowWorld } from '../../../test/support/server/shadow-world.ts';
import { bookingRow, creativeRow, snapshotRows } from '../../../test/support/server/test-delivery.ts';
import { openSnapshotFolder } from '../../exchange/snapshot/snapshot-folder.ts';

const world = createShadowWorld();
let segments: SegmentWorld;

beforeAll(async () => {
  segments = await startSegmentWorld();
  const location = { kind: 'folder', folder: 'platform', bucket: null, endpoint: null, accessKeyId: null };
  await makeObject(segments.management, 'destination-connections', location);
  const members = 'member_id,segment,event\nui:viewer-1,skiers,\nui:viewer-2,skiers,\n';
  await segments.send('platform/1', { files: { 'a.csv': members } });
  await segments.work.pass();
  await segments.served();
  const bookings = [bookingRow({ targeting: { fact: 'segment', values: ['skiers'] } })];
  await publishRows(
    openSnapshotFolder(join(segments.dataFolder, 'snapshots')),
    snapshotRows({ bookings, creatives: [creativeRow()] }),
  );
});
afterAll(async () => {
  await segments?.close();
  await world.close();
});

test('a viewer of the log has the audience segments of now, with consent', async () => {
  const lines = ['viewer-1', 'viewer-2', 'viewer-3'].flatMap((viewer) => [
    accessLine({ target: `/json/sl_home_-lb/ui${viewer}/tlall/` }),
    accessLine({ target: `/json/sl_home_-lb/ui${viewer}/tlnone/` }),
  ]);
  const { secret } = segments.management.services;
  const report = await world.run(segments.dataFolder, lines, {}, { PLACARD_SECRET: secret });
  expect(report.zones[0]).toMatchObject({ requests: 6, filled: 2 });
  expect(report.assumptions).toContain('Viewers have the audience segments that they have now.');
});
