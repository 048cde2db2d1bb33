import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { Icon } from '../display/icon.tsx';

const waitMs = 180;

/** A field that looks for what is typed, a moment after the last key. */
export function DebouncedSearch(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const [text, setText] = useState(props.value);
  const pass = useDebouncedCallback(props.onChange, waitMs);
  // Who goes back in the browser sees what was looked for there.
  useEffect(() => setText(props.value), [props.value]);
  const change = (value: string) => {
    setText(value);
    pass(value);
  };
  return (
    <TextInput
      type="search"
      aria-label={props.label}
      placeholder={props.label}
      leftSection={<Icon name="search" />}
      rightSection={text === '' ? undefined : <CloseButton size="sm" aria-label="Clear" onClick={() => change('')} />}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      w={{ base: '100%', xs: 230 }}
    />
  );
}
