import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { changedKinds } from '../../../contract/resource-types/all-resource-types.ts';
import { raiseRevision } from '../../../exchange/revision/raise-revision.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

type Change = {
  readonly revision: number;
  readonly kind: string;
  readonly id: number;
  readonly members: string[] | null;
};
type Page = { readonly changes: readonly Change[]; readonly cursor: string; readonly hasMore: boolean };

async function ask(query = '', options = {}): Promise<Page> {
  const answer = await management.call('GET', `/changes${query}`, options);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body;
}

/** Reads all pages. */
async function follow(
  since: string,
  query = '',
  options = {},
): Promise<{ changes: Change[]; cursor: string; pages: number }> {
  const changes: Change[] = [];
  let cursor = since;
  for (let pages = 1; ; pages += 1) {
    const page = await ask(`?since=${cursor}${query}`, options);
    changes.push(...page.changes);
    cursor = page.cursor;
    if (!page.hasMore) return { changes, cursor, pages };
  }
}

const named = ({ kind, id }: Change) => `${kind}/${id}`;

describe('changes', () => {
  test('are listed in order, continuing at the cursor', async () => {
    const start = await ask();
    expect(start).toMatchObject({ changes: [], hasMore: false });
    const booking = await makeObject(management, 'bookings');
    const patched = await management.call('PATCH', `/bookings/${booking.id}`, {
      body: { priority: 2 },
      headers: { 'if-match': '*' },
    });
    const { changes, cursor } = await follow(start.cursor);
    expect(changes.map(({ revision }) => revision)).toEqual(
      changes.map((_, index) => (changes[0]?.revision ?? 0) + index),
    );
    expect(changes.find(({ kind }) => kind === 'bookings')).toMatchObject({ id: booking.id, members: null });
    expect(changes.at(-1)).toEqual({
      revision: Number(patched.headers['placard-revision']),
      at: expect.stringMatching(/Z$/),
      kind: 'bookings',
      id: booking.id,
      link: `http://localhost:8080/api/v1/bookings/${booking.id}`,
      members: ['updatedAt', 'version', 'priority'],
    });
    expect(await ask(`?since=${cursor}`)).toEqual({ changes: [], cursor, hasMore: false });
    expect((await follow(start.cursor, '&limit=1')).changes).toEqual(changes);
    expect((await follow(start.cursor, '&limit=1')).pages).toBe(changes.length);
    const campaigns = await follow(start.cursor, '&kind=campaigns&kind=brands');
    expect(campaigns.changes.map(named)).toEqual(
      changes.filter(({ kind }) => kind === 'campaigns' || kind === 'brands').map(named),
    );
    expect((await follow(String(Number(patched.headers['placard-revision']) - 1))).changes).toEqual(changes.slice(-1));
  });

  test('include the bookings changed by an action on their campaign, and all changes of a bulk call in one page', async () => {
    const campaign = await makeObject(management, 'campaigns');
    const bookings = [];
    for (let index = 0; index < 3; index += 1) {
      bookings.push(await makeObject(management, 'bookings', { campaignId: campaign.id }));
    }
    const { cursor } = await ask();
    await management.call('POST', `/campaigns/${campaign.id}/actions/submit`);
    const page = await ask(`?since=${cursor}&limit=1`);
    expect(page.changes.map(named).toSorted()).toEqual(
      [...bookings.map(({ id }) => `bookings/${id}`), `campaigns/${campaign.id}`].toSorted(),
    );
    const items = bookings.map(({ id }) => ({ id, action: 'pause' }));
    await management.call('POST', '/bookings/bulk', { body: { items } });
    expect((await ask(`?since=${page.cursor}&limit=2`)).changes).toHaveLength(3);
  });

  test('of a transaction that commits late are not skipped', async () => {
    const { cursor } = await ask();
    const [raised, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const late = management.database.transaction().execute(async (transaction) => {
      const touched = [{ kind: 'campaigns', id: 1, members: ['late'] }];
      await raiseRevision(transaction, { actor: 'system', summary: 'late', touched });
      raised.resolve();
      await committing.promise;
    });
    await raised.promise;
    const quick = makeObject(management, 'inventory/publisher');
    const meanwhile = await ask(`?since=${cursor}`);
    expect(meanwhile).toEqual({ changes: [], cursor, hasMore: false });
    committing.resolve();
    const { id } = await quick;
    await late;
    expect((await follow(meanwhile.cursor)).changes.map(named)).toEqual(['campaigns/1', `inventory/publisher/${id}`]);
  });

  test('are read exactly once by polling clients during concurrent writes', async () => {
    const { cursor } = await ask();
    const writers = Array.from({ length: 8 }, async () => {
      for (let index = 0; index < 10; index += 1) await makeObject(management, 'media-partners');
    });
    let writing = true;
    const written = Promise.all(writers).finally(() => {
      writing = false;
    });
    const seen: number[] = [];
    let since = cursor;
    for (let last = false; !last; ) {
      last = !writing;
      const { changes, cursor: next } = await follow(since, '&limit=3');
      seen.push(...changes.map(({ revision }) => revision));
      since = next;
    }
    await written;
    const first = seen[0] ?? 0;
    expect(seen).toEqual(Array.from({ length: 80 }, (_, index) => first + index));
  });
});

describe('a caller sees', () => {
  test('the kinds that it may read, and of these the objects that it may see', async () => {
    const { cursor } = await ask();
    const own = await makeObject(management, 'bookings');
    const campaign = (await management.call('GET', `/campaigns/${String(own['campaignId'])}`)).body;
    await makeObject(management, 'bookings');
    await makeObject(management, 'service-accounts');
    const user = (await makeObject(management, 'users', { role: 'advertiser', email: 'reader@changes.example' })).id;
    const mapping = { advertiserCompanyId: campaign.advertiserCompanyId, brandId: campaign.brandIds[0] };
    await management.call('POST', '/user-mapping', { body: { user: 'reader@changes.example', ...mapping } });
    const all = (await follow(cursor)).changes;
    expect(new Set(all.map(({ kind }) => kind))).toContain('service-accounts');
    const theirs = (await follow(cursor, '', { user })).changes;
    expect(theirs.filter(({ kind }) => !kind.startsWith('inventory/')).map(named)).toEqual([
      `media-partners/${mapping.advertiserCompanyId}`,
      `brands/${mapping.brandId}`,
      `campaigns/${campaign.id}`,
      `bookings/${own.id}`,
    ]);
    const some = await follow(cursor, '', { scopes: ['bookings:read'] });
    expect(new Set(some.changes.map(({ kind }) => kind))).toEqual(new Set(['bookings']));
    const none = await follow(cursor, '&kind=users&kind=campaigns', { scopes: ['bookings:read'] });
    expect(none.changes).toEqual([]);
    expect(none.cursor).toBe(some.cursor);
    expect(await management.call('GET', '/changes', { scopes: null })).toMatchObject({ status: 401 });
  });

  test('410 for an expired cursor', async () => {
    const { cursor } = await ask();
    const revision = Number(cursor.split('-')[0]);
    const gone = { status: 410, body: { code: 'no_longer_kept' } };
    expect(await management.call('GET', `/changes?since=${revision + 1}`)).toMatchObject(gone);
    expect(await management.call('GET', `/changes?since=${revision}-abc`)).toMatchObject(gone);
    await management.database
      .deleteFrom('revision')
      .where('revision.revision', '<', revision - 5)
      .execute();
    expect(await management.call('GET', '/changes?since=0')).toMatchObject(gone);
    expect(await management.call('GET', `/changes?since=${revision - 7}`)).toMatchObject(gone);
    expect((await ask(`?since=${revision - 6}`)).changes).toHaveLength(6);
    await management.database
      .updateTable('revision')
      .set({ touched: null })
      .where('revision.revision', '=', revision - 4)
      .execute();
    expect(await management.call('GET', `/changes?since=${revision - 6}`)).toMatchObject(gone);
    expect((await ask(`?since=${revision - 4}`)).changes).toHaveLength(4);
  });

  test.each([['-1'], ['01'], ['x'], ['9007199254740993'], ['1-'], ['1-A'], ["1'--"], ['%00']])(
    '400 for the invalid cursor %s',
    async (since) => {
      expect(await management.call('GET', `/changes?since=${since}`)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/since', in: 'query' }] },
      });
    },
  );

  test('every kind whose changes get a revision', async () => {
    const { rows } = await management.database
      .selectFrom('revision')
      .select('revision.touched')
      .execute()
      .then((found) => ({ rows: found.flatMap(({ touched }) => touched ?? []) }));
    for (const { kind } of rows) expect(changedKinds).toContain(kind);
  });
});
