import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { connectUserIdentity, disconnectUserIdentity, listUserIdentities } from '../../client/generated/sdk.gen.ts';
import type { User, UserIdentity } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { identityProviderChoices } from '../identity-provider/identity-provider-choices.ts';
import { useChange } from '../ui/action/use-change.ts';
import { confirm } from '../ui/dialog/confirm.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { ReferenceSelect } from '../ui/field/reference-select.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { Section } from '../ui/page/section.tsx';
import { Instant } from '../ui/time/instant.tsx';

/** Who a user is at identity providers. */
export function UserIdentitySection({ user, mayChange }: { readonly user: User; readonly mayChange: boolean }) {
  const me = useMe();
  const { data } = useQuery({
    queryKey: ['user-identities', user.id],
    queryFn: () => dataOf(listUserIdentities({ client, path: { id: user.id } })),
  });
  const disconnect = useChange({
    nouns: ['user-identities', 'users'],
    change: ({ id }: UserIdentity) => dataOf(disconnectUserIdentity({ client, path: { id: user.id, identityId: id } })),
    done: 'The identity is disconnected.',
  });
  const ask = (identity: UserIdentity) =>
    confirm({
      title: 'Disconnect this identity?',
      text: `${user.name} can no longer sign in at ${identity.issuer}.`,
      verb: 'Disconnect',
      isDangerous: true,
      onConfirm: () => disconnect.mutate(identity),
    });
  return (
    <Section
      title="Identities"
      lead="Who they are at identity providers. The first sign-in there connects one by itself when the e-mail address fits."
    >
      <DataTable
        caption="Identities"
        columns={columnsOf(mayChange ? ask : undefined)}
        rows={data}
        rowKey={({ id }) => id}
        empty={
          <Text fz="sm" c="dimmed">
            None yet.
          </Text>
        }
      />
      {mayChange && me.may('identity-providers:read') && <NewIdentity user={user} />}
    </Section>
  );
}

function columnsOf(ask: ((identity: UserIdentity) => void) | undefined): readonly TableColumn<UserIdentity>[] {
  const columns: readonly TableColumn<UserIdentity>[] = [
    { key: 'issuer', title: 'Identity provider', render: ({ issuer }) => issuer },
    { key: 'subject', title: 'Subject', render: ({ subject }) => subject },
    { key: 'since', title: 'Connected', nowrap: true, render: ({ createdAt }) => <Instant at={createdAt} /> },
  ];
  if (ask === undefined) return columns;
  const removal: TableColumn<UserIdentity> = {
    key: 'remove',
    title: 'Disconnect',
    align: 'end',
    render: (identity) => (
      <ActionIcon color="gray" aria-label={`Disconnect ${identity.subject}`} onClick={() => ask(identity)}>
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
    done: 'The identity is connected.',
    onDone: () => setSubject(''),
  });
  const width = { base: '100%', xs: 260 };
  return (
    <form
      aria-label="New identity"
      onSubmit={(event) => {
        event.preventDefault();
        if (provider !== null) connect.mutate(provider);
      }}
    >
      <Group gap="xs" mt="sm" align="flex-end">
        <ReferenceSelect
          label="Identity provider"
          source={identityProviderChoices}
          value={provider}
          onChange={setProvider}
          error={fieldError(connect.error, 'identityProviderId')}
          w={width}
        />
        <TextInput
          label="Subject there (sub)"
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
          Connect
        </Button>
      </Group>
    </form>
  );
}
