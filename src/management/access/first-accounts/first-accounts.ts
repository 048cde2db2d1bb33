import { type Kysely, sql } from 'kysely';
import { scopes } from '../../../contract/access/scopes.ts';
import { translatorOf } from '../../../messages/translator.ts';
import { appendAudit } from '../../../platform/audit/append-audit.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { ExplainedError } from '../../../platform/log/explained-error.ts';
import { hashClientSecret, maxSecretsAtOnce, storedHashes } from '../service-account/client-secret.ts';
import { insertServiceAccount } from '../service-account/create-service-account.ts';
import { hashPassword } from '../user/password.ts';
import { weaknessOf } from '../user/password-strength.ts';

/**
 * Creates the administrator of `PLACARD_ADMIN_EMAIL` at the first start with this value. Later starts never change an
 * existing account, so a password changed by its owner persists. Returns whether the account was created.
 */
export async function ensureFirstAdministrator(
  database: Kysely<Database>,
  administrator: { readonly email: string; readonly password: string },
): Promise<boolean> {
  const existing = await database
    .selectFrom('userAccount')
    .select('userAccount.id')
    .where(sql`lower(user_account.email)`, '=', sql<string>`lower(${administrator.email}::text)`)
    .executeTakeFirst();
  if (existing !== undefined) return false;
  const { email, password } = administrator;
  const weakness = await weaknessOf(password, { email, name: email });
  if (weakness !== null) throw new ExplainedError(`PLACARD_ADMIN_PASSWORD ${translatorOf('en')(weakness)}`);
  const passwordHash = await hashPassword(password);
  return database.transaction().execute(async (transaction) => {
    const created = await transaction
      .insertInto('userAccount')
      .values({ name: administrator.email, email: administrator.email, role: 'admin', passwordHash })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
      .returning('userAccount.id')
      .executeTakeFirst();
    if (created === undefined) return false;
    const after = { email: administrator.email, role: 'admin' };
    await appendAudit(transaction, entry('create', 'users', created.id, after));
    return true;
  });
}

/**
 * Creates the full-scope service account of `PLACARD_CLIENT_ID` at the first start with this value. A new secret is
 * added and the previous one stays valid, so the secret can be rotated without an outage. An archived account stays
 * archived. Returns whether the account was created.
 */
export async function ensureFirstServiceAccount(
  database: Kysely<Database>,
  account: { readonly id: string; readonly secret: string },
  deploymentSecret: string,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    // Serializes management processes that start at the same time.
    await sql`select pg_advisory_xact_lock(hashtext('first-service-account'))`.execute(transaction);
    const existing = await transaction
      .selectFrom('serviceAccount')
      .select(['serviceAccount.id', 'serviceAccount.secretHashes'])
      .where('serviceAccount.clientId', '=', account.id)
      .executeTakeFirst();
    if (existing === undefined) {
      const { row } = await insertServiceAccount(transaction, {
        name: account.id,
        scopes,
        clientId: account.id,
        clientSecret: account.secret,
        deploymentSecret,
      });
      const after = { name: row.name, clientId: row.clientId, scopes };
      await appendAudit(transaction, entry('create', 'service-accounts', row.id, after));
      return true;
    }
    const given = hashClientSecret(deploymentSecret, account.secret);
    if (existing.secretHashes.some((stored) => stored.hash === given)) return false;
    await transaction
      .updateTable('serviceAccount')
      .set({
        secretHashes: storedHashes(given, existing.secretHashes.slice(0, maxSecretsAtOnce - 1)),
        version: sql`version + 1`,
        updatedAt: new Date(),
      })
      .where('serviceAccount.id', '=', existing.id)
      .execute();
    await appendAudit(transaction, entry('add-secret', 'service-accounts', existing.id, { clientId: account.id }));
    return false;
  });
}

function entry(action: string, kind: string, objectId: number, after: unknown) {
  return { actor: 'system', action, kind, objectId, before: null, after, requestId: null };
}
