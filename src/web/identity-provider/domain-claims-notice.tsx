import { Alert, Button, Group, Text } from '@mantine/core';
import { confirmIdentityProviderDomains } from '../../client/generated/sdk.gen.ts';
import type { IdentityProvider } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { useChange } from '../ui/action/use-change.ts';

/** Domains of an identity provider that an administrator has to confirm. */
export function DomainClaimsNotice({ provider }: { readonly provider: IdentityProvider }) {
  const me = useMe();
  const confirm = useChange({
    nouns: ['identity-providers'],
    change: (id: number) => dataOf(confirmIdentityProviderDomains({ client, path: { id } })),
    done: 'The domains are confirmed.',
  });
  const unconfirmed = provider.domainClaims.filter(({ confirmedAt }) => confirmedAt === null);
  const inactive = provider.domainClaims.filter((claim) => claim.confirmedAt !== null && !claim.activatesMappings);
  if (unconfirmed.length + inactive.length === 0) return null;
  const mayConfirm =
    me.may('users:write') && (unconfirmed.length > 0 || (inactive.length > 0 && me.may('user-mapping:write')));
  return (
    <Alert color="yellow" title="Domains to confirm" mb="md">
      {unconfirmed.length > 0 && (
        <Text fz="sm">
          {listOf(unconfirmed)}: not confirmed. New people with an address of this domain cannot sign in yet.
        </Text>
      )}
      {inactive.length > 0 && (
        <Text fz="sm">
          {listOf(inactive)}: user mappings written before the first sign-in of a person do not apply to that person.
        </Text>
      )}
      {mayConfirm ? (
        <Group mt="xs">
          <Button size="compact-sm" loading={confirm.isPending} onClick={() => confirm.mutate(provider.id)}>
            Confirm the domains
          </Button>
        </Group>
      ) : (
        <Text fz="sm">An administrator can confirm the domains.</Text>
      )}
    </Alert>
  );
}

function listOf(claims: readonly { readonly domain: string }[]): string {
  return claims.map(({ domain }) => domain).join(', ');
}
