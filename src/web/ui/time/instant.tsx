import { Text } from '@mantine/core';
import { use } from 'react';
import { hintAttributes } from '../display/hints.tsx';
import { ZoneContext } from './zone-context.ts';
import { deviceZone, instantText, secondText } from './zoned-time.ts';

/** An instant in the time zone that applies to it, by default that of the account. The tooltip shows the device's time zone and UTC. */
export function Instant({
  at,
  zone: givenZone,
  withSeconds = false,
}: {
  readonly at: string;
  readonly zone?: string;
  readonly withSeconds?: boolean;
}) {
  const zoneOfAccount = use(ZoneContext);
  const zone = givenZone ?? zoneOfAccount;
  const tooltip = [...new Set([zone, deviceZone, 'UTC'])].map((name) => `${instantText(at, name)} (${name})`);
  return (
    <Text component="time" dateTime={at} inherit tabIndex={-1} {...hintAttributes(tooltip.join(' · '))}>
      {withSeconds ? secondText(at, zone) : instantText(at, zone)}
    </Text>
  );
}
