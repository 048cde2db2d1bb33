import { Stack, Text } from '@mantine/core';
import { getAuditEntry } from '../../client/generated/sdk.gen.ts';
import type { AuditEntry } from '../../client/generated/types.gen.ts';
import { changedFieldsOf } from '../activity/changed-parts.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { QueryDrawer } from '../ui/dialog/query-drawer.tsx';
import { DifferenceTable } from '../ui/difference/difference-table.tsx';
import { CodeText } from '../ui/display/code-text.tsx';
import { Facts } from '../ui/display/facts.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { actionText } from './action-text.ts';
import { objectText, pageOf } from './audit-links.ts';
import { useActors } from './use-actors.ts';

/** One entry with the values before and after the change. */
export function AuditEntryDrawer({ id, close }: { readonly id: number; readonly close: () => void }) {
  return (
    <QueryDrawer
      query={{ queryKey: ['audit', 'one', id], queryFn: () => dataOf(getAuditEntry({ client, path: { id } })) }}
      title={() => t('audit.title.entry', { id: String(id) })}
      width={640}
      close={close}
    >
      {(entry) => <EntryDetails entry={entry} />}
    </QueryDrawer>
  );
}

function EntryDetails({ entry }: { readonly entry: AuditEntry }) {
  const actorName = useActors([entry]);
  const page = pageOf(entry);
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { name: t('audit.label.time'), value: <Instant at={entry.at} withSeconds /> },
          { name: t('audit.label.actor'), value: actorName(entry.actor) },
          { name: t('audit.label.action'), value: actionText(entry.action) },
          {
            name: t('audit.label.object'),
            value:
              page === undefined ? (
                objectText(entry)
              ) : (
                <TextLink {...page} fz="sm">
                  {objectText(entry)}
                </TextLink>
              ),
          },
        ]}
      />
      <DifferenceTable
        caption={t('audit.title.changedFields')}
        {...(entry.before !== null && { before: t('audit.label.before') })}
        after={t(entry.before === null ? 'audit.label.value' : 'audit.label.after')}
        differences={changedFieldsOf(entry.before, entry.after)}
        same={t('common.text.noDifferences')}
      />
      {entry.requestId !== null && (
        <div>
          <Text fz="xs" c="dimmed">
            {t('audit.label.requestId')}
          </Text>
          <CodeText
            text={entry.requestId}
            label={t('common.action.copyValue', { label: t('audit.label.requestId') })}
          />
        </div>
      )}
      <div>
        <Text fz="xs" c="dimmed">
          {t('audit.label.chainHash')}
        </Text>
        <CodeText text={entry.hash} label={t('common.action.copyValue', { label: t('audit.label.chainHash') })} />
      </div>
    </Stack>
  );
}
