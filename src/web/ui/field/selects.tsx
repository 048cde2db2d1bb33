import {
  type ComboboxProps,
  MultiSelect as MantineMultiSelect,
  Select as MantineSelect,
  TagsInput as MantineTagsInput,
  type MultiSelectProps,
  type Primitive,
  type SelectProps,
  type TagsInputProps,
} from '@mantine/core';
import { type FocusEvent, type PointerEvent, useState } from 'react';

/** A select with one value. Renders its options when it is used. */
export function Select<Value extends Primitive = string>(props: SelectProps<Value>) {
  return <MantineSelect {...props} {...useOptionsOnUse(props)} />;
}

/** A select with several values. Renders its options when it is used. */
export function MultiSelect<Value extends Primitive = string>(props: MultiSelectProps<Value>) {
  return <MantineMultiSelect {...props} {...useOptionsOnUse(props)} />;
}

/** A field for several texts, with suggestions. Renders them when it is used. */
export function TagsInput(props: TagsInputProps) {
  return <MantineTagsInput {...props} {...useOptionsOnUse(props)} />;
}

type Used = {
  readonly comboboxProps?: ComboboxProps | undefined;
  readonly onFocus?: ((event: FocusEvent<HTMLInputElement>) => void) | undefined;
  readonly onPointerEnter?: ((event: PointerEvent<HTMLInputElement>) => void) | undefined;
};

/**
 * Returns properties with which a select renders its options when it first receives the focus or the pointer. Otherwise,
 * hundreds of hidden options and the positions of their lists delay the page. They stay rendered, because Mantine
 * highlights an option of a closed list.
 */
function useOptionsOnUse({ comboboxProps, onFocus, onPointerEnter }: Used) {
  const [isUsed, setUsed] = useState(false);
  return {
    comboboxProps: { ...comboboxProps, keepMounted: isUsed },
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      setUsed(true);
      onFocus?.(event);
    },
    onPointerEnter: (event: PointerEvent<HTMLInputElement>) => {
      setUsed(true);
      onPointerEnter?.(event);
    },
  };
}
