import { Box, Button, Group, Text } from '@mantine/core';
import { addServiceAccountSecret } from '../../client/generated/sdk.gen.ts';
import type { ServiceAccount, ServiceAccountWithSecret } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { RichText } from '../i18n/rich-text.tsx';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { confirm } from '../ui/dialog/confirm.tsx';
import { CodeText } from '../ui/display/code-text.tsx';
import { Instant } from '../ui/time/instant.tsx';

/** A service account has at most two secrets. */
const maxSecrets = 2;

/** The client ID of a service account and the creation times of its secrets. */
export function SecretList({
  account,
  onSecret,
}: {
  readonly account: ServiceAccount;
  readonly onSecret: (account: ServiceAccountWithSecret) => void;
}) {
  const me = useMe();
  const add = useChange({
    nouns: ['service-accounts'],
    change: () => dataOf(addServiceAccountSecret({ client, path: { id: account.id } })),
    onDone: onSecret,
  });
  const confirmSecret = () =>
    confirm({
      title: t('access.title.addSecret'),
      text: account.secrets.length === maxSecrets ? t('access.text.replaceSecret') : t('access.text.addSecret'),
      verb: t('access.action.addSecret'),
      isDangerous: account.secrets.length === maxSecrets,
      onConfirm: () => add.mutate(undefined),
    });
  const hasKeys = account.publicKeys.length > 0;
  return (
    <Box mb="lg">
      <Text fz="xs" c="dimmed">
        {t('access.label.clientId')}
      </Text>
      <CodeText text={account.clientId} label={t('access.action.copyClientId')} />
      <Text fz="xs" c="dimmed" mt="xs">
        {t('access.label.secrets')}
      </Text>
      {hasKeys && <Text fz="sm">{t('access.text.noSecrets')}</Text>}
      {account.secrets.map(({ createdAt }) => (
        <Text key={createdAt} fz="sm">
          <RichText id="access.text.secretCreated" values={{ time: <Instant at={createdAt} /> }} />
        </Text>
      ))}
      {!hasKeys && me.may('service-accounts:write') && account.archivedAt === null && (
        <Group mt={6}>
          <Button variant="default" size="compact-sm" loading={add.isPending} onClick={confirmSecret}>
            {t('access.action.addSecret')}
          </Button>
        </Group>
      )}
    </Box>
  );
}
