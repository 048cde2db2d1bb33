import { minPasswordLength } from '../../../core/vocabulary/limits/access-limits.ts';
import type { Translate } from '../../../messages/translate.ts';
import { type PasswordOwner, weaknessOf } from '../user/password-strength.ts';

/** Returns the text of the problem of a password, by the rules of every new password. null: accepted. */
export async function passwordFault(password: string, owner: PasswordOwner, t: Translate): Promise<string | null> {
  if (password.length < minPasswordLength) return t('signIn.error.shortPassword', { count: minPasswordLength });
  const weakness = await weaknessOf(password, owner);
  if (weakness === null) return null;
  return t(
    weakness === 'problem.field.passwordFromName' ? 'signIn.error.passwordFromName' : 'signIn.error.weakPassword',
  );
}
