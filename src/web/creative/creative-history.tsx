import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listAuditEntries } from '../../client/generated/sdk.gen.ts';
import type { AuditEntry } from '../../client/generated/types.gen.ts';
import { client, takeList } from '../api/client.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Instant } from '../ui/instant.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { changedNames } from './changed-names.ts';

const most = 50;

const columns: readonly Column<AuditEntry>[] = [
  { key: 'at', title: 'When', nowrap: true, render: ({ at }) => <Instant at={at} /> },
  { key: 'actor', title: 'Who', nowrap: true, render: ({ actor }) => actor },
  { key: 'action', title: 'What', nowrap: true, render: ({ action }) => action },
  {
    key: 'fields',
    title: 'Changed',
    render: ({ before, after }) => (
      <Text inherit c="dimmed">
        {before === null ? 'Everything is new' : changedNames(before, after ?? {}).join(', ')}
      </Text>
    ),
  },
];

/** Who changed a creative, and when. */
export function CreativeHistory({ creativeId }: { readonly creativeId: number }) {
  const query = { kind: ['creatives'], objectId: [creativeId], limit: most };
  const { data, error, refetch } = useQuery({
    queryKey: ['creatives', 'history', creativeId],
    queryFn: () => takeList(listAuditEntries({ client, query })),
  });
  return (
    <>
      <Title order={2} mt="lg" mb="xs">
        History
      </Title>
      {error === null ? (
        <DataTable caption="History" columns={columns} rows={data?.rows} rowKey={({ id }) => id} />
      ) : (
        <ProblemAlert error={error} again={() => void refetch()} />
      )}
    </>
  );
}
