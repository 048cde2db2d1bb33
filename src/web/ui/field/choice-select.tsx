import { Loader, type MantineStyleProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ChoiceSource, PickerChoice } from '../../api/choice-source.ts';
import { t } from '../../i18n/t.ts';
import { KeepHighlight } from './keep-highlight.tsx';
import { MultiSelect, Select } from './selects.tsx';
import type { CreateOption } from './use-create-option.tsx';

/** Props of a select of objects. */
export type ReferenceSelectProps = {
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

type ChoiceProps = Omit<ReferenceSelectProps, 'source'> & {
  /** From `useChoices`. */
  readonly choices: Choices;
  /** Creates a missing object. Absent: the select creates nothing. */
  readonly create?: CreateOption;
};

/** Selects one object by a part of its name. */
export function ChoiceSelect({
  value,
  onChange,
  choices,
  create,
  clearable = false,
  ...common
}: ChoiceProps & {
  readonly value: number | null;
  readonly onChange: (id: number | null) => void;
  readonly clearable?: boolean;
}) {
  const { data, loading, search, setSearch, highlight } = choices;
  return (
    <Select
      {...labelProps(common, value === null)}
      data={[...data, ...(create?.options ?? [])]}
      // The focus alone does not cover a form with the list of a field that has a value.
      openOnFocus={(create?.opensOnFocus ?? true) && value === null}
      value={value === null ? null : String(value)}
      onChange={(chosen) => create?.opens(chosen) === true || onChange(chosen === null ? null : Number(chosen))}
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
          {create?.form}
        </>
      )}
    />
  );
}

/** Selects several objects. */
export function ChoiceMultiSelect({
  value,
  onChange,
  choices,
  create,
  ...common
}: ChoiceProps & {
  readonly value: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
}) {
  const { data, loading, search, setSearch, highlight } = choices;
  return (
    <MultiSelect
      {...labelProps(common, value.length === 0)}
      data={[...data, ...(create?.options ?? [])]}
      openOnFocus={create?.opensOnFocus ?? true}
      value={value.map(String)}
      onChange={(chosen) => create?.opens(chosen.at(-1)) === true || onChange(chosen.map(Number))}
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
          {create?.form}
        </>
      )}
    />
  );
}

function labelProps({ compact, label, ...rest }: Omit<ReferenceSelectProps, 'source'>, isEmpty: boolean) {
  if (compact !== true) return { label, ...rest };
  const { placeholder = label, ...others } = rest;
  return { ...others, 'aria-label': label, ...(isEmpty ? { placeholder } : {}) };
}

const delayMs = 150;

/** The options of a select, its search text and its highlight. */
export function useChoices(source: ChoiceSource, chosenIds: readonly number[]) {
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
  const isFound = [...all.values()].some(({ name }) => name.toLowerCase() === query.trim().toLowerCase());
  // Null: the response is not there yet, or an object has this name.
  const missing = found.isFetching || query !== (names.includes(search) ? '' : search) || isFound ? null : query.trim();
  return { data: grouped([...all.values()]), loading: found.isFetching, search, setSearch, highlight, missing };
}

/** The result of `useChoices`. */
export type Choices = ReturnType<typeof useChoices>;

function grouped(choices: readonly PickerChoice[]) {
  const options = choices.map(({ id, name, group }) => ({ group, option: { value: String(id), label: name } }));
  if (options.every(({ group }) => group === undefined)) return options.map(({ option }) => option);
  const groups = new Map<string, { value: string; label: string }[]>();
  for (const { group = '', option } of options) groups.set(group, [...(groups.get(group) ?? []), option]);
  return [...groups].map(([group, items]) => ({ group, items }));
}
