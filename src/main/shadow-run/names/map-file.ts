import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { BookingId } from '../../../core/vocabulary/ids.ts';
import { ExplainedError } from '../../../platform/log/explained-error.ts';
import { type CsvRow, readCsvRows } from './csv-rows.ts';
import type { MappedNames } from './external-names.ts';

const campaignKinds = /^[a-z]+:(?:campaign|line_item|flight|booking|deal|ad):/;
const creativeKinds = /^[a-z]+:(?:banner|creative):/;
/** Faults that one message lists. */
const namedFaults = 5;

/**
 * Reads a CSV file with two columns: the name in the other ad server, and the object of Placard. A zone has a slot name, a
 * campaign (`revive:campaign:3`) the ID or external ID of a booking, and a banner or creative the ID of a creative.
 */
export async function readMapFile(path: string, snapshot: Snapshot): Promise<MappedNames> {
  const slotNames = new Map<string, string>();
  const creatives = new Map<string, number>();
  const bookings = new Map<string, readonly number[]>();
  const faults: string[] = [];
  let byExternalId: ReadonlyMap<string, number> | null = null;
  for (const [index, { line, cells }] of (await readCsvRows(path)).entries()) {
    const [name = '', target = ''] = cells;
    if (index === 0 && isHeader(cells)) continue;
    if (name === '' || target === '') {
      faults.push(`line ${line}: two columns are required, the name in the other ad server and that in Placard`);
    } else if (campaignKinds.test(name)) {
      if (!isNumber(target)) byExternalId ??= bookingsByExternalId(snapshot);
      const id = isNumber(target) ? Number(target) : byExternalId?.get(target);
      if (id === undefined || !snapshot.bookingById.has(id as BookingId)) {
        faults.push(`line ${line}: no booking has the ID or external ID "${target}"`);
      } else bookings.set(name, [...(bookings.get(name) ?? []), id]);
    } else if (creativeKinds.test(name)) {
      if (isNumber(target)) creatives.set(name, Number(target));
      else faults.push(`line ${line}: "${target}" is not the ID of a creative`);
    } else if (snapshot.positionBySlotName.has(target)) slotNames.set(name, target);
    else faults.push(`line ${line}: no position has the slot name "${target}"`);
  }
  if (faults.length > 0) throw new ExplainedError(faultText(path, faults));
  return { slotNames, creatives, bookings };
}

function isHeader(cells: CsvRow['cells']): boolean {
  return /^(?:zone|name|external[ _]?id|from)$/i.test(cells[0] ?? '');
}

function isNumber(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text);
}

function bookingsByExternalId({ bookingById }: Snapshot): ReadonlyMap<string, number> {
  const ids = new Map<string, number>();
  for (const { row } of bookingById.values()) if (row.externalId !== null) ids.set(row.externalId, row.id);
  return ids;
}

function faultText(path: string, faults: readonly string[]): string {
  const more = faults.length > namedFaults ? [`and ${faults.length - namedFaults} more`] : [];
  return [`${path} cannot be used:`, ...faults.slice(0, namedFaults), ...more].join('\n  ');
}
