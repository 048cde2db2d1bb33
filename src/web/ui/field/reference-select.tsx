import type { ChoiceSource } from '../../api/choice-source.ts';
import {
  ChoiceMultiSelect,
  ChoiceSelect,
  type Choices,
  type ReferenceSelectProps,
  useChoices,
} from './choice-select.tsx';
import { useCreateOption } from './use-create-option.tsx';

/** Selects one object by a part of its name, or creates it. Filters use `ChoiceSelect`, which creates nothing. */
export function ReferenceSelect({
  source,
  ...props
}: ReferenceSelectProps & {
  readonly value: number | null;
  readonly onChange: (id: number | null) => void;
  readonly clearable?: boolean;
}) {
  const { value, onChange } = props;
  const choices = useChoices(source, value === null ? [] : [value]);
  const create = useCreateOption({ ...creationOf(source, choices), onCreated: onChange });
  return <ChoiceSelect {...props} choices={choices} create={create} />;
}

/** Selects several objects, or creates them. */
export function ReferenceMultiSelect({
  source,
  ...props
}: ReferenceSelectProps & {
  readonly value: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
}) {
  const { value, onChange } = props;
  const choices = useChoices(source, value);
  const create = useCreateOption({ ...creationOf(source, choices), onCreated: (id) => onChange([...value, id]) });
  return <ChoiceMultiSelect {...props} choices={choices} create={create} />;
}

function creationOf({ create }: ChoiceSource, { missing }: Choices) {
  return { creation: create, isOffered: missing !== null, search: missing ?? '' };
}
