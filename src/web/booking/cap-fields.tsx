import { Group, NumberInput, Text } from '@mantine/core';
import type { BookingValues } from './booking-values.ts';

const scopes = [
  { scope: 'hour', label: 'Per hour' },
  { scope: 'day', label: 'Per day' },
  { scope: 'life', label: 'In all' },
] as const;

/** How often one viewer may see it; an empty field is no cap. */
export function CapFields({
  caps,
  onChange,
  error,
}: {
  readonly caps: BookingValues['caps'];
  readonly onChange: (caps: BookingValues['caps']) => void;
  readonly error: string | undefined;
}) {
  const mostOf = (scope: string) => caps.find((cap) => cap.scope === scope)?.most;
  return (
    <div>
      <Text fz="sm" fw={500}>
        At most, for one viewer
      </Text>
      <Group gap="sm">
        {scopes.map(({ scope, label }) => (
          <NumberInput
            key={scope}
            label={label}
            min={1}
            max={1000}
            allowDecimal={false}
            placeholder="no cap"
            value={mostOf(scope) ?? ''}
            onChange={(most) => {
              const rest = caps.filter((cap) => cap.scope !== scope);
              onChange(most === '' ? rest : [...rest, { scope, most: Number(most) }]);
            }}
            w={110}
          />
        ))}
      </Group>
      {error !== undefined && (
        <Text fz="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </div>
  );
}
