import { Text } from '@mantine/core';
import { hint } from '../display/hints.tsx';
import { deviceZone, instantText } from './zoned-time.ts';

/** A moment in the time zone in which it counts; the device's own and UTC on demand. */
export function Instant({ at, zone = deviceZone }: { readonly at: string; readonly zone?: string }) {
  const elsewhere = [...new Set([zone, deviceZone, 'UTC'])].map((name) => `${instantText(at, name)} (${name})`);
  return (
    <Text component="time" dateTime={at} inherit tabIndex={-1} {...hint(elsewhere.join(' · '))}>
      {instantText(at, zone)}
    </Text>
  );
}
