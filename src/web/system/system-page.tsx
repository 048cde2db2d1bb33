import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getHosts } from '../../client/generated/sdk.gen.ts';
import type { Hosts } from '../../client/generated/types.gen.ts';
import { AdministrationTabs } from '../administration/administration-tabs.tsx';
import { client, dataOf } from '../api/client.ts';
import { bytesText, countText, countWithNoun } from '../labels/figures.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { Facts } from '../ui/display/facts.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Page } from '../ui/page/page.tsx';
import { PageLoading } from '../ui/page/page-loading.tsx';
import { Section } from '../ui/page/section.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { HostSection } from './host-section.tsx';
import { type ProcessSamples, processSamplesOf, type Rates, ratesBetween } from './rates.ts';
import { engineNames, engineStatusLabel, workLabel } from './system-labels.ts';

const refreshMs = 2_000;

/** How every host, process and engine does at this moment. */
export function SystemPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['hosts'],
    queryFn: () => dataOf(getHosts({ client })),
    refetchInterval: refreshMs,
  });
  const rates = useRates(data);
  return (
    <Page title="System" lead="How every host, process and engine does, as of two seconds ago at most.">
      <AdministrationTabs />
      {error !== null && <ProblemAlert error={error} again={() => void refetch()} />}
      {error === null && data === undefined && <PageLoading />}
      {data !== undefined && <Shown system={data} rates={rates} />}
    </Page>
  );
}

/** What happens in a second, between the last two answers that differ. */
function useRates(system: Hosts | undefined): Rates | null {
  const before = useRef<ProcessSamples>(new Map());
  const [rates, setRates] = useState<Rates | null>(null);
  useEffect(() => {
    if (system === undefined) return;
    const now = processSamplesOf(system);
    const found = ratesBetween(before.current, now);
    if (found !== null) setRates(found);
    before.current = now;
  }, [system]);
  return rates;
}

function Shown({ system, rates }: { readonly system: Hosts; readonly rates: Rates | null }) {
  const processes = system.hosts.flatMap((host) => host.processes);
  const live = processes.filter(({ revision }) => revision >= system.revision).length;
  const perSecond = (name: keyof Rates) => (rates === null ? '–' : `${countText(Math.round(rates[name]))} a second`);
  return (
    <>
      <Facts
        facts={[
          { name: 'Ad requests', value: perSecond('requests') },
          { name: 'Ads', value: perSecond('ads') },
          { name: 'Events', value: perSecond('events') },
          { name: 'Reports are complete up to', value: <InstantOrDash at={system.countedTo} /> },
          { name: 'Newest revision', value: `${system.revision}, live on ${live} of ${processes.length}` },
          { name: 'Hosts', value: countText(system.hosts.length) },
        ]}
      />
      <Section title="Engines" lead="Where records, messages and files are.">
        <DataTable caption="Engines" columns={engineColumns} rows={system.engines} rowKey={({ name }) => name} />
      </Section>
      {system.hosts.length === 0 && (
        <EmptyState icon="attention" title="No host can be heard of">
          Hosts tell each other by Redis how they do. They go on serving while it is away.
        </EmptyState>
      )}
      {system.hosts.map((host) => (
        <HostSection key={`${host.name} ${host.roles.join(' ')}`} host={host} newest={system.revision} />
      ))}
      <Section
        title="Work"
        lead={`What one worker does at a time: ${countWithNoun(system.work.length, 'task')} taken. Another goes on within seconds when it is gone.`}
      >
        <DataTable
          caption="Work"
          columns={workColumns}
          rows={system.work}
          rowKey={({ name }) => name}
          empty={
            <EmptyState icon="attention" title="No worker runs">
              Changes are saved and go live, and events are counted, when one is back.
            </EmptyState>
          }
        />
      </Section>
    </>
  );
}

const engineColumns: readonly TableColumn<Hosts['engines'][number]>[] = [
  { key: 'name', title: 'Engine', render: ({ name }) => <Text fw={600}>{engineNames[name]}</Text> },
  { key: 'state', title: 'State', render: (engine) => <ToneBadge {...engineStatusLabel(engine)} /> },
  { key: 'version', title: 'Version', render: ({ version }) => version ?? '–' },
  {
    key: 'used',
    title: 'Takes',
    align: 'end',
    render: ({ usedBytes }) => (usedBytes === null ? '–' : bytesText(usedBytes)),
  },
];

const workColumns: readonly TableColumn<Hosts['work'][number]>[] = [
  { key: 'name', title: 'What', render: ({ name }) => workLabel(name) },
  { key: 'host', title: 'Host', render: ({ host }) => host },
  { key: 'since', title: 'Since', nowrap: true, render: ({ since }) => <Instant at={since} /> },
];

function InstantOrDash({ at }: { readonly at: string | null }) {
  return at === null ? '–' : <Instant at={at} />;
}
