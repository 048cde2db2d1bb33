import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ensureFirstAdministrator } from '../../management/access/first-accounts/first-accounts.ts';
import { createStandardFormats } from '../../management/resources/inventory/standard-formats.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { PrintedCredentials } from '../supervisor/messages.ts';

/** E-mail address of an administrator that the program creates. */
export const generatedAdministrator = 'admin@placard.example';

/**
 * Prepares an account without the demo: the standard display formats if it has no inventory and no media partners, and
 * an administrator if there is no user and no identity provider. Later starts change nothing.
 * @returns credentials to print once, null if no account was created
 */
export async function prepareEmptyAccount(
  database: Kysely<Database>,
  { admin, client }: Pick<Config, 'admin' | 'client'>,
  print: (line: string) => void,
): Promise<PrintedCredentials | null> {
  if (await isEmptyAccount(database)) await createStandardFormats(database);
  if (admin !== null || (await hasPeople(database))) return null;
  if (client !== null) {
    print(
      'No administrator exists. Set PLACARD_ADMIN_EMAIL and PLACARD_ADMIN_PASSWORD, or create a user with the API.',
    );
    return null;
  }
  const administrator = { email: generatedAdministrator, password: randomBytes(12).toString('base64url') };
  const isCreated = await ensureFirstAdministrator(database, administrator);
  return isCreated ? { serviceAccount: null, administrator } : null;
}

/** Returns whether the account has no inventory and no media partners. */
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
