import { List, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listAuditEntries } from '../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { Instant } from '../ui/time/instant.tsx';
import { changedFieldsText } from './changed-parts.ts';
import { useActors } from './use-actors.ts';

const shown = 20;

/** The latest changes of an object. */
export function History({
  kind,
  objectId,
  zone,
}: {
  readonly kind: string;
  readonly objectId: number;
  readonly zone?: string | undefined;
}) {
  const { data } = useQuery({
    queryKey: ['audit', kind, objectId],
    queryFn: () =>
      dataOf(listAuditEntries({ client, query: { kind: [kind], objectId: [objectId], sort: '-id', limit: shown } })),
  });
  const actorName = useActors(data ?? []);
  return (
    <Paper component="section" aria-label={t('audit.title.history')} mt="lg">
      <Title order={2} mb="xs">
        {t('audit.title.history')}
      </Title>
      <List fz="sm" listStyleType="none" spacing={4}>
        {(data ?? []).map((entry) => (
          <List.Item key={entry.id}>
            <Text component="span" fz="sm" c="dimmed">
              <Instant at={entry.at} {...(zone === undefined ? {} : { zone })} />
            </Text>{' '}
            {t('audit.text.historyEntry', {
              actor: actorName(entry.actor),
              action: entry.action,
              fields: changedFieldsText(entry),
            })}
          </List.Item>
        ))}
      </List>
    </Paper>
  );
}
