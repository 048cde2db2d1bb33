import { setUserPassword, updateSettings, updateUser } from '../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../api/client.ts';
import type { AccountValues } from './account-fields.tsx';

/** The user who completes the setup. */
export type SetupPerson = {
  readonly name: string;
  readonly email: string;
  /** Empty: the password stays. */
  readonly password: string;
};

const anyVersion = { 'If-Match': '*' };

/**
 * Saves the setup of the account. The password is last, because a new password ends the session.
 * @returns whether the user has to sign in again
 */
export async function saveSetup(account: AccountValues, userId: number, person: SetupPerson): Promise<boolean> {
  const { name, email, password } = person;
  await dataOf(updateUser({ client, path: { id: userId }, body: { name, email }, headers: anyVersion }));
  await completeSetup(account);
  if (password === '') return false;
  await dataOf(setUserPassword({ client, path: { id: userId }, body: { password } }));
  return true;
}

/** Marks the setup as completed, with or without values. */
export function completeSetup(account: Partial<AccountValues> = {}) {
  return dataOf(updateSettings({ client, body: { ...account, setupCompleted: true }, headers: anyVersion }));
}
