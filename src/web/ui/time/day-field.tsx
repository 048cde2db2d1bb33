import { TextInput } from '@mantine/core';

/** A day among filters: the browser's own field, which weighs nothing. */
export function DayField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}) {
  return (
    <TextInput
      type="date"
      aria-label={label}
      title={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      leftSection={<span aria-hidden="true">{label.replace('Runs ', '')}</span>}
      leftSectionWidth={46}
      w={{ base: '100%', xs: 190 }}
    />
  );
}
