import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { removeRequestFacts } from '../../../exchange/decisions/request-facts-folder.ts';
import { decisionSet, type OpenDataSet, requestSet } from '../../../exchange/open-data/open-data-schema.ts';
import { writePartitions } from '../write-partitions.ts';
import {
  type DecisionExportState,
  type DecisionRange,
  readDecisionExport,
  saveDecisionExport,
} from './decision-export-state.ts';
import { type DecisionFiles, recordedDecisionFiles, requestFactFiles } from './decision-files.ts';
import { type ExportContext, stemOf } from './export-context.ts';

/** Units per batch: requests of recorded decisions, and bytes of request facts. */
const maxRequests = 100_000;
const maxFactBytes = 32 * 1024 * 1024;

type Source = {
  readonly set: OpenDataSet & { readonly folder: 'decisions' | 'requests' };
  readonly files: DecisionFiles;
  readonly mostPerBatch: number;
};

/**
 * Exports all new recorded decisions and request facts of this host, in batches like those of events. Files that were
 * removed before they were read are omitted, because both are bounded.
 * @returns number of exported units
 */
export async function exportDecisions(context: ExportContext & { readonly dataFolder: string }): Promise<number> {
  const { dataFolder, host } = context;
  const recorded = { set: decisionSet, files: recordedDecisionFiles(dataFolder, host), mostPerBatch: maxRequests };
  const facts = { set: requestSet, files: requestFactFiles(dataFolder), mostPerBatch: maxFactBytes };
  const [ofDecisions, ofFacts] = [await exportFiles(context, recorded), await exportFiles(context, facts)];
  await removeRequestFacts(dataFolder, ofFacts.read, Date.now());
  return ofDecisions.exported + ofFacts.exported;
}

async function exportFiles(
  { store, host, session }: ExportContext,
  { set, files, mostPerBatch }: Source,
): Promise<{ readonly exported: number; readonly read: DecisionExportState['files'] }> {
  const rowsFile = join(session.folder, `${set.folder}.ndjson`);
  const own = { store, host, set: set.folder };
  let state = await readDecisionExport(own);
  for (let exported = 0; ; ) {
    const isRepeated = state.pending !== null;
    const wanted = state.pending?.parts ?? (await nextParts(files, state.files));
    const parts = await writeRows(files, wanted, { rowsFile, mostPerBatch });
    if (parts.length === 0 && !isRepeated) return { exported, read: state.files };
    const stem = state.pending?.stem ?? stemOf(host);
    if (!isRepeated) state = await saveDecisionExport(own, { ...state, pending: { stem, parts } });
    await writePartitions({ session, store, set, rowsFile, stem });
    const read = Object.fromEntries(parts.map(({ processId, name, to }) => [processId, { name, to }]));
    state = await saveDecisionExport(own, { files: { ...state.files, ...read }, pending: null });
    exported += parts.reduce((sum, { from, to }) => sum + to - from, 0);
  }
}

/** Returns the unread parts of the files of this host. */
async function nextParts(files: DecisionFiles, read: DecisionExportState['files']): Promise<readonly DecisionRange[]> {
  return (await files.list()).flatMap(({ processId, name }) => {
    const current = read[processId];
    // Names start with the time.
    if (current !== undefined && name < current.name) return [];
    const from = name === current?.name ? current.to : 0;
    return [{ processId, name, from, to: Number.MAX_SAFE_INTEGER }];
  });
}

/** Writes the rows of the parts to a file. Returns the parts that were read. */
async function writeRows(
  files: DecisionFiles,
  wanted: readonly DecisionRange[],
  { rowsFile, mostPerBatch }: { readonly rowsFile: string; readonly mostPerBatch: number },
): Promise<readonly DecisionRange[]> {
  const parts: DecisionRange[] = [];
  const file: FileHandle = await open(rowsFile, 'w');
  try {
    let left = mostPerBatch;
    for (const part of wanted) {
      if (left <= 0) break;
      const to = await files.read({ ...part, to: Math.min(part.to, part.from + left) }, (lines) =>
        file.appendFile(lines),
      );
      if (to <= part.from) continue;
      parts.push({ ...part, to });
      left -= to - part.from;
    }
  } finally {
    await file.close();
  }
  return parts;
}
