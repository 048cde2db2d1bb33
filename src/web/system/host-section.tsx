import { Box, Text } from '@mantine/core';
import type { Hosts } from '../../client/generated/types.gen.ts';
import { bytesText, countText, countWithNoun } from '../labels/figures.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { Section } from '../ui/page/section.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { hostRoleLabels, hostStatusLabel } from './system-labels.ts';

type Host = Hosts['hosts'][number];

/** One host and its delivery processes. */
export function HostSection({ host, newest }: { readonly host: Host; readonly newest: number }) {
  const { name, roles, version, startedAt, restarts, journal, memoryBytes, processes } = host;
  return (
    <Section
      title={name}
      actions={<ToneBadge {...hostStatusLabel(host)} />}
      lead={
        <>
          {roles.map((role) => hostRoleLabels[role]).join(', ')}; {version !== null && `version ${version}, `}since{' '}
          <Moment at={startedAt} />
          {memoryBytes !== null && `; ${bytesText(memoryBytes)} of memory`}
          {journal !== null && `; ${bytesText(journal.bytes)} in the journal`}
          {typeof journal?.handedOverTo === 'string' && (
            <>
              , handed over up to <Moment at={journal.handedOverTo} />
            </>
          )}
          {restarts > 0 && `; ${countWithNoun(restarts, 'process', 'processes')} started again`}
        </>
      }
    >
      {roles.includes('delivery') && (
        <DataTable
          caption={`Processes of ${name}`}
          columns={columnsOf(newest)}
          rows={processes}
          rowKey={({ id }) => id}
          empty={<Text c="dimmed">None of its processes serves ads yet.</Text>}
        />
      )}
    </Section>
  );
}

/** Within a sentence. */
function Moment({ at }: { readonly at: string }) {
  return (
    <Box component="span" display="inline-block">
      <Instant at={at} />
    </Box>
  );
}

function columnsOf(newest: number): readonly TableColumn<Host['processes'][number]>[] {
  return [
    { key: 'id', title: 'Process', nowrap: true, render: ({ id, pid }) => `${id} (${pid})` },
    {
      key: 'revision',
      title: 'Serves',
      nowrap: true,
      render: ({ revision }) => (
        <ToneBadge
          text={`Revision ${revision}`}
          tone={revision >= newest ? 'good' : 'waiting'}
          means={revision >= newest ? 'The newest revision.' : `Revision ${newest} is on its way.`}
        />
      ),
    },
    { key: 'requests', title: 'Requests', align: 'end', render: ({ adRequests }) => countText(adRequests) },
    { key: 'ads', title: 'Ads', align: 'end', render: ({ filledSlots }) => countText(filledSlots) },
    { key: 'none', title: 'No ad', align: 'end', render: ({ emptySlots }) => countText(emptySlots) },
    { key: 'events', title: 'Events', align: 'end', render: ({ events }) => countText(events) },
    { key: 'refused', title: 'Refused', align: 'end', render: ({ refusedEvents }) => countText(refusedEvents) },
    { key: 'memory', title: 'Memory', align: 'end', nowrap: true, render: ({ memoryBytes }) => bytesText(memoryBytes) },
  ];
}
