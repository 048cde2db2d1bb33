/*
 * Users and their access.
 *
 * - `user-list-page.tsx`, `user-page.tsx`, `user-drawer.tsx`: list, page and form. `password-dialog.tsx`: a new
 *   password.
 * - `mapping-section.tsx`, `new-mapping.tsx`: companies and brands. `user-identity-section.tsx`: identities of
 *   providers.
 * - `user-resource.ts`: requests.
 */

import { Button, Text } from '@mantine/core';
import type { User } from '../../client/generated/types.gen.ts';
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
import { MappingSection } from './mapping-section.tsx';
import { PasswordDialog } from './password-dialog.tsx';
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
  const { id, name, email, role, hasPassword, language, archivedAt } = user;
  const close = () => change({ item: undefined });
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
            value: hasPassword ? t('access.label.passwordSet') : t('access.text.noPassword'),
          },
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
    </Page>
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
