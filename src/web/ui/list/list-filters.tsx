import type { ChoiceSource } from '../../api/choice-source.ts';
import { ChoiceMultiSelect, ChoiceSelect, useChoices } from '../field/choice-select.tsx';
import { MultiSelect, Select } from '../field/selects.tsx';
import { listOf, listText, numberOf } from '../page/use-address.ts';
import { DebouncedSearch } from './debounced-search.tsx';

type Values = Readonly<Record<string, string | undefined>>;

/** The search parameters of the address, and a function that changes them. */
type AddressProps = { readonly values: Values; readonly change: (changes: Values) => void };

type Filter = AddressProps & {
  /** Search parameter of the address. */
  readonly name: string;
  readonly label: string;
  /** Width in pixels, except on phones. */
  readonly width: number;
};

type OptionProps = Filter & {
  /** Text while no option is selected. */
  readonly any: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
};

type ReferenceProps = Filter & {
  readonly source: ChoiceSource;
  /** Text while no object is selected. Absent: the label. */
  readonly any?: string;
};

/** Filters a list by text. */
export function SearchFilter({ label, values, change }: AddressProps & { readonly label: string }) {
  return (
    <DebouncedSearch
      label={label}
      value={values['search'] ?? ''}
      onChange={(search) => change({ search: search || undefined })}
    />
  );
}

/** Filters a list by one option. */
export function SelectFilter(props: OptionProps) {
  const { values, change, name } = props;
  return (
    <Select
      {...optionPropsOf(props)}
      placeholder={props.any}
      value={values[name] ?? null}
      onChange={(chosen) => change({ [name]: chosen ?? undefined })}
    />
  );
}

/** Filters a list by any of several options. */
export function MultiSelectFilter(props: OptionProps) {
  const { values, change, name } = props;
  const chosen = listOf(values[name]);
  return (
    <MultiSelect
      {...optionPropsOf(props)}
      {...(chosen.length === 0 && { placeholder: props.any })}
      value={[...chosen]}
      onChange={(next) => change({ [name]: listText(next) })}
    />
  );
}

/** Filters a list by one object of another type. */
export function ReferenceFilter(props: ReferenceProps) {
  const { values, change, name } = props;
  const id = numberOf(values[name], 0);
  const choices = useChoices(props.source, id === 0 ? [] : [id]);
  return (
    <ChoiceSelect
      {...referencePropsOf(props)}
      choices={choices}
      clearable
      value={id === 0 ? null : id}
      onChange={(chosen) => change({ [name]: chosen === null ? undefined : String(chosen) })}
    />
  );
}

/** Filters a list by any of several objects of another type. */
export function ReferencesFilter(props: ReferenceProps) {
  const { values, change, name } = props;
  const ids = listOf(values[name]).map(Number);
  const choices = useChoices(props.source, ids);
  return (
    <ChoiceMultiSelect
      {...referencePropsOf(props)}
      choices={choices}
      value={ids}
      onChange={(chosen) => change({ [name]: listText(chosen) })}
    />
  );
}

function optionPropsOf({ label, any, options, width }: OptionProps) {
  return {
    'aria-label': label,
    data: options,
    clearable: true,
    clearButtonProps: { 'aria-label': any },
    w: widthOf(width),
  };
}

function referencePropsOf({ label, any = label, width }: ReferenceProps) {
  return { label, placeholder: any, compact: true as const, w: widthOf(width) };
}

function widthOf(pixels: number) {
  return { base: '100%', xs: pixels };
}
