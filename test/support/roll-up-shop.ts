import { join } from 'node:path';
import { advanceRollUpState } from '../../src/exchange/journal/roll-up-state.ts';
import { judgeConversions } from '../../src/worker/attribute/judge-conversions.ts';
import { createJournalShipping } from '../../src/worker/count/journal-shipping.ts';
import type { TestManagement } from './test-management.ts';

/** Counts what delivery processes have journalled, and attributes every order that was told of by then, as workers do. */
export async function rollUpShop({ database, services }: TestManagement): Promise<void> {
  const journalFolder = join(services.config.dataFolder, 'journal');
  await createJournalShipping({ database, journalFolder, log: services.log }).shipAll(new AbortController().signal);
  await advanceRollUpState(database, { asOfMs: Date.now() });
  while ((await judgeConversions(database)) > 0);
}
