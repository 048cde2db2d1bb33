import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getActivityChange } from '../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { changedFieldsOf } from '../audit/changed-parts.ts';
import { t } from '../i18n/t.ts';
import { SideDrawer } from '../ui/dialog/side-drawer.tsx';
import { DifferenceTable } from '../ui/difference/difference-table.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { ActivitySentence } from './activity-sentence.tsx';

/** One entry with the values of its changed fields. */
export function ActivityDrawer({ id, close }: { readonly id: number; readonly close: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['activity', 'one', id],
    queryFn: () => dataOf(getActivityChange({ client, path: { id } })),
  });
  return (
    <SideDrawer close={close} width={640} title={t('activity.title.changes')}>
      {error !== null && <ProblemAlert error={error} />}
      {data !== undefined && (
        <Stack>
          <Text fz="sm" component="div">
            <ActivitySentence entry={data} />{' '}
            <Text component="span" inherit c="dimmed">
              <Instant at={data.at} />
            </Text>
          </Text>
          <DifferenceTable
            caption={t('activity.title.changes')}
            before={t('activity.label.before')}
            after={t('activity.label.after')}
            differences={changedFieldsOf(data.before, data.after)}
            same={t('activity.text.noChangedFields')}
          />
        </Stack>
      )}
    </SideDrawer>
  );
}
