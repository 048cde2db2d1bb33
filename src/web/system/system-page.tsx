import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getHosts } from '../../client/generated/sdk.gen.ts';
import type { Hosts } from '../../client/generated/types.gen.ts';
import { AdministrationTabs } from '../administration/administration-tabs.tsx';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { bytesText, countText } from '../labels/figures.ts';
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
import { jobLabel } from './job-label.ts';
import { type ProcessSamples, processSamplesOf, type Rates, ratesBetween } from './process-rates.ts';
import { engineStatusLabel } from './system-labels.ts';

const refreshMs = 2_000;

/** The status of all hosts, processes and data stores. */
export function SystemPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['hosts'],
    queryFn: () => dataOf(getHosts({ client })),
    refetchInterval: refreshMs,
  });
  const rates = useRates(data);
  return (
    <Page title={t('system.title.system')} lead={t('system.text.lead')}>
      <AdministrationTabs />
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {error === null && data === undefined && <PageLoading />}
      {data !== undefined && <SystemStatus system={data} rates={rates} />}
    </Page>
  );
}

/** The rates per second between the last two responses that differ. */
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

function SystemStatus({ system, rates }: { readonly system: Hosts; readonly rates: Rates | null }) {
  const processes = system.hosts.flatMap((host) => host.processes);
  const live = processes.filter(({ revision }) => revision >= system.revision).length;
  const perSecond = (name: keyof Rates) => countText(rates === null ? 0 : Math.round(rates[name]));
  return (
    <>
      <Facts
        facts={[
          { name: t('system.label.adRequestsPerSecond'), value: perSecond('requests') },
          { name: t('system.label.adsPerSecond'), value: perSecond('ads') },
          { name: t('system.label.eventsPerSecond'), value: perSecond('events') },
          { name: t('system.label.reportsCompleteUntil'), value: <InstantOrDash at={system.countedTo} /> },
          {
            name: t('system.label.latestRevision'),
            value: t('system.text.revisionLive', {
              revision: String(system.revision),
              live,
              total: processes.length,
            }),
          },
          { name: t('system.label.hosts'), value: countText(system.hosts.length) },
        ]}
      />
      <Section title={t('system.title.dataStores')} lead={t('system.text.dataStores')}>
        <DataTable
          caption={t('system.title.dataStores')}
          columns={engineColumns()}
          rows={system.engines}
          rowKey={({ name }) => name}
        />
      </Section>
      {system.hosts.length === 0 && (
        <EmptyState icon="attention" title={t('system.title.noHosts')}>
          {t('system.text.noHosts')}
        </EmptyState>
      )}
      {system.hosts.map((host) => (
        <HostSection key={`${host.name} ${host.roles.join(' ')}`} host={host} newest={system.revision} />
      ))}
      <Section title={t('system.title.jobs')} lead={t('system.text.jobs', { count: system.work.length })}>
        <DataTable
          caption={t('system.title.jobs')}
          columns={jobColumns()}
          rows={system.work}
          rowKey={({ name }) => name}
          empty={
            <EmptyState icon="attention" title={t('system.title.noWorker')}>
              {t('system.text.noWorker')}
            </EmptyState>
          }
        />
      </Section>
    </>
  );
}

const engineColumns = (): readonly TableColumn<Hosts['engines'][number]>[] => [
  {
    key: 'name',
    title: t('system.label.component'),
    render: ({ name }) => <Text fw={600}>{t(`system.engine.${name}`)}</Text>,
  },
  {
    key: 'state',
    phone: 'mark',
    title: t('common.label.status'),
    render: (engine) => <ToneBadge {...engineStatusLabel(engine)} />,
  },
  { key: 'version', phone: 'value', title: t('system.label.version'), render: ({ version }) => version },
  {
    key: 'used',
    phone: 'value',
    title: t('system.label.size'),
    align: 'end',
    render: ({ usedBytes }) => (usedBytes === null ? null : bytesText(usedBytes)),
  },
];

const jobColumns = (): readonly TableColumn<Hosts['work'][number]>[] => [
  { key: 'name', title: t('system.label.job'), render: ({ name }) => jobLabel(name) },
  { key: 'host', phone: 'value', title: t('system.label.host'), render: ({ host }) => host },
  {
    key: 'since',
    phone: 'value',
    title: t('system.label.since'),
    nowrap: true,
    render: ({ since }) => <Instant at={since} />,
  },
];

function InstantOrDash({ at }: { readonly at: string | null }) {
  return at === null ? '–' : <Instant at={at} />;
}
