/*
 * Users and their access.
 *
 * - `user-list-page.tsx`, `user-page.tsx`, `user-drawer.tsx`: list, page and form. `password-dialog.tsx`: a new
 *   password.
 * - `mapping-section.tsx`, `new-mapping.tsx`: companies and brands. `user-identity-section.tsx`: identities of
 *   providers.
 * - `invite-dialog.tsx`, `invitation-link-dialog.tsx`, `invitation-menu.tsx`, `invitation-status.tsx`, `use-invitation.ts`:
 *   invitations and links to set a password. `role-field.tsx`: the role.
 * - `user-resource.ts`: requests.
 */

import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { InvitedUser, User } from '../../client/generated/types.gen.ts';
import { localeNames } from '../../messages/locales.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { UnarchiveButton } from '../ui/action/unarchive-button.tsx';
import { ArchivedBadge } from '../ui/display/badges.tsx';
import { Facts } from '../ui/display/facts.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { ButtonLink } from '../ui/page/link.tsx';
import { ObjectPage } from '../ui/page/object-page.tsx';
import { Page } from '../ui/page/page.tsx';
import { useAddress } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { InvitationLinkDialog } from './invitation-link-dialog.tsx';
import { InvitationExpiry } from './invitation-status.tsx';
import { MappingSection } from './mapping-section.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { useInvitation } from './use-invitation.ts';
import { UserDrawer } from './user-drawer.tsx';
import { UserIdentitySection } from './user-identity-section.tsx';
import { userResource } from './user-resource.ts';

/** One user: role, mappings and identities. */
export function UserPage() {
  return <ObjectPage resource={userResource}>{(user) => <UserView user={user} />}</ObjectPage>;
}

function UserView({ user }: { readonly user: User }) {
  const me = useMe();
  const [values, change] = useAddress();
  const { id, name, email, role, hasPassword, invitation, language, archivedAt } = user;
  const close = () => change({ item: undefined });
  const [invited, setInvited] = useState<InvitedUser | null>(null);
  const mayChange = me.may('users:write') && archivedAt === null;
  return (
    <Page
      title={name}
      mark={archivedAt !== null && <ArchivedBadge />}
      lead={email}
      crumbs={[
        { text: t('access.title.administration'), to: '/administration' },
        { text: t('access.title.users'), to: '/administration/users' },
      ]}
      actions={
        <>
          {me.may('audit:read') && (
            <ButtonLink to="/administration/audit" search={{ actor: `user:${id}` }} variant="default">
              {t('access.action.viewActivity')}
            </ButtonLink>
          )}
          {me.may('users:write') && archivedAt !== null && <UnarchiveButton resource={userResource} id={id} />}
          {mayChange && (
            <>
              <InvitationActions user={user} onLink={setInvited} />
              <Button
                variant="default"
                leftSection={<Icon name="secret" />}
                onClick={() => change({ item: 'password' })}
              >
                {hasPassword ? t('access.action.changePassword') : t('access.action.setPassword')}
              </Button>
              <Button variant="default" leftSection={<Icon name="edit" />} onClick={() => change({ item: 'edit' })}>
                {t('common.action.edit')}
              </Button>
            </>
          )}
        </>
      }
    >
      <Facts
        facts={[
          { name: t('access.label.role'), value: <RoleText role={role} /> },
          {
            name: t('access.label.password'),
            value: passwordText(user),
          },
          ...(invitation === null
            ? []
            : [
                {
                  name: t(hasPassword ? 'access.label.passwordLink' : 'access.label.invitation'),
                  value: <InvitationExpiry expiresAt={invitation.expiresAt} />,
                },
              ]),
          {
            name: t('access.label.language'),
            value: language === null ? t('access.label.browserLanguage') : localeNames[language],
          },
          { name: t('common.label.externalId'), value: user.externalId ?? '–' },
          { name: t('common.label.created'), value: <Instant at={user.createdAt} /> },
        ]}
      />
      {me.may('user-mapping:read') && <MappingSection user={user} />}
      <UserIdentitySection user={user} mayChange={mayChange} />
      {values['item'] === 'edit' && <UserDrawer id={id} close={close} />}
      {values['item'] === 'password' && <PasswordDialog user={user} close={close} />}
      {invited !== null && <InvitationLinkDialog invited={invited} close={() => setInvited(null)} />}
    </Page>
  );
}

function passwordText({ hasPassword, invitation }: User): string {
  if (hasPassword) return t('access.label.passwordSet');
  return t(invitation === null ? 'access.text.noPassword' : 'access.text.notAccepted');
}

/** Creates the link with which the user sets a password, and revokes it. */
function InvitationActions(props: { readonly user: User; readonly onLink: (invited: InvitedUser) => void }) {
  const { user, onLink } = props;
  const { create, confirmRevoke } = useInvitation(user, onLink);
  const { hasPassword, invitation } = user;
  return (
    <>
      {invitation !== null && (
        <Button variant="default" onClick={confirmRevoke}>
          {t(hasPassword ? 'access.action.revokeLink' : 'access.action.revokeInvitation')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<Icon name="link" />}
        loading={create.isPending}
        onClick={() => create.mutate(true)}
      >
        {t(hasPassword ? 'access.action.createPasswordLink' : 'access.action.createInvitation')}
      </Button>
    </>
  );
}

function RoleText({ role }: { readonly role: User['role'] }) {
  return (
    <>
      {t(`labels.role.${role}`)}
      <Text component="span" display="block" fz="xs" c="dimmed">
        {t(`labels.roleHint.${role}`)}
      </Text>
    </>
  );
}
