import { MultiSelect, Select } from '@mantine/core';
import { DebouncedSearch } from './debounced-search.tsx';
import { type ChoiceSource, ReferenceMultiSelect, ReferenceSelect } from './reference-select.tsx';
import { listOf, listText, numberOf } from './use-address.ts';

type Values = Readonly<Record<string, string | undefined>>;

/** What the address of a list says, and how to make it say something else. */
type Addressed = { readonly values: Values; readonly change: (changes: Values) => void };

type Filter = Addressed & {
  /** As it stands in the address. */
  readonly name: string;
  readonly label: string;
  /** Pixels, where the window is wider than a phone. */
  readonly width: number;
};

type WordProps = Filter & {
  /** Shown while nothing is chosen. */
  readonly any: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
};

/** Narrows a list down by what is typed. */
export function SearchFilter({ label, values, change }: Addressed & { readonly label: string }) {
  return (
    <DebouncedSearch
      label={label}
      value={values['search'] ?? ''}
      onChange={(search) => change({ search: search || undefined })}
    />
  );
}

/** Narrows a list down by one of some words. */
export function WordFilter({ values, change, name, label, any, options, width }: WordProps) {
  return (
    <Select
      aria-label={label}
      placeholder={any}
      data={options}
      value={values[name] ?? null}
      onChange={(chosen) => change({ [name]: chosen ?? undefined })}
      clearable
      clearButtonProps={{ 'aria-label': any }}
      w={widthOf(width)}
    />
  );
}

/** Narrows a list down by any of several words. */
export function WordsFilter({ values, change, name, label, any, options, width }: WordProps) {
  const chosen = listOf(values[name]);
  return (
    <MultiSelect
      aria-label={label}
      {...(chosen.length === 0 && { placeholder: any })}
      data={options}
      value={[...chosen]}
      onChange={(next) => change({ [name]: listText(next) })}
      clearable
      clearButtonProps={{ 'aria-label': any }}
      w={widthOf(width)}
    />
  );
}

/** Narrows a list down by one object of another kind. */
export function ReferenceFilter({
  values,
  change,
  name,
  label,
  source,
  width,
}: Filter & { readonly source: ChoiceSource }) {
  const id = numberOf(values[name], 0);
  return (
    <ReferenceSelect
      label={label}
      compact
      clearable
      source={source}
      value={id === 0 ? null : id}
      onChange={(chosen) => change({ [name]: chosen === null ? undefined : String(chosen) })}
      w={widthOf(width)}
    />
  );
}

/** Narrows a list down by any of several objects of another kind. */
export function ReferencesFilter({
  values,
  change,
  name,
  label,
  source,
  width,
}: Filter & { readonly source: ChoiceSource }) {
  return (
    <ReferenceMultiSelect
      label={label}
      compact
      source={source}
      value={listOf(values[name]).map(Number)}
      onChange={(chosen) => change({ [name]: listText(chosen) })}
      w={widthOf(width)}
    />
  );
}

function widthOf(pixels: number) {
  return { base: '100%', xs: pixels };
}
