import { List, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listAuditEntries } from '../../client/generated/sdk.gen.ts';
import type { AuditEntry } from '../../client/generated/types.gen.ts';
import { ActivitySentence, type SentenceEntry } from '../activity/activity-sentence.tsx';
import { changedFieldsOf } from '../activity/changed-parts.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { RelativeInstant } from '../ui/time/relative-instant.tsx';
import { useActors } from './use-actors.ts';

const shown = 20;

/** The latest changes of an object. */
export function History({ kind, objectId }: { readonly kind: SentenceEntry['kind']; readonly objectId: number }) {
  const { data } = useQuery({
    queryKey: ['audit', kind, objectId],
    queryFn: () =>
      dataOf(listAuditEntries({ client, query: { kind: [kind], objectId: [objectId], sort: '-id', limit: shown } })),
  });
  const actorName = useActors(data ?? []);
  return (
    <Paper component="section" aria-label={t('shell.page.activity')} mt="lg">
      <Title order={2} mb="xs">
        {t('shell.page.activity')}
      </Title>
      <List fz="sm" listStyleType="none" spacing={4}>
        {(data ?? []).map((entry) => (
          <List.Item key={entry.id}>
            <ActivitySentence entry={sentenceOf(entry, { kind, actorName: actorName(entry.actor) })} />{' '}
            <Text component="span" fz="xs" c="dimmed">
              <RelativeInstant at={entry.at} />
            </Text>
          </List.Item>
        ))}
      </List>
    </Paper>
  );
}

/** An entry of the audit log as an entry of the activity, whose fields are the top-level fields. */
function sentenceOf(
  { action, actor, objectId, before, after }: AuditEntry,
  names: Pick<SentenceEntry, 'kind' | 'actorName'>,
): SentenceEntry {
  const paths = before === null ? [] : changedFieldsOf(before, after).map(({ name }) => name.split('.')[0] ?? name);
  const { name } = after ?? before ?? {};
  return {
    ...names,
    action,
    actor,
    objectId: objectId ?? 0,
    objectName: typeof name === 'string' ? name : `#${objectId}`,
    fields: [...new Set(paths)],
  };
}
