import { Alert, Button, Group, Text } from '@mantine/core';
import { updateIdentityProvider } from '../../client/generated/sdk.gen.ts';
import type { IdentityProvider } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';

/** Asks to replace the shared redirect URL of an earlier version. */
export function SharedRedirectNotice({ provider }: { readonly provider: IdentityProvider }) {
  const me = useMe();
  const change = useChange({
    nouns: ['identity-providers'],
    change: ({ id }: IdentityProvider) =>
      dataOf(
        updateIdentityProvider({
          client,
          path: { id },
          body: { sharedRedirectUri: false },
          headers: { 'If-Match': '*' },
        }),
      ),
    done: t('access.text.redirectUrlChanged'),
  });
  if (!provider.sharedRedirectUri) return null;
  return (
    <Alert color="yellow" title={t('access.title.newRedirectUrl')} mb="md">
      <Text fz="sm">{t('access.text.newRedirectUrl', { name: provider.name })}</Text>
      {me.may('identity-providers:write') && (
        <Group mt="xs">
          <Button size="compact-sm" loading={change.isPending} onClick={() => change.mutate(provider)}>
            {t('access.action.useNewUrl')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
