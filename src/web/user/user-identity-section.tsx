import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { connectUserIdentity, disconnectUserIdentity, listUserIdentities } from '../../client/generated/sdk.gen.ts';
import type { User, UserIdentity } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { identityProviderChoices } from '../identity-provider/identity-provider-choices.ts';
import { useChange } from '../ui/action/use-change.ts';
import { confirm } from '../ui/dialog/confirm.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { ReferenceSelect } from '../ui/field/reference-select.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { Section } from '../ui/page/section.tsx';
import { Instant } from '../ui/time/instant.tsx';

/** The accounts of a user at identity providers. */
export function UserIdentitySection({ user, mayChange }: { readonly user: User; readonly mayChange: boolean }) {
  const me = useMe();
  const { data } = useQuery({
    queryKey: ['user-identities', user.id],
    queryFn: () => dataOf(listUserIdentities({ client, path: { id: user.id } })),
  });
  const disconnect = useChange({
    nouns: ['user-identities', 'users'],
    change: ({ id }: UserIdentity) => dataOf(disconnectUserIdentity({ client, path: { id: user.id, identityId: id } })),
    done: t('access.text.identityDisconnected'),
  });
  const confirmDisconnect = (identity: UserIdentity) =>
    confirm({
      title: t('access.title.disconnect'),
      text: t('access.text.disconnect', { name: user.name, issuer: identity.issuer }),
      verb: t('access.action.disconnect'),
      isDangerous: true,
      onConfirm: () => disconnect.mutate(identity),
    });
  return (
    <Section title={t('access.title.identities')} lead={t('access.text.identities')}>
      <DataTable
        caption={t('access.title.identities')}
        columns={columnsOf(mayChange ? confirmDisconnect : undefined)}
        rows={data}
        rowKey={({ id }) => id}
        empty={
          <Text fz="sm" c="dimmed">
            {t('access.text.noIdentities')}
          </Text>
        }
      />
      {mayChange && me.may('identity-providers:read') && <NewIdentity user={user} />}
    </Section>
  );
}

function columnsOf(onDisconnect: ((identity: UserIdentity) => void) | undefined): readonly TableColumn<UserIdentity>[] {
  const columns: readonly TableColumn<UserIdentity>[] = [
    { key: 'issuer', title: t('access.label.identityProvider'), render: ({ issuer }) => issuer },
    { key: 'subject', title: t('access.label.subject'), render: ({ subject }) => subject },
    {
      key: 'since',
      title: t('access.label.connected'),
      nowrap: true,
      render: ({ createdAt }) => <Instant at={createdAt} />,
    },
  ];
  if (onDisconnect === undefined) return columns;
  const removal: TableColumn<UserIdentity> = {
    key: 'remove',
    title: t('access.action.disconnect'),
    align: 'end',
    render: (identity) => (
      <ActionIcon
        color="gray"
        aria-label={t('access.action.disconnectIdentity', { subject: identity.subject })}
        onClick={() => onDisconnect(identity)}
      >
        <Icon name="remove" />
      </ActionIcon>
    ),
  };
  return [...columns, removal];
}

function NewIdentity({ user }: { readonly user: User }) {
  const [provider, setProvider] = useState<number | null>(null);
  const [subject, setSubject] = useState('');
  const connect = useChange({
    nouns: ['user-identities', 'users'],
    change: (identityProviderId: number) =>
      dataOf(connectUserIdentity({ client, path: { id: user.id }, body: { identityProviderId, subject } })),
    done: t('access.text.identityConnected'),
    onDone: () => setSubject(''),
  });
  const width = { base: '100%', xs: 260 };
  return (
    <form
      aria-label={t('access.label.newIdentity')}
      onSubmit={(event) => {
        event.preventDefault();
        if (provider !== null) connect.mutate(provider);
      }}
    >
      <Group gap="xs" mt="sm" align="flex-end">
        <ReferenceSelect
          label={t('access.label.identityProvider')}
          source={identityProviderChoices}
          value={provider}
          onChange={setProvider}
          error={fieldError(connect.error, 'identityProviderId')}
          w={width}
        />
        <TextInput
          label={t('access.label.subjectClaim')}
          maxLength={255}
          value={subject}
          onChange={(event) => setSubject(event.currentTarget.value)}
          error={fieldError(connect.error, 'subject')}
          w={width}
        />
        <Button
          type="submit"
          variant="default"
          leftSection={<Icon name="link" />}
          loading={connect.isPending}
          disabled={provider === null || subject.trim() === ''}
        >
          {t('access.action.connect')}
        </Button>
      </Group>
    </form>
  );
}
