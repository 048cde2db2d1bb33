import { Box, Group, Text } from '@mantine/core';
import type { Hosts } from '../../client/generated/types.gen.ts';
import { RichText } from '../i18n/rich-text.tsx';
import { t } from '../i18n/t.ts';
import { bytesText, conjunctionText, countText } from '../labels/figures.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { Section } from '../ui/page/section.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { hostStatusLabel } from './system-labels.ts';

type Host = Hosts['hosts'][number];

/** One host and its delivery processes. */
export function HostSection({ host, newest }: { readonly host: Host; readonly newest: number }) {
  const { name, roles, processes } = host;
  return (
    <Section title={name} actions={<ToneBadge {...hostStatusLabel(host)} />} lead={<HostFacts host={host} />}>
      {roles.includes('delivery') && (
        <DataTable
          caption={t('system.title.processes', { host: name })}
          columns={columnsOf(newest)}
          rows={processes}
          rowKey={({ id }) => id}
          empty={<Text c="dimmed">{t('system.hostStatusHint.starting')}</Text>}
        />
      )}
    </Section>
  );
}

function HostFacts({ host }: { readonly host: Host }) {
  const { roles, version, startedAt, restarts, journal, memoryBytes } = host;
  return (
    <Group component="span" gap="xs">
      <span>{conjunctionText(roles.map((role) => t(`system.hostRole.${role}`)))}</span>
      {version !== null && <span>{t('system.text.version', { version })}</span>}
      <span>
        <RichText id="system.text.since" values={{ time: <InlineInstant at={startedAt} /> }} />
      </span>
      {memoryBytes !== null && <span>{t('system.text.memory', { size: bytesText(memoryBytes) })}</span>}
      {journal !== null && <span>{t('system.text.journal', { size: bytesText(journal.bytes) })}</span>}
      {typeof journal?.handedOverTo === 'string' && (
        <span>
          <RichText
            id="system.text.journalTransferred"
            values={{ time: <InlineInstant at={journal.handedOverTo} /> }}
          />
        </span>
      )}
      {restarts > 0 && <span>{t('system.text.restarts', { count: restarts })}</span>}
    </Group>
  );
}

function InlineInstant({ at }: { readonly at: string }) {
  return (
    <Box component="span" display="inline-block">
      <Instant at={at} />
    </Box>
  );
}

function columnsOf(newest: number): readonly TableColumn<Host['processes'][number]>[] {
  return [
    { key: 'id', title: t('system.label.process'), nowrap: true, render: ({ id, pid }) => `${id} (${pid})` },
    {
      key: 'revision',
      phone: 'mark',
      title: t('system.label.revision'),
      nowrap: true,
      render: ({ revision }) => (
        <ToneBadge
          text={t('system.label.revisionNumber', { revision: String(revision) })}
          tone={revision >= newest ? 'good' : 'waiting'}
          hint={
            revision >= newest
              ? t('system.hint.latestRevision')
              : t('system.hint.revisionPending', { revision: String(newest) })
          }
        />
      ),
    },
    {
      key: 'requests',
      phone: 'figure',
      title: t('system.label.requests'),
      align: 'end',
      render: ({ adRequests }) => countText(adRequests),
    },
    {
      key: 'ads',
      phone: 'figure',
      title: t('system.label.ads'),
      align: 'end',
      render: ({ filledSlots }) => countText(filledSlots),
    },
    {
      key: 'unfilled',
      phone: 'figure',
      title: t('system.label.unfilled'),
      align: 'end',
      render: ({ emptySlots }) => countText(emptySlots),
    },
    {
      key: 'events',
      phone: 'figure',
      title: t('system.label.events'),
      align: 'end',
      render: ({ events }) => countText(events),
    },
    {
      key: 'rejected',
      phone: 'figure',
      title: t('system.label.rejected'),
      align: 'end',
      render: ({ refusedEvents }) => countText(refusedEvents),
    },
    {
      key: 'memory',
      phone: 'value',
      title: t('system.label.memory'),
      align: 'end',
      nowrap: true,
      render: ({ memoryBytes }) => bytesText(memoryBytes),
    },
  ];
}
