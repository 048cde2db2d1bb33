import { Loader, type MantineStyleProps, MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ChoiceSource, PickerChoice } from '../../api/choice-source.ts';
import { t } from '../../i18n/t.ts';
import { KeepHighlight } from './keep-highlight.tsx';

type CommonProps = {
  readonly label: string;
  /** Shows the label inside the empty field, as filters do. */
  readonly compact?: boolean;
  readonly source: ChoiceSource;
  readonly description?: ReactNode;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly error?: ReactNode;
  readonly w?: MantineStyleProps['w'];
};

/** Selects one object by a part of its name. */
export function ReferenceSelect({
  value,
  onChange,
  source,
  clearable = false,
  ...common
}: CommonProps & {
  readonly value: number | null;
  readonly onChange: (id: number | null) => void;
  readonly clearable?: boolean;
}) {
  const { data, loading, search, setSearch, highlight } = useChoices(source, value === null ? [] : [value]);
  return (
    <Select
      {...labelProps(common, value === null)}
      data={data}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      searchable
      clearable={clearable}
      clearButtonProps={{ 'aria-label': t('common.action.clearField', { label: common.label }) }}
      searchValue={search}
      onSearchChange={setSearch}
      rightSection={loading ? <Loader size={14} /> : undefined}
      nothingFoundMessage={t(loading ? 'common.text.searching' : 'common.text.noResults')}
      filter={({ options }) => options}
      inputContainer={(input) => (
        <>
          {input}
          <KeepHighlight {...highlight} />
        </>
      )}
    />
  );
}

/** Selects several objects. */
export function ReferenceMultiSelect({
  value,
  onChange,
  source,
  ...common
}: CommonProps & {
  readonly value: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
}) {
  const { data, loading, search, setSearch, highlight } = useChoices(source, value);
  return (
    <MultiSelect
      {...labelProps(common, value.length === 0)}
      data={data}
      value={value.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number))}
      searchable
      clearable
      hidePickedOptions
      clearButtonProps={{ 'aria-label': t('common.action.clearField', { label: common.label }) }}
      searchValue={search}
      onSearchChange={setSearch}
      rightSection={loading ? <Loader size={14} /> : undefined}
      nothingFoundMessage={t(loading ? 'common.text.searching' : 'common.text.noResults')}
      filter={({ options }) => options}
      inputContainer={(input) => (
        <>
          {input}
          <KeepHighlight {...highlight} />
        </>
      )}
    />
  );
}

function labelProps({ compact, label, ...rest }: Omit<CommonProps, 'source'>, isEmpty: boolean) {
  if (compact !== true) return { label, ...rest };
  return { ...rest, 'aria-label': label, ...(isEmpty ? { placeholder: label } : {}) };
}

const delayMs = 150;

function useChoices(source: ChoiceSource, chosenIds: readonly number[]) {
  const [search, setSearch] = useState('');
  const [text] = useDebouncedValue(search, delayMs);
  const chosen = useQuery({
    queryKey: [...source.key, 'named', ...chosenIds],
    queryFn: () => source.named(chosenIds),
    enabled: chosenIds.length > 0,
    placeholderData: keepPreviousData,
  });
  // The field shows the name of the selected object, which is not a search text.
  const names = (chosen.data ?? []).map(({ name }) => name);
  const query = names.includes(text) ? '' : text;
  const found = useQuery({
    queryKey: [...source.key, 'find', query],
    queryFn: () => source.find(query),
    placeholderData: keepPreviousData,
  });
  const all = new Map([...(chosen.data ?? []), ...(found.data ?? [])].map((choice) => [choice.id, choice]));
  // An id without a known name must be among the options, or the field would drop it.
  for (const id of chosenIds) if (!all.has(id)) all.set(id, { id, name: `#${id}` });
  const highlight = {
    list: [...all.keys()].join(),
    takesFirst: query !== '' && query === search && !found.isFetching,
  };
  return { data: grouped([...all.values()]), loading: found.isFetching, search, setSearch, highlight };
}

function grouped(choices: readonly PickerChoice[]) {
  const options = choices.map(({ id, name, group }) => ({ group, option: { value: String(id), label: name } }));
  if (options.every(({ group }) => group === undefined)) return options.map(({ option }) => option);
  const groups = new Map<string, { value: string; label: string }[]>();
  for (const { group = '', option } of options) groups.set(group, [...(groups.get(group) ?? []), option]);
  return [...groups].map(([group, items]) => ({ group, items }));
}
