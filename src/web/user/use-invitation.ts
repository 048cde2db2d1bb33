import { createUserInvitation, revokeUserInvitation } from '../../client/generated/sdk.gen.ts';
import type { InvitedUser, User } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { confirm } from '../ui/dialog/confirm.tsx';

const nouns = ['users'];

/** Creates and revokes the link with which a user sets a password. */
export function useInvitation({ id, name, hasPassword }: User, onLink: (invited: InvitedUser) => void) {
  const create = useChange({
    nouns,
    change: (sendEmail: boolean) => dataOf(createUserInvitation({ client, path: { id }, body: { sendEmail } })),
    onDone: onLink,
  });
  const revoke = useChange({
    nouns,
    change: () => dataOf(revokeUserInvitation({ client, path: { id } })),
    done: t('access.text.invitationRevoked'),
  });
  const confirmRevoke = () =>
    confirm({
      title: t(hasPassword ? 'access.title.revokeLink' : 'access.title.revokeInvitation'),
      text: t(hasPassword ? 'access.text.revokeLink' : 'access.text.revokeInvitation', { name }),
      verb: t(hasPassword ? 'access.action.revokeLink' : 'access.action.revokeInvitation'),
      isDangerous: true,
      onConfirm: () => revoke.mutate(undefined),
    });
  return { create, confirmRevoke };
}
