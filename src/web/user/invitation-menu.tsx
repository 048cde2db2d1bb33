import { ActionIcon, Menu } from '@mantine/core';
import type { InvitedUser, User } from '../../client/generated/types.gen.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';
import { useInvitation } from './use-invitation.ts';

/** The actions of an invitation in the list of users. */
export function InvitationMenu(props: { readonly user: User; readonly onLink: (invited: InvitedUser) => void }) {
  const { user, onLink } = props;
  const me = useMe();
  const { create, confirmRevoke } = useInvitation(user, onLink);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          color="gray"
          loading={create.isPending}
          aria-label={t('access.action.invitationActions', { name: user.name })}
        >
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {me.mailFrom !== null && (
          <Menu.Item onClick={() => create.mutate(true)}>{t('access.action.sendAgain')}</Menu.Item>
        )}
        <Menu.Item onClick={() => create.mutate(false)}>{t('access.action.copyNewLink')}</Menu.Item>
        <Menu.Item color="red" onClick={confirmRevoke}>
          {t('access.action.revokeInvitation')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
