import { TextInput } from '@mantine/core';
import { type ComponentType, useRef, useState } from 'react';
import { dayInputText } from './date-format.ts';
import type { DayInput } from './day-input.tsx';

type Loaded = { readonly Input: ComponentType<Parameters<typeof DayInput>[0]>; readonly autoFocus: boolean };

/** A day as filter of a list. The calendar loads when the field receives the focus, so that it is not part of the first view. */
export function DayField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [typedText, setTypedText] = useState('');
  const hasFocus = useRef(false);
  const width = { base: '100%', xs: 170 };
  if (loaded !== null) {
    const { Input, autoFocus } = loaded;
    return <Input compact clearable w={width} {...{ label, value, onChange, typedText, autoFocus }} />;
  }
  const load = async () => {
    hasFocus.current = true;
    const { DayInput: Input } = await import('./day-input.tsx');
    setLoaded({ Input, autoFocus: hasFocus.current });
  };
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      value={typedText === '' && value !== undefined ? dayInputText(value) : typedText}
      onChange={(event) => setTypedText(event.currentTarget.value)}
      onFocus={() => void load()}
      onBlur={() => {
        hasFocus.current = false;
      }}
      w={width}
    />
  );
}
