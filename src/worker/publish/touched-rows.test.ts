import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestManagement, type TestManagement } from '../../../test/support/server/test-management.ts';
import { touchedRows } from '../../exchange/revision/touched-rows.ts';

/** Preferences, comments and notifications record no revision, so nothing is published after a change. */
const withoutRevision: ReadonlySet<string> = new Set(['me', 'comments', 'notifications', 'notifications/preferences']);

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

test('a change of any kind of object publishes its rows, and never a full snapshot', async () => {
  const { paths } = (await management.app.inject('/api/openapi.json')).json() as {
    paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  const kinds = Object.entries(paths)
    .filter(([, operations]) => 'patch' in operations)
    .map(([path]) => path.replace(/^(?:\/api)?\/v1\//, '').replace(/\/\{[^}]+\}$/, ''))
    .filter((kind) => !withoutRevision.has(kind));
  expect(kinds).toEqual(
    expect.arrayContaining(['bookings', 'segments', 'destination-connections', 'report-schedules']),
  );
  const unknown: string[] = [];
  await management.database.transaction().execute(async (transaction) => {
    for (const kind of kinds) {
      if ((await touchedRows(transaction, [{ kind, id: 1, members: null }], 10)) === null) unknown.push(kind);
    }
  });
  expect(unknown).toEqual([]);
});
