import { Text } from '@mantine/core';
import { use } from 'react';
import { formatRelative } from '../../i18n/formats.ts';
import { hintAttributes } from '../display/hints.tsx';
import { ZoneContext } from './zone-context.ts';
import { instantText } from './zoned-time.ts';

/** How long ago an instant was: `3 hours ago`. The tooltip shows the exact time. */
export function RelativeInstant({ at }: { readonly at: string }) {
  return (
    <Text component="time" dateTime={at} inherit tabIndex={0} {...hintAttributes(instantText(at, use(ZoneContext)))}>
      {agoText(Date.parse(at), Date.now())}
    </Text>
  );
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** A clock that is behind the server has the same text as now. */
function agoText(atMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.round((nowMs - atMs) / 1000));
  for (const [unit, size] of units) if (seconds >= size) return formatRelative(-Math.floor(seconds / size), unit);
  return formatRelative(0, 'second');
}
