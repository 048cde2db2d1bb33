import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listDecisions } from '../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { TextLink } from '../ui/page/link.tsx';
import { Instant } from '../ui/time/instant.tsx';

const maxDecisions = 5;

/** The latest decisions that a booking won, with links to their traces. */
export function RecentDecisions({
  bookingId,
  zone,
}: {
  readonly bookingId: number;
  readonly zone?: string | undefined;
}) {
  const { data } = useQuery({
    queryKey: ['decisions', 'booking', bookingId],
    queryFn: () => dataOf(listDecisions({ client, query: { bookingId, limit: maxDecisions } })),
  });
  return (
    <>
      <Title order={3} mt="md" mb={4}>
        {t('decision.title.recent')}
      </Title>
      {(data?.decisions ?? []).map(({ decisionId, at }) => (
        <Text key={decisionId} fz="sm">
          <TextLink to={`/decisions/${decisionId}`}>
            <Instant at={at} {...(zone !== undefined && { zone })} />
          </TextLink>
        </Text>
      ))}
      {data?.decisions.length === 0 && (
        <Text fz="sm" c="dimmed">
          {t('decision.text.noRecent')}
        </Text>
      )}
      <Text fz="sm" mt={4}>
        <TextLink to="/decisions/explain">{t('decision.action.explainRequest')}</TextLink>
      </Text>
    </>
  );
}
