import { t } from '../i18n/t.ts';
import { capitalized } from '../labels/figures.ts';

const actions = [
  'accept',
  'accept-invitation',
  'add-secret',
  'approve',
  'archive',
  'cancel',
  'confirm',
  'connect-identity',
  'convert',
  'create',
  'create-invitation-link',
  'delete',
  'disconnect-identity',
  'hold',
  'invite',
  'pause',
  'reject',
  'release',
  'reopen',
  'replay',
  'resume',
  'revoke-invitation',
  'run',
  'set-password',
  'sign-in',
  'submit',
  'unarchive',
  'update',
] as const;

/** The name of an action of the audit log. An action of a newer server has a text derived from its identifier. */
export function actionText(action: string): string {
  const known = actions.find((one) => one === action);
  return known === undefined ? capitalized(action.replaceAll('-', ' ')) : t(`audit.action.${known}`);
}
