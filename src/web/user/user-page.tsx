/*
 * Users and what they may see.
 *
 * - `user-list-page.tsx`, `user-page.tsx`, `user-drawer.tsx`: list, page and form. `password-dialog.tsx`: a new
 *   password.
 * - `mapping-section.tsx`, `new-mapping.tsx`: companies and brands. `user-identity-section.tsx`: identities of
 *   providers.
 * - `user-resource.ts`: calls.
 */

import { Button } from '@mantine/core';
import type { User } from '../../client/generated/types.gen.ts';
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

const crumbs = [
  { text: 'Administration', to: '/administration' },
  { text: 'Users', to: '/administration/users' },
];

/** One user: what they may do, for whom, and how they sign in. */
export function UserPage() {
  return <ObjectPage resource={userResource}>{(user) => <Shown user={user} />}</ObjectPage>;
}

function Shown({ user }: { readonly user: User }) {
  const me = useMe();
  const [values, change] = useAddress();
  const { id, name, email, role, hasPassword, archivedAt } = user;
  const close = () => change({ item: undefined });
  const mayChange = me.may('users:write') && archivedAt === null;
  return (
    <Page
      title={name}
      mark={archivedAt !== null && <ArchivedBadge />}
      lead={email}
      crumbs={crumbs}
      actions={
        <>
          {me.may('audit:read') && (
            <ButtonLink to="/administration/audit" search={{ actor: `user:${id}` }} variant="default">
              What they did
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
                {hasPassword ? 'Change password' : 'Set a password'}
              </Button>
              <Button variant="default" leftSection={<Icon name="edit" />} onClick={() => change({ item: 'edit' })}>
                Edit
              </Button>
            </>
          )}
        </>
      }
    >
      <Facts
        facts={[
          { name: 'Role', value: `${t(`labels.role.${role}`)}: ${t(`labels.roleHint.${role}`).toLowerCase()}` },
          { name: 'Password', value: hasPassword ? 'Has one' : 'None: signs in at an identity provider only' },
          { name: 'External id', value: user.externalId ?? '–' },
          { name: 'Since', value: <Instant at={user.createdAt} /> },
        ]}
      />
      {me.may('user-mapping:read') && <MappingSection user={user} />}
      <UserIdentitySection user={user} mayChange={mayChange} />
      {values['item'] === 'edit' && <UserDrawer id={id} close={close} />}
      {values['item'] === 'password' && <PasswordDialog user={user} close={close} />}
    </Page>
  );
}
