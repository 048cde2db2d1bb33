import { MultiSelect, Select } from '@mantine/core';
import type { ChoiceSource } from '../../api/choice-source.ts';
import { ReferenceMultiSelect, ReferenceSelect } from '../field/reference-select.tsx';
import { listOf, listText, numberOf } from '../page/use-address.ts';
import { DebouncedSearch } from './debounced-search.tsx';

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

type ReferenceProps = Filter & { readonly source: ChoiceSource };

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
export function SelectFilter(props: WordProps) {
  const { values, change, name } = props;
  return (
    <Select
      {...wordsOf(props)}
      placeholder={props.any}
      value={values[name] ?? null}
      onChange={(chosen) => change({ [name]: chosen ?? undefined })}
    />
  );
}

/** Narrows a list down by any of several words. */
export function MultiSelectFilter(props: WordProps) {
  const { values, change, name } = props;
  const chosen = listOf(values[name]);
  return (
    <MultiSelect
      {...wordsOf(props)}
      {...(chosen.length === 0 && { placeholder: props.any })}
      value={[...chosen]}
      onChange={(next) => change({ [name]: listText(next) })}
    />
  );
}

/** Narrows a list down by one object of another kind. */
export function ReferenceFilter(props: ReferenceProps) {
  const { values, change, name } = props;
  const id = numberOf(values[name], 0);
  return (
    <ReferenceSelect
      {...referencesOf(props)}
      clearable
      value={id === 0 ? null : id}
      onChange={(chosen) => change({ [name]: chosen === null ? undefined : String(chosen) })}
    />
  );
}

/** Narrows a list down by any of several objects of another kind. */
export function ReferencesFilter(props: ReferenceProps) {
  const { values, change, name } = props;
  return (
    <ReferenceMultiSelect
      {...referencesOf(props)}
      value={listOf(values[name]).map(Number)}
      onChange={(chosen) => change({ [name]: listText(chosen) })}
    />
  );
}

function wordsOf({ label, any, options, width }: WordProps) {
  return {
    'aria-label': label,
    data: options,
    clearable: true,
    clearButtonProps: { 'aria-label': any },
    w: widthOf(width),
  };
}

function referencesOf({ label, source, width }: ReferenceProps) {
  return { label, source, compact: true as const, w: widthOf(width) };
}

function widthOf(pixels: number) {
  return { base: '100%', xs: pixels };
}
