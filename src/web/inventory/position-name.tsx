import { Text } from '@mantine/core';

/** A position by its location and format, with its slot name as a tooltip, or by its slot name. */
export function PositionName({ text, slotName }: { readonly text: string | null; readonly slotName: string }) {
  return (
    <Text component="span" inherit title={slotName} style={{ overflowWrap: 'anywhere' }}>
      {text ?? slotName}
    </Text>
  );
}
