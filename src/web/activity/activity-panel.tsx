import { Paper, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listActivity } from '../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { ActivityDrawer } from './activity-drawer.tsx';
import { ActivityList } from './activity-list.tsx';

const shown = 8;

/** The latest activity of a campaign and its bookings. */
export function ActivityPanel({ campaignId }: { readonly campaignId: number }) {
  const [open, setOpen] = useState<number | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['activity', 'campaign', campaignId],
    queryFn: () => dataOf(listActivity({ client, query: { campaignId, limit: shown } })),
  });
  return (
    <Paper component="section" aria-label={t('shell.page.activity')} mt="lg">
      <Title order={2} mb="xs">
        {t('shell.page.activity')}
      </Title>
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={120} />}
      {data !== undefined && <ActivityList entries={data.entries} open={setOpen} />}
      {data !== undefined && data.next !== null && (
        <Text fz="sm" mt="sm">
          <TextLink to="/activity" search={{ campaign: String(campaignId) }}>
            {t('activity.action.showAll')}
          </TextLink>
        </Text>
      )}
      {open !== null && <ActivityDrawer id={open} close={() => setOpen(null)} />}
    </Paper>
  );
}
