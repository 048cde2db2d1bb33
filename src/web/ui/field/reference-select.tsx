import { Loader, type MantineStyleProps, MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ChoiceSource, PickerChoice } from '../../api/choice-source.ts';
import { KeepHighlight } from './keep-highlight.tsx';

type CommonProps = {
  readonly label: string;
  /** The label stands in the field while it is empty, as filters have it. */
  readonly compact?: boolean;
  readonly source: ChoiceSource;
  readonly description?: ReactNode;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly error?: ReactNode;
  readonly w?: MantineStyleProps['w'];
};

/** Chooses one object of many by typing a part of its name. */
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
      {...labelled(common, value === null)}
      data={data}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      searchable
      clearable={clearable}
      clearButtonProps={{ 'aria-label': `Clear ${common.label}` }}
      searchValue={search}
      onSearchChange={setSearch}
      rightSection={loading ? <Loader size={14} /> : undefined}
      nothingFoundMessage={loading ? 'Looking …' : 'Nothing found'}
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

/** Chooses several. */
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
      {...labelled(common, value.length === 0)}
      data={data}
      value={value.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number))}
      searchable
      clearable
      hidePickedOptions
      clearButtonProps={{ 'aria-label': `Clear ${common.label}` }}
      searchValue={search}
      onSearchChange={setSearch}
      rightSection={loading ? <Loader size={14} /> : undefined}
      nothingFoundMessage={loading ? 'Looking …' : 'Nothing found'}
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

function labelled({ compact, label, ...rest }: Omit<CommonProps, 'source'>, isEmpty: boolean) {
  if (compact !== true) return { label, ...rest };
  return { ...rest, 'aria-label': label, ...(isEmpty ? { placeholder: label } : {}) };
}

const waitMs = 150;

function useChoices(source: ChoiceSource, chosenIds: readonly number[]) {
  const [search, setSearch] = useState('');
  const [text] = useDebouncedValue(search, waitMs);
  const chosen = useQuery({
    queryKey: [...source.key, 'named', ...chosenIds],
    queryFn: () => source.named(chosenIds),
    enabled: chosenIds.length > 0,
    placeholderData: keepPreviousData,
  });
  // The name of what is chosen stands in the field, and is no search.
  const names = (chosen.data ?? []).map(({ name }) => name);
  const asked = names.includes(text) ? '' : text;
  const found = useQuery({
    queryKey: [...source.key, 'find', asked],
    queryFn: () => source.find(asked),
    placeholderData: keepPreviousData,
  });
  const all = new Map([...(chosen.data ?? []), ...(found.data ?? [])].map((choice) => [choice.id, choice]));
  // An id whose name is not known yet must be among the choices, or the field would lose it.
  for (const id of chosenIds) if (!all.has(id)) all.set(id, { id, name: `#${id}` });
  const highlight = {
    list: [...all.keys()].join(),
    takesFirst: asked !== '' && asked === search && !found.isFetching,
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
