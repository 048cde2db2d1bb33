import { Box, Button, Group, Text } from '@mantine/core';
import { addServiceAccountSecret } from '../../client/generated/sdk.gen.ts';
import type { ServiceAccount, ServiceAccountWithSecret } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { useChange } from '../ui/action/use-change.ts';
import { confirm } from '../ui/dialog/confirm.tsx';
import { CodeText } from '../ui/display/code-text.tsx';
import { Instant } from '../ui/time/instant.tsx';

/** Its secrets are two at most. */
const maxSecrets = 2;

/** The client id of a service account and its secrets, of which only the age can be seen. */
export function SecretList({
  account,
  onSecret,
}: {
  readonly account: ServiceAccount;
  readonly onSecret: (answer: ServiceAccountWithSecret) => void;
}) {
  const me = useMe();
  const add = useChange({
    nouns: ['service-accounts'],
    change: () => dataOf(addServiceAccountSecret({ client, path: { id: account.id } })),
    onDone: onSecret,
  });
  const ask = () =>
    confirm({
      title: 'Add a secret?',
      text:
        account.secrets.length === maxSecrets
          ? 'It has two already: the older one stops working now.'
          : 'The one until now goes on working, so that the program can change over.',
      verb: 'Add a secret',
      isDangerous: account.secrets.length === maxSecrets,
      onConfirm: () => add.mutate(undefined),
    });
  const hasKeys = account.publicKeys.length > 0;
  return (
    <Box mb="lg">
      <Text fz="xs" c="dimmed">
        Client id
      </Text>
      <CodeText text={account.clientId} label="Copy the client id" />
      <Text fz="xs" c="dimmed" mt="xs">
        Secrets
      </Text>
      {hasKeys && <Text fz="sm">None: it signs with its keys</Text>}
      {account.secrets.map(({ createdAt }) => (
        <Text key={createdAt} fz="sm">
          Made <Instant at={createdAt} />
        </Text>
      ))}
      {!hasKeys && me.may('service-accounts:write') && account.archivedAt === null && (
        <Group mt={6}>
          <Button variant="default" size="compact-sm" loading={add.isPending} onClick={ask}>
            Add a secret
          </Button>
        </Group>
      )}
    </Box>
  );
}
