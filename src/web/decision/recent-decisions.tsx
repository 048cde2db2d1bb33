import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listDecisions } from '../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { TextLink } from '../ui/page/link.tsx';
import { Instant } from '../ui/time/instant.tsx';

const shown = 5;

/** The latest decisions that a booking won, each with the way to its trace. */
export function RecentDecisions({
  bookingId,
  zone,
}: {
  readonly bookingId: number;
  readonly zone?: string | undefined;
}) {
  const { data } = useQuery({
    queryKey: ['decisions', 'booking', bookingId],
    queryFn: () => dataOf(listDecisions({ client, query: { bookingId, limit: shown } })),
  });
  return (
    <>
      <Title order={3} mt="md" mb={4}>
        Why it was chosen
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
          It was not chosen in the last hour.
        </Text>
      )}
      <Text fz="sm" mt={4}>
        <TextLink to="/decisions/explain">Explain a request</TextLink>
      </Text>
    </>
  );
}
