import { Alert, Button, Group, Text } from '@mantine/core';
import { confirmIdentityProviderDomains } from '../../client/generated/sdk.gen.ts';
import type { IdentityProvider } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { conjunctionText } from '../labels/figures.ts';
import { useChange } from '../ui/action/use-change.ts';

/** Lists the domains of an identity provider that an administrator must confirm. */
export function DomainClaimsNotice({ provider }: { readonly provider: IdentityProvider }) {
  const me = useMe();
  const confirm = useChange({
    nouns: ['identity-providers'],
    change: (id: number) => dataOf(confirmIdentityProviderDomains({ client, path: { id } })),
    done: t('access.text.domainsConfirmed'),
  });
  const unconfirmed = provider.domainClaims.filter(({ confirmedAt }) => confirmedAt === null);
  const inactive = provider.domainClaims.filter((claim) => claim.confirmedAt !== null && !claim.activatesMappings);
  if (unconfirmed.length + inactive.length === 0) return null;
  const mayConfirm =
    me.may('users:write') && (unconfirmed.length > 0 || (inactive.length > 0 && me.may('user-mapping:write')));
  return (
    <Alert color="yellow" title={t('access.title.unconfirmedDomains')} mb="md">
      {unconfirmed.length > 0 && (
        <Text fz="sm">
          {t('access.text.unconfirmedDomains', { domains: domainsText(unconfirmed), count: unconfirmed.length })}
        </Text>
      )}
      {inactive.length > 0 && (
        <Text fz="sm">{t('access.text.inactiveMappings', { domains: domainsText(inactive) })}</Text>
      )}
      {mayConfirm ? (
        <Group mt="xs">
          <Button size="compact-sm" loading={confirm.isPending} onClick={() => confirm.mutate(provider.id)}>
            {t('access.action.confirmDomains')}
          </Button>
        </Group>
      ) : (
        <Text fz="sm">{t('access.text.confirmDomains')}</Text>
      )}
    </Alert>
  );
}

function domainsText(claims: readonly { readonly domain: string }[]): string {
  return conjunctionText(claims.map(({ domain }) => domain));
}
