import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/server/test-management.ts';
import { runAuditVerify } from '../../main/command-line/run-audit-verify.ts';
import { appendAudit } from './append-audit.ts';
import { auditContentHash } from './audit-hash.ts';
import { type AuditHead, verifyAuditChain } from './verify-audit-chain.ts';

let management: TestManagement;
let publisher: number;
beforeAll(async () => {
  management = await startTestManagement();
  publisher = (await makeObject(management, 'inventory/publisher')).id;
});
afterAll(() => management?.close());

const list = (query = '') => management.call('GET', `/audit${query}`);
const rename = (companyName: string) =>
  management.call('PATCH', `/inventory/publisher/${publisher}`, {
    body: { companyName },
    headers: { 'if-match': '*' },
  });

test('a change creates an entry with author, action, before, after and request ID', async () => {
  const changed = await rename('Renamed');
  const answer = await list('?limit=1');
  expect(answer.body).toEqual([
    {
      id: Number(answer.headers['record-count']),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      actor: 'service-account:1',
      action: 'update',
      kind: 'inventory/publisher',
      objectId: publisher,
      before: expect.objectContaining({ version: 1 }),
      after: changed.body,
      requestId: changed.headers['request-id'],
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      previousHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
  const [entry] = answer.body;
  expect(await management.call('GET', `/audit/${entry.id}`)).toMatchObject({ status: 200, body: entry });
  expect(await management.call('GET', '/audit/999999')).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

describe('list', () => {
  test.each([
    ['kind', 'inventory/publisher'],
    ['actor', 'service-account:1'],
    ['action', 'create'],
    ['objectId', '1'],
  ])('is filtered by %s', async (name, value) => {
    const all = (await list('?limit=500')).body;
    const expected = all.filter((entry: Record<string, unknown>) => String(entry[name]) === value);
    const found = await list(`?limit=500&${name}=${value}`);
    expect(expected.length).toBeGreaterThan(0);
    expect(found.body).toEqual(expected);
    expect(found.headers['record-count']).toBe(String(expected.length));
    expect((await list(`?${name}=${value === '1' ? 777 : 'intruder'}`)).body).toEqual([]);
  });

  test('is filtered by request ID and by time, end exclusive', async () => {
    const changed = await rename('In time');
    const [entry] = (await list(`?requestId=${changed.headers['request-id']}`)).body;
    expect(entry.after).toEqual(changed.body);
    expect((await list(`?from=${entry.at}`)).body).toContainEqual(entry);
    expect((await list(`?to=${entry.at}`)).body).not.toContainEqual(entry);
    expect((await list('?from=2000-01-01T00:00:00Z&to=2001-01-01T00:00:00Z')).body).toEqual([]);
  });

  test('can be paged while new entries arrive at the front', async () => {
    const before = (await list('?limit=500')).body.map(({ id }: { id: number }) => id);
    const seen: number[] = [];
    for (let next: string | undefined = '/audit?limit=2'; next !== undefined; ) {
      const page = await management.call('GET', next);
      seen.push(...page.body.map(({ id }: { id: number }) => id));
      await rename(`While paging ${seen.length}`);
      next = /^<(.+)>; rel="next"$/.exec(page.headers['link'] ?? '')?.[1];
    }
    expect(seen).toEqual(before);
    const oldestFirst = (await list('?sort=id&limit=3')).body.map(({ id }: { id: number }) => id);
    expect(oldestFirst).toEqual([1, 2, 3]);
  });

  test.each([['?sort=at'], ['?cursor=x'], ['?cursor=3&offset=1'], ['?from=yesterday'], ['?objectId=0'], ['?who=me']])(
    'rejects %s and names it',
    async (query) => {
      expect(await list(query)).toMatchObject({ status: 400, body: { errors: [{ in: 'query' }] } });
    },
  );

  test('is only available to administrators', async () => {
    for (const role of ['admin', 'manager', 'reviewer', 'viewer', 'advertiser']) {
      const user = (await makeObject(management, 'users', { role, email: `${role}@audit.example` })).id;
      const { status } = await management.call('GET', '/audit', { user });
      expect(status, role).toBe(role === 'admin' ? 200 : 403);
    }
  });
});

test('the chain can be verified from API responses', async () => {
  const entries = (await list('?sort=id&limit=500')).body;
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const canonical = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
  };
  let previous = '0'.repeat(64);
  for (const { id, contentHash, previousHash, hash, ...content } of entries) {
    expect(sha256(canonical(content)), `entry ${id}`).toBe(contentHash);
    expect(previousHash).toBe(previous);
    expect(sha256(`${previousHash} ${id} ${contentHash}`)).toBe(hash);
    previous = hash;
  }
});

test('concurrent changes form one chain without gaps', async () => {
  const { number } = (await verifyAuditChain(management.database)).head;
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      management.call('POST', '/inventory/publisher', { body: { companyName: `At once ${index}` } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const verdict = await verifyAuditChain(management.database);
  expect(verdict).toMatchObject({ entries: number + 200, fault: null });
});

test('an entry does not block other changes before its own commit', async () => {
  const entry = { actor: 'system', action: 'update', kind: 'test', before: null, after: null, requestId: null };
  await management.database.transaction().execute(async (transaction) => {
    await appendAudit(transaction, { ...entry, objectId: 1 });
    expect((await rename('Meanwhile')).status).toBe(200);
  });
  await expect(
    management.database.transaction().execute(async (transaction) => {
      await appendAudit(transaction, { ...entry, objectId: 2 });
      throw new Error('changed our mind');
    }),
  ).rejects.toThrow('changed our mind');
  const entries = (await list('?limit=2')).body;
  expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual(['test', 'inventory/publisher']);
  expect(await verifyAuditChain(management.database)).toMatchObject({ fault: null });
});

test('entries cannot be changed or deleted by a query', async () => {
  for (const statement of [
    `update audit_entry set actor = 'intruder'`,
    `delete from audit_entry`,
    `update audit_link set hash = previous_hash`,
    `delete from audit_link where number = 1`,
    `delete from audit_head`,
    `truncate audit_entry cascade`,
    `truncate audit_link`,
    `truncate audit_head`,
  ]) {
    await expect(sql.raw(statement).execute(management.database), statement).rejects.toThrow(/stays as it is/);
  }
});

/** Manipulations by a role with all permissions in the database. Each is reverted afterwards. */
const attacks: readonly (readonly [string, RegExp, readonly string[]])[] = [
  ['a changed author', /its content was changed/, [`update audit_entry set actor = 'intruder' where id = 3`]],
  [
    'a changed nested value',
    /its content was changed/,
    [`update audit_entry set after = jsonb_set(after, '{companyName}', '"Other"') where id = 3`],
  ],
  [
    'an entry changed together with its hash',
    /its hash does not match its content/,
    [`update audit_entry set before = '{}', content_hash = 'FRESH' where id = 3`],
  ],
  [
    'a removed entry',
    /the entry is missing/,
    [`delete from audit_link where entry_id = 3`, `delete from audit_entry where id = 3`],
  ],
  [
    'a truncated end',
    /the newest entries are missing/,
    [`delete from audit_link where number = (select number from audit_head)`],
  ],
  [
    'two swapped entries',
    /its hash does not match its content/,
    [
      `update audit_link set entry_id = entry_id + 100000 where number in (2, 3)`,
      `update audit_link set entry_id = 105 - number - 100 where number in (2, 3)`,
    ],
  ],
];

describe('manipulation by a database superuser is detected', () => {
  test.each(attacks)('%s', async (_name, reason, statements) => {
    await tampered(statements, async () => {
      const { fault } = await verifyAuditChain(management.database);
      expect(fault?.reason).toMatch(reason);
    });
    expect((await verifyAuditChain(management.database)).fault).toBeNull();
  });

  test('a rebuilt chain, given an entry that was recorded before', async () => {
    const noted = (await verifyAuditChain(management.database)).head;
    const cut = [
      `delete from audit_link where number = (select number from audit_head)`,
      `update audit_head set (number, hash) = (select number, hash from audit_link order by number desc limit 1)`,
      `delete from audit_entry where id not in (select entry_id from audit_link)`,
    ];
    await tampered(cut, async () => {
      expect((await verifyAuditChain(management.database)).fault).toBeNull();
      const { fault } = await verifyAuditChain(management.database, [noted]);
      expect(fault?.reason).toMatch(/ends before the recorded entry/);
      await rename('A new end');
      expect((await verifyAuditChain(management.database, [noted])).fault?.reason).toMatch(
        /differs from the recorded one/,
      );
    });
  });
});

/** Backs up the tables, runs the statements with all triggers disabled, and restores the tables. */
async function tampered(statements: readonly string[], look: () => Promise<void>): Promise<void> {
  const tables = ['audit_entry', 'audit_link', 'audit_head'];
  const run = (list: readonly string[]) =>
    management.database.transaction().execute(async (transaction) => {
      await sql.raw(`set local session_replication_role = replica`).execute(transaction);
      for (const statement of list) await sql.raw(statement).execute(transaction);
    });
  await run(tables.map((table) => `create table kept_${table} as select * from ${table}`));
  try {
    const row = await management.database.selectFrom('auditEntry').selectAll().where('id', '=', 3).executeTakeFirst();
    const fresh = row === undefined ? '' : auditContentHash({ ...row, before: {} });
    await run(statements.map((statement) => statement.replace('FRESH', fresh)));
    await look();
  } finally {
    const back = tables.toReversed().map((table) => `delete from ${table}`);
    const copy = tables.map((table) => `insert into ${table} overriding system value select * from kept_${table}`);
    await run([...back, ...copy, ...tables.map((table) => `drop table kept_${table}`)]);
  }
}

describe('placard audit verify', () => {
  async function verify(head: AuditHead | null) {
    const lines: string[] = [];
    const environment = {
      DATABASE_URL: management.databaseUrl,
      PLACARD_DATA: management.services.config.dataFolder,
      PLACARD_LOG_LEVEL: 'silent',
    };
    const context = { environment, program: '', version: '0', print: (line: string) => void lines.push(line) };
    return { code: await runAuditVerify(context, head), text: lines.join('\n') };
  }

  test('reports an intact audit log and the entry to record', async () => {
    const { head } = await verifyAuditChain(management.database);
    const { code, text } = await verify(null);
    expect(code).toBe(0);
    expect(text).toContain(`The audit log is valid: ${head.number} entries.`);
    expect(text).toContain(`${head.number}:${head.hash}`);
    await rename('Later');
    expect((await verify(head)).code).toBe(0);
  });

  test('names the entry at which the chain is broken', async () => {
    await tampered([`update audit_entry set actor = 'intruder' where id = 3`], async () => {
      const { code, text } = await verify(null);
      expect(code).toBe(1);
      expect(text).toMatch(/invalid at entry 3: its content was changed/);
    });
  });

  test('requires a migrated database', async () => {
    await sql`update kysely_migration set name = 'other' where name = '0012-audit-chain'`.execute(management.database);
    await expect(verify(null)).rejects.toThrow(/newer than this program/);
    await sql`delete from kysely_migration where name = 'other'`.execute(management.database);
    await expect(verify(null)).rejects.toThrow(/lacks 0012-audit-chain. Run "placard migrate" first/);
  });
});
