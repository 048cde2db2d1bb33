import { importMembers } from './import-members.ts';
import type { SegmentImportOutcome, SegmentImportTask } from './import-task.ts';

/** Result of a task of the import process. */
export type ImportAnswer = { readonly outcome: SegmentImportOutcome } | { readonly fault: string };

// Separate process with lower priority, so that its CPU and memory use does not affect others and ends with it.
process.once('message', (task: SegmentImportTask) => {
  void answer(task).then((said) => process.send?.(said, () => process.disconnect()));
});

async function answer(task: SegmentImportTask): Promise<ImportAnswer> {
  try {
    return { outcome: await importMembers(task) };
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
