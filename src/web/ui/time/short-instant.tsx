import { Text } from '@mantine/core';
import { use } from 'react';
import { formatDate } from '../../i18n/formats.ts';
import { hintAttributes } from '../display/hints.tsx';
import { ZoneContext } from './zone-context.ts';
import { instantText, wallTimeOf } from './zoned-time.ts';

const dayLength = '2026-11-22'.length;
const yearLength = '2026'.length;

/** An instant for a narrow column: `17:11` today, `26 Nov` in this year, otherwise `26 Nov 2026`. The tooltip shows all of it. */
export function ShortInstant({ at }: { readonly at: string }) {
  const zone = use(ZoneContext);
  return (
    <Text component="time" dateTime={at} inherit tabIndex={-1} {...hintAttributes(instantText(at, zone))}>
      {shortText(at, { zone, now: new Date() })}
    </Text>
  );
}

function shortText(at: string, { zone, now }: { readonly zone: string; readonly now: Date }): string {
  const [then, today] = [wallTimeOf(at, zone), wallTimeOf(now, zone)];
  const isSame = (length: number) => then.slice(0, length) === today.slice(0, length);
  const format = isSame(dayLength) ? 'time' : isSame(yearLength) ? 'dayAndMonth' : 'day';
  return formatDate(new Date(at), format, zone);
}
