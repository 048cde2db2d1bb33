/*
 * The audit log.
 *
 * - `audit-page.tsx`: the list with filters. `audit-entry-drawer.tsx`, `changed-parts.ts`: one entry, and what it
 *   changed.
 * - `audit-links.ts`: pages of objects. `use-actors.ts`: names of actors. `history.tsx`: the history of one object.
 */

import { Select, TextInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useDebouncedCallback } from '@mantine/hooks';
import { listAuditEntries } from '../../client/generated/sdk.gen.ts';
import type { AuditEntry } from '../../client/generated/types.gen.ts';
import { AdministrationTabs } from '../administration/administration-tabs.tsx';
import { client } from '../api/client.ts';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { FilterBar } from '../ui/list/filter-bar.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { NameButton } from '../ui/list/name-button.tsx';
import { useList } from '../ui/list/use-list.ts';
import { Page } from '../ui/page/page.tsx';
import { numberOf } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { deviceZone, instantOf } from '../ui/time/zoned-time.ts';
import { AuditEntryDrawer } from './audit-entry-drawer.tsx';
import { inventoryKindLabels, objectText } from './audit-links.ts';
import { changedFieldsText } from './changed-parts.ts';
import { useActors } from './use-actors.ts';

type Values = Readonly<Record<string, string | undefined>>;

const kinds = Object.entries(inventoryKindLabels).map(([value, label]) => ({ value, label }));
const waitMs = 250;

/** Every change that was made: who, what, before and after. */
export function AuditPage() {
  const { values, change, ...list } = useEntries();
  const actorName = useActors(list.rows ?? []);
  const chosen = numberOf(values['entry'], 0);
  return (
    <Page
      title="Audit log"
      lead={`Every change, in a chain that cannot be altered unseen. Times are in ${deviceZone}.`}
    >
      <AdministrationTabs />
      <AuditFilters values={values} change={change} />
      <ListTable
        caption="Changes"
        list={list}
        columns={columnsOf({ actorName, open: (id) => change({ entry: String(id), page: values['page'] }) })}
        empty={
          <EmptyState icon="search" title="No change fits these filters">
            Whatever somebody or a program changes is written down here, with the state before and after.
          </EmptyState>
        }
      />
      {chosen > 0 && <AuditEntryDrawer id={chosen} close={() => change({ entry: undefined, page: values['page'] })} />}
    </Page>
  );
}

function useEntries() {
  return useList({
    noun: 'audit',
    sort: '-id' as '-id' | 'id',
    filtersOf: ({ actor, kind, object, from, to }) => ({
      ...(actor === undefined ? {} : { actor: [actor] }),
      ...(kind === undefined ? {} : { kind: [kind] }),
      ...(numberOf(object, 0) === 0 ? {} : { objectId: [numberOf(object, 0)] }),
      ...(from === undefined ? {} : { from: instantOf(`${from} 00:00:00`, deviceZone) }),
      ...(to === undefined ? {} : { to: instantOf(`${to} 23:59:59`, deviceZone) }),
    }),
    fetch: ({ search: _, ...query }) => listAuditEntries({ client, query }),
  });
}

function AuditFilters({ values, change }: { readonly values: Values; readonly change: (changes: Values) => void }) {
  const later = useDebouncedCallback(change, waitMs);
  const field = (name: string, label: string) => (
    <TextInput
      key={`${name} ${values[name] ?? ''}`}
      aria-label={label}
      placeholder={label}
      defaultValue={values[name] ?? ''}
      onChange={(event) => later({ [name]: event.currentTarget.value.trim() || undefined })}
      w={{ base: '100%', xs: 190 }}
    />
  );
  return (
    <FilterBar>
      {field('actor', 'Who, such as user:12')}
      <Select
        aria-label="Kind of object"
        placeholder="Any kind"
        data={kinds}
        value={values['kind'] ?? null}
        onChange={(kind) => change({ kind: kind ?? undefined })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Any kind' }}
        w={{ base: '100%', xs: 170 }}
      />
      {field('object', 'Id of the object')}
      <DatePickerInput
        placeholder="Any day"
        type="range"
        value={[values['from'] ?? null, values['to'] ?? null]}
        onChange={([from, to]) => change({ from: from ?? undefined, to: to ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'Any day' }}
        w={{ base: '100%', xs: 220 }}
      />
    </FilterBar>
  );
}

function columnsOf(page: {
  readonly actorName: (actor: string) => string;
  readonly open: (id: number) => void;
}): readonly TableColumn<AuditEntry>[] {
  return [
    { key: 'at', title: 'When', nowrap: true, sort: 'id', render: ({ at }) => <Instant at={at} /> },
    { key: 'actor', title: 'Who', render: ({ actor }) => page.actorName(actor) },
    { key: 'action', title: 'What', render: ({ action }) => action },
    {
      key: 'object',
      title: 'Object',
      render: (entry) => <NameButton name={objectText(entry)} onOpen={() => page.open(entry.id)} />,
    },
    {
      key: 'parts',
      title: 'Changed',
      render: (entry) => (entry.before === null ? 'New' : changedFieldsText(entry) || '–'),
    },
  ];
}
