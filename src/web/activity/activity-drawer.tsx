import { Stack, Text } from '@mantine/core';
import { getActivityChange } from '../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { QueryDrawer } from '../ui/dialog/query-drawer.tsx';
import { DifferenceTable } from '../ui/difference/difference-table.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { ActivitySentence } from './activity-sentence.tsx';
import { changedFieldsOf } from './changed-parts.ts';
import { fieldPathLabel } from './field-label.ts';

/** One entry with the values of its changed fields. */
export function ActivityDrawer({ id, close }: { readonly id: number; readonly close: () => void }) {
  return (
    <QueryDrawer
      query={{ queryKey: ['activity', 'one', id], queryFn: () => dataOf(getActivityChange({ client, path: { id } })) }}
      title={() => t('activity.title.changes')}
      width={640}
      close={close}
    >
      {(entry) => (
        <Stack>
          <Text fz="sm" component="div">
            <ActivitySentence entry={entry} />{' '}
            <Text component="span" inherit c="dimmed">
              <Instant at={entry.at} />
            </Text>
          </Text>
          <DifferenceTable
            caption={t('activity.title.changes')}
            before={t('activity.label.before')}
            after={t('activity.label.after')}
            differences={changedFieldsOf(entry.before, entry.after).map((field) => ({
              ...field,
              name: fieldPathLabel(field.name),
            }))}
            same={t('activity.text.noChangedFields')}
          />
        </Stack>
      )}
    </QueryDrawer>
  );
}
