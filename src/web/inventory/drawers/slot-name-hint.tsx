import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { takeObject } from '../../api/client.ts';
import { formatClient, locationClient } from '../model/inventory-resources.ts';

/** The slot name that a position will get, while it is being made. */
export function SlotNameHint(props: {
  readonly locationId: number | null;
  readonly formatId: number | null;
  readonly code: string;
}) {
  const location = useQuery({
    queryKey: ['locations', 'one', props.locationId],
    queryFn: () => takeObject(locationClient.read(props.locationId ?? 0)),
    enabled: props.locationId !== null,
  });
  const format = useQuery({
    queryKey: ['formats', 'one', props.formatId],
    queryFn: () => takeObject(formatClient.read(props.formatId ?? 0)),
    enabled: props.formatId !== null,
  });
  if (location.data === undefined || format.data === undefined) return null;
  return (
    <Text fz="sm" c="dimmed" aria-live="polite">
      Pages ask for it as{' '}
      <Text component="code" ff="monospace" fz="xs" c="var(--mantine-color-text)">
        {location.data.object.code}
        {props.code}-{format.data.object.code}
      </Text>
    </Text>
  );
}
