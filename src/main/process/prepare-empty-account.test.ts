import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestManagement, type TestManagement } from '../../../test/support/server/test-management.ts';
import { isPassword } from '../../management/access/user/password.ts';
import { generatedAdministrator, prepareEmptyAccount } from './prepare-empty-account.ts';

let management: TestManagement;
const printed: string[] = [];
const prepare = (config: Parameters<typeof prepareEmptyAccount>[1]) =>
  prepareEmptyAccount(management.database, config, (line) => printed.push(line));
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

test('an empty account gets the standard formats and an administrator whose password is printed once', async () => {
  const client = { id: 'ops', secret: 'a secret of sixteen' };
  expect(await prepare({ admin: null, client })).toBeNull();
  expect(printed).toEqual([expect.stringContaining('PLACARD_ADMIN_EMAIL')]);
  const { body: formats } = await management.call('GET', '/inventory/format');
  expect(formats).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: 'rectangle', width: 300, height: 250, mediaType: 'banner' }),
    ]),
  );

  const credentials = await prepare({ admin: null, client: null });
  expect(credentials).toMatchObject({ serviceAccount: null, administrator: { email: generatedAdministrator } });
  const user = await management.database
    .selectFrom('userAccount')
    .select(['userAccount.role', 'userAccount.passwordHash'])
    .where('userAccount.email', '=', generatedAdministrator)
    .executeTakeFirstOrThrow();
  expect(user.role).toBe('admin');
  expect(await isPassword(credentials?.administrator?.password ?? '', user.passwordHash)).toBe(true);

  expect(await prepare({ admin: null, client: null })).toBeNull();
  const { headers } = await management.call('GET', '/inventory/format');
  expect(headers['record-count']).toBe(String((formats as readonly unknown[]).length));
});
