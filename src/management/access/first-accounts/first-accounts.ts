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
 * The administrator of `PLACARD_ADMIN_EMAIL`: created at the first start that names it. A later start never changes an
 * existing account, so that a password changed by its owner stays. Answers whether it was created.
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
 * The full-scope service account of `PLACARD_CLIENT_ID`: created at the first start that names it. When the given
 * secret is a new one it is added, and the one before it stays valid, so that it can be replaced without an outage.
 * An account that somebody archived stays archived. Answers whether it was created.
 */
export async function ensureFirstServiceAccount(
  database: Kysely<Database>,
  account: { readonly id: string; readonly secret: string },
  deploymentSecret: string,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    // Several management processes may start at once; they queue here.
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
