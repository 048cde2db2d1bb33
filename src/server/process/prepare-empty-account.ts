import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ensureFirstAdministrator } from '../access/first-accounts/first-accounts.ts';
import { appendAudit } from '../audit/append-audit.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/schema.ts';
import { raiseRevision } from '../revision/raise-revision.ts';
import type { Credentials } from '../supervisor/messages.ts';

/** E-mail address of an administrator that the program creates. */
export const generatedAdministrator = 'admin@placard.example';

/** Display formats in common use. Source: IAB New Ad Portfolio, fixed sizes; docs/guide/first-ad.md. */
const standardFormats = [
  { code: 'leaderboard', name: 'Leaderboard', width: 728, height: 90 },
  { code: 'billboard', name: 'Billboard', width: 970, height: 250 },
  { code: 'rectangle', name: 'Medium rectangle', width: 300, height: 250 },
  { code: 'skyscraper', name: 'Wide skyscraper', width: 160, height: 600 },
  { code: 'halfpage', name: 'Half page', width: 300, height: 600 },
  { code: 'mobile', name: 'Mobile banner', width: 320, height: 100 },
  { code: 'mobileleaderboard', name: 'Mobile leaderboard', width: 320, height: 50 },
] as const;

/**
 * Prepares an account without the demo: the standard display formats if it has no inventory and no media partners, and an
 * administrator if nobody could sign in. Later starts change nothing.
 * @returns credentials to show once; null if no account was created
 */
export async function prepareEmptyAccount(
  database: Kysely<Database>,
  { admin, client }: Pick<Config, 'admin' | 'client'>,
  print: (line: string) => void,
): Promise<Credentials | null> {
  await createStandardFormats(database);
  if (admin !== null || (await hasPeople(database))) return null;
  if (client !== null) {
    print('No administrator exists. Set PLACARD_ADMIN_EMAIL and PLACARD_ADMIN_PASSWORD, or create a user by the API.');
    return null;
  }
  const administrator = { email: generatedAdministrator, password: randomBytes(12).toString('base64url') };
  const isCreated = await ensureFirstAdministrator(database, administrator);
  return isCreated ? { serviceAccount: null, administrator } : null;
}

/** Whether the account has no inventory and no media partners. */
export async function isEmptyAccount(database: Kysely<Database>): Promise<boolean> {
  const { present } = await database
    .selectNoFrom((eb) => [
      eb
        .or([
          eb.exists(eb.selectFrom('publisher').select('publisher.id')),
          eb.exists(eb.selectFrom('mediaPartner').select('mediaPartner.id')),
          eb.exists(eb.selectFrom('format').select('format.id')),
        ])
        .as('present'),
    ])
    .executeTakeFirstOrThrow();
  return present !== true;
}

async function hasPeople(database: Kysely<Database>): Promise<boolean> {
  const { present } = await database
    .selectNoFrom((eb) => [
      eb
        .or([
          eb.exists(eb.selectFrom('userAccount').select('userAccount.id')),
          eb.exists(eb.selectFrom('identityProvider').select('identityProvider.id')),
        ])
        .as('present'),
    ])
    .executeTakeFirstOrThrow();
  return present === true;
}

async function createStandardFormats(database: Kysely<Database>): Promise<void> {
  if (!(await isEmptyAccount(database))) return;
  await database.transaction().execute(async (transaction) => {
    const rows = await transaction
      .insertInto('format')
      .values(standardFormats.map((format) => ({ ...format, mediaType: 'banner' })))
      .onConflict((conflict) => conflict.doNothing())
      .returning(['format.id', 'format.code', 'format.name', 'format.width', 'format.height'])
      .execute();
    const kind = 'inventory/format';
    for (const { id, ...after } of rows) {
      const entry = { actor: 'system', action: 'create', kind, objectId: id, before: null, after, requestId: null };
      await appendAudit(transaction, entry);
    }
    const touched = rows.map(({ id }) => ({ kind, id, members: null }));
    await raiseRevision(transaction, { actor: 'system', summary: 'create standard formats', touched });
  });
}
