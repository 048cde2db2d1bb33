import { importMembers } from './import-members.ts';
import type { SegmentImportOutcome, SegmentImportTask } from './import-task.ts';

/** What the process says of a task. */
export type ImportAnswer = { readonly outcome: SegmentImportOutcome } | { readonly fault: string };

// A process of its own, with a lower priority: what it takes of processor and memory is nobody else's, and goes with it.
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
