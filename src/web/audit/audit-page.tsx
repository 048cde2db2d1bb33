/*
 * The audit log.
 *
 * - `audit-page.tsx`: the list with filters. `audit-entry-drawer.tsx`: one entry and its changed
 *   fields.
 * - `action-text.ts`: names of actions. `audit-links.ts`: pages of objects. `use-actors.ts`: names of actors. `history.tsx`: the history of one object.
 */

import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { listAuditEntries } from '../../client/generated/sdk.gen.ts';
import type { AuditEntry } from '../../client/generated/types.gen.ts';
import { changedFieldsText } from '../activity/changed-parts.ts';
import { AdministrationTabs } from '../administration/administration-tabs.tsx';
import { client } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { auditedKinds, kindOfObjectLabel } from '../labels/kind-label.ts';
import { Select } from '../ui/field/selects.tsx';
import { FilterBar } from '../ui/filter/filter-bar.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { NameButton } from '../ui/list/name-button.tsx';
import { useList } from '../ui/list/use-list.ts';
import { Page } from '../ui/page/page.tsx';
import { numberOf } from '../ui/page/use-address.ts';
import { DayRangeField } from '../ui/time/day-range-field.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { instantOf } from '../ui/time/zoned-time.ts';
import { actionText } from './action-text.ts';
import { AuditEntryDrawer } from './audit-entry-drawer.tsx';
import { objectText } from './audit-links.ts';
import { useActors } from './use-actors.ts';

type Values = Readonly<Record<string, string | undefined>>;

const delayMs = 250;

/** The audit log. */
export function AuditPage() {
  const { values, change, ...list } = useEntries();
  const actorName = useActors(list.rows ?? []);
  const chosen = numberOf(values['entry'], 0);
  return (
    <Page title={t('shell.administrationPage.audit')} lead={t('audit.text.lead', { timeZone: useZone() })}>
      <AdministrationTabs />
      <AuditFilters values={values} change={change} />
      <ListTable
        caption={t('shell.administrationPage.audit')}
        list={list}
        columns={columnsOf({ actorName, open: (id) => change({ entry: String(id), page: values['page'] }) })}
        empty={
          <EmptyState icon="search" title={t('audit.title.noEntries')}>
            {t('audit.text.noEntries')}
          </EmptyState>
        }
      />
      {chosen > 0 && <AuditEntryDrawer id={chosen} close={() => change({ entry: undefined, page: values['page'] })} />}
    </Page>
  );
}

function useEntries() {
  const zone = useZone();
  return useList({
    noun: 'audit',
    sort: '-id' as '-id' | 'id',
    filtersOf: ({ actor, kind, object, from, to }) => ({
      ...(actor === undefined ? {} : { actor: [actor] }),
      ...(kind === undefined ? {} : { kind: [kind] }),
      ...(numberOf(object, 0) === 0 ? {} : { objectId: [numberOf(object, 0)] }),
      ...(from === undefined ? {} : { from: instantOf(`${from} 00:00:00`, zone) }),
      ...(to === undefined ? {} : { to: instantOf(`${to} 23:59:59`, zone) }),
    }),
    fetch: ({ search: _, ...query }) => listAuditEntries({ client, query }),
  });
}

function AuditFilters({ values, change }: { readonly values: Values; readonly change: (changes: Values) => void }) {
  const later = useDebouncedCallback(change, delayMs);
  const field = (name: string, label: string) => (
    <TextInput
      key={`${name} ${values[name] ?? ''}`}
      aria-label={label}
      placeholder={label}
      defaultValue={values[name] ?? ''}
      onChange={(event) => later({ [name]: event.currentTarget.value.trim() || undefined })}
      w={{ base: '100%', xs: 240 }}
    />
  );
  return (
    <FilterBar>
      {field('actor', t('audit.hint.actor'))}
      <Select
        aria-label={t('audit.label.objectType')}
        placeholder={t('audit.label.anyType')}
        data={auditedKinds.map((value) => ({ value, label: kindOfObjectLabel(value) }))}
        value={values['kind'] ?? null}
        onChange={(kind) => change({ kind: kind ?? undefined })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('audit.label.anyType') }}
        w={{ base: '100%', xs: 170 }}
      />
      {field('object', t('audit.label.objectId'))}
      <DayRangeField
        compact
        from={values['from']}
        until={values['to']}
        onChange={({ from, until }) => change({ from, to: until })}
      />
    </FilterBar>
  );
}

function columnsOf(page: {
  readonly actorName: (actor: string) => string;
  readonly open: (id: number) => void;
}): readonly TableColumn<AuditEntry>[] {
  return [
    {
      key: 'at',
      phone: 'value',
      title: t('audit.label.time'),
      nowrap: true,
      sort: 'id',
      render: ({ at }) => <Instant at={at} withSeconds />,
    },
    { key: 'actor', phone: 'value', title: t('audit.label.actor'), render: ({ actor }) => page.actorName(actor) },
    {
      key: 'action',
      phone: 'value',
      title: t('audit.label.action'),
      render: ({ action }) => actionText(action),
    },
    {
      key: 'object',
      phone: 'name',
      title: t('audit.label.object'),
      render: (entry) => <NameButton name={objectText(entry)} onOpen={() => page.open(entry.id)} />,
    },
    {
      key: 'parts',
      phone: 'hidden',
      title: t('audit.title.changedFields'),
      render: (entry) => (entry.before === null ? null : changedFieldsText(entry)),
    },
  ];
}
