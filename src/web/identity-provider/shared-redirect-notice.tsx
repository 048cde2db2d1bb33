import { Alert, Button, Group, Text } from '@mantine/core';
import { updateIdentityProvider } from '../../client/generated/sdk.gen.ts';
import type { IdentityProvider } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { useChange } from '../ui/action/use-change.ts';

/** A provider that is still registered with the redirect address of an earlier version. */
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
    done: 'Sign-ins return to the new redirect address.',
  });
  if (!provider.sharedRedirectUri) return null;
  return (
    <Alert color="yellow" title="New redirect address" mb="md">
      <Text fz="sm">
        Sign-ins still return to an address that an earlier version used for every provider. Register the redirect
        address below at {provider.name}, then use it.
      </Text>
      {me.may('identity-providers:write') && (
        <Group mt="xs">
          <Button size="compact-sm" loading={change.isPending} onClick={() => change.mutate(provider)}>
            Use the new address
          </Button>
        </Group>
      )}
    </Alert>
  );
}
