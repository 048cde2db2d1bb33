import { Text, Tooltip } from '@mantine/core';
import { deviceZone, instantText } from './zoned-time.ts';

/** A moment in the time zone in which it counts; the device's own and UTC on demand. */
export function Instant({ at, zone = deviceZone }: { readonly at: string; readonly zone?: string }) {
  const elsewhere = [...new Set([zone, deviceZone, 'UTC'])].map((name) => `${instantText(at, name)} (${name})`);
  return (
    <Tooltip label={elsewhere.join(' · ')}>
      <Text component="time" dateTime={at} inherit tabIndex={-1}>
        {instantText(at, zone)}
      </Text>
    </Tooltip>
  );
}
