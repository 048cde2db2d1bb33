import { Text } from '@mantine/core';
import type {
  ConfigurationChange,
  ConfigurationPlan,
  ConfigurationShareEffect,
} from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { shareText } from '../labels/figures.ts';
import type { Tone } from '../labels/status-labels.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { Section } from '../ui/page/section.tsx';

/** Changes that are shown. */
const maxRows = 200;
const maxBookings = 5;

/** The changes of a plan, their effect on shares, and objects that the files do not contain. */
export function PlanView({ plan }: { readonly plan: ConfigurationPlan }) {
  const { changes, shares, unmanaged, positionsAffected, created, updated, restored, archived } = plan;
  if (changes.length === 0) {
    return (
      <Text mt="sm">
        {t('configuration.text.noChanges')} {unmanaged.length > 0 && unmanagedText(unmanaged.length)}
      </Text>
    );
  }
  return (
    <>
      <Text mt="sm" fw={600}>
        {t('configuration.text.planned', { created, updated, restored, archived })}
      </Text>
      {unmanaged.length > 0 && <Text fz="sm">{unmanagedText(unmanaged.length)}</Text>}
      <DataTable
        caption={t('configuration.label.changes')}
        columns={changeColumns()}
        rows={changes.slice(0, maxRows)}
        rowKey={({ section, key, action }) => `${section} ${key} ${action}`}
      />
      {changes.length > maxRows && (
        <Text fz="sm" c="dimmed">
          {t('configuration.text.moreChanges', { count: changes.length - maxRows })}
        </Text>
      )}
      {shares.length > 0 && (
        <Section
          title={t('configuration.title.shares')}
          lead={t('configuration.text.shares', { count: positionsAffected })}
        >
          <DataTable
            caption={t('configuration.title.shares')}
            columns={shareColumns()}
            rows={shares}
            rowKey={({ position }) => position}
          />
        </Section>
      )}
    </>
  );
}

function unmanagedText(count: number): string {
  return t('configuration.text.unmanaged', { count });
}

const actionTones: Readonly<Record<ConfigurationChange['action'], Tone>> = {
  create: 'good',
  update: 'busy',
  restore: 'good',
  archive: 'bad',
};

function actionLabel(action: ConfigurationChange['action']): string {
  switch (action) {
    case 'create':
      return t('configuration.label.create');
    case 'update':
      return t('configuration.label.update');
    case 'restore':
      return t('configuration.label.restore');
    case 'archive':
      return t('configuration.label.archive');
  }
}

const changeColumns = (): readonly TableColumn<ConfigurationChange>[] => [
  {
    key: 'action',
    title: t('configuration.label.action'),
    render: ({ action }) => <ToneBadge tone={actionTones[action]} text={actionLabel(action)} />,
  },
  { key: 'object', title: t('configuration.label.object'), render: ({ section, key }) => `${section} / ${key}` },
  {
    key: 'fields',
    title: t('configuration.label.fields'),
    render: ({ fields }) =>
      fields.map(({ field, before, after }) => (
        <Text key={field} fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {field}: {valueText(before)} → {valueText(after)}
        </Text>
      )),
  },
];

const longest = 120;

function valueText(value: unknown): string {
  if (value === null || value === undefined) return t('configuration.text.default');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

const shareColumns = (): readonly TableColumn<ConfigurationShareEffect>[] => [
  { key: 'position', title: t('configuration.label.position'), render: ({ position }) => position },
  {
    key: 'bookings',
    title: t('configuration.label.bookings'),
    render: ({ bookings }) =>
      bookings.slice(0, maxBookings).map(({ key, before, after }) => (
        <Text key={key} fz="sm">
          {key}: {shareText(before)} → {shareText(after)}
        </Text>
      )),
  },
];
