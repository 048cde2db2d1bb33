import { join } from 'node:path';
import { openPlainStore } from '../../platform/files/plain-store.ts';
import { type Recount, recount } from '../../worker/count/recount/recount.ts';
import { type CommandContext, prepareCommand } from './command-context.ts';
import { sequencesOf } from './sequences-of.ts';
import { withDatabaseServer, withFittingDatabase } from './with-database.ts';

/** Most segment IDs that are listed. The others are counted. */
const namedSegments = 10;

/**
 * Compares the sums with the journal. Returns 1 if they differ and were not corrected. Changes nothing without `write`.
 */
export async function runRecount(context: CommandContext, write: boolean): Promise<number> {
  const { config, log } = prepareCommand(context, { roles: ['worker'], name: 'recount' });
  const store = openPlainStore(config);
  const journalFolder = join(config.dataFolder, 'journal');
  const sequences = sequencesOf(config);
  try {
    const result = await withDatabaseServer({ config, log }, (url) =>
      withFittingDatabase(url, (database) => recount(database, { store, journalFolder, sequences, write })),
    );
    for (const line of linesOf(result, write)) context.print(line);
    return result.differences.length > 0 && !write ? 1 : 0;
  } finally {
    await store.close();
  }
}

function linesOf(
  { segments, events, missing, damaged, differences, remembered }: Recount,
  write: boolean,
): readonly string[] {
  const lines = [`Recounted ${events} events in ${segments} journal segments.`, ...damageLines(damaged)];
  if (missing.length > 0) {
    const first = Math.min(...missing.map(({ firstMs }) => firstMs));
    const last = Math.max(...missing.map(({ lastMs }) => lastMs));
    const ids = missing.slice(0, namedSegments).map(({ segmentId }) => segmentId);
    const more = missing.length > namedSegments ? ` and ${missing.length - namedSegments} more` : '';
    lines.push(
      `${missing.length} segments are neither in the archive nor complete in this data folder: ${ids.join(', ')}${more}.`,
      `  The hours of their events remain unchanged, from ${instant(first)} to ${instant(last)}.`,
    );
  }
  for (const { table, day, rows, sums } of differences) {
    const changed = sums.filter((sum) => sum.stored !== sum.recounted);
    const words = changed.map(({ name, stored, recounted }) => `${name} ${stored} -> ${recounted}`).join(', ');
    lines.push(`${table.padEnd(15)} ${day ?? ''.padEnd(10)} ${rows} rows: ${words || 'the same sum, other rows'}`);
  }
  if (remembered > 0) {
    lines.push(
      `${remembered} records that prevent duplicates ${write ? 'were restored' : 'would be restored by --write'}.`,
    );
  }
  if (differences.length === 0) return [...lines, 'The reports match the journal.'];
  return [...lines, write ? 'The reports were corrected.' : 'Nothing was changed. Use --write to correct the reports.'];
}

function damageLines(damaged: Recount['damaged']): readonly string[] {
  if (damaged.length === 0) return [];
  const bytesOf = (ranges: Recount['damaged'][number]['ranges']) =>
    ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  const total = damaged.reduce((sum, { ranges }) => sum + bytesOf(ranges), 0);
  return [
    `${damaged.length} segments are damaged. ${total} bytes of events are unreadable:`,
    ...damaged.map(
      ({ segmentId, ranges }) =>
        `  ${segmentId}: ${bytesOf(ranges)} bytes (${ranges.map(({ from, to }) => `${from} to ${to}`).join(', ')})`,
    ),
  ];
}

function instant(atMs: number): string {
  return atMs === 0 ? 'not known' : new Date(atMs).toISOString();
}
