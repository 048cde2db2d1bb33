import type { LineFault } from './import-line.ts';
import { memberOf, type SourceRecord, sourceRecord, sourceText } from './source-record.ts';
import { instantOfSource } from './source-time.ts';

/**
 * Returns a fault for each date that is given but cannot be read, because a booking without it would start or end at
 * another time.
 * @param members names of the members of each date
 */
export function dateFaults(
  record: SourceRecord,
  members: readonly (readonly string[])[],
  timeZone: string,
): readonly LineFault[] {
  return members.flatMap((names) => {
    const value = memberOf(record, ...names);
    const isGiven = sourceText(value) !== '' || Object.keys(sourceRecord(value)).length > 0;
    if (!isGiven || instantOfSource(value, timeZone) !== null) return [];
    const text = sourceText(value).slice(0, 60) || JSON.stringify(value).slice(0, 60);
    const message = `The date "${text}" cannot be read.`;
    return [{ feature: 'dates', message, remedy: 'Write dates as 2026-11-28 or 2026-11-28 23:59, and import again.' }];
  });
}
