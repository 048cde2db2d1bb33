import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { updateBuyerAgent } from '../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { confirm } from '../ui/dialog/confirm.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { buyerAgentQuery } from './purchase-queries.ts';

/** Refuses all further calls of a buyer agent. Renders nothing if the agent has no access, or the user may not change it. */
export function RevokeAgentButton({ id }: { readonly id: number }) {
  const me = useMe();
  const mayRevoke = me.may('service-accounts:read') && me.may('service-accounts:write');
  const { data } = useQuery({ ...buyerAgentQuery(id), enabled: mayRevoke });
  const revoke = useChange({
    nouns: ['buyer-agents'],
    change: (etag: string) =>
      dataOf(updateBuyerAgent({ client, path: { id }, body: { active: false }, headers: { 'If-Match': etag } })),
    done: t('selling.notice.agentRevoked'),
  });
  if (data === undefined || !data.object.active || data.object.archivedAt !== null) return null;
  const { etag, object } = data;
  return (
    <Button
      variant="default"
      leftSection={<Icon name="secret" />}
      loading={revoke.isPending}
      onClick={() =>
        confirm({
          title: t('selling.title.revokeAgent', { name: object.name }),
          text: t('selling.text.revokeAgent'),
          verb: t('selling.action.revokeAgent'),
          isDangerous: true,
          onConfirm: () => revoke.mutate(etag),
        })
      }
    >
      {t('selling.action.revokeAgent')}
    </Button>
  );
}
