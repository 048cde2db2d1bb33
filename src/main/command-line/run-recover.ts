import { join } from 'node:path';
import { damagedFolderName } from '../../exchange/journal/journal-segments.ts';
import { recoverJournal } from '../../worker/count/recover-journal.ts';
import { type CommandContext, prepareCommand } from './command-context.ts';
import { sequencesOf } from './sequences-of.ts';
import { withDatabaseServer, withFittingDatabase } from './with-database.ts';

/** Counts the readable events in damaged segments of this host and confirms the damage. */
export async function runRecover(context: CommandContext): Promise<number> {
  const { config, log } = prepareCommand(context, { roles: ['worker'], name: 'recover' });
  const journalFolder = join(config.dataFolder, 'journal');
  const sequences = sequencesOf(config);
  const segments = await withDatabaseServer({ config, log }, (url) =>
    withFittingDatabase(url, (database) => recoverJournal({ database, journalFolder, sequences })),
  );
  if (segments.length === 0) context.print('No journal segment of this data folder requires recovery.');
  for (const { path, counted, lost } of segments) {
    const bytes = lost.reduce((sum, { from, to }) => sum + to - from, 0);
    context.print(`${path}: ${counted} events were added to reports, ${bytes} bytes are unreadable.`);
  }
  if (segments.length > 0) {
    context.print(
      `The damage is confirmed and no longer reported in health. The segments remain in ${join(journalFolder, damagedFolderName)}.`,
    );
  }
  return 0;
}
