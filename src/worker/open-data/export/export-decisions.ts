import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptFile, RecordedDecisions } from '../../../exchange/decisions/decision-folder.ts';
import { hostOf } from '../../../exchange/decisions/other-hosts.ts';
import { decisionSet } from '../open-data-schema.ts';
import { writePartitions } from '../write-partitions.ts';
import { type DecisionRange, readDecisionExport, saveDecisionExport } from './decision-export-state.ts';
import { decisionRows } from './decision-rows.ts';
import { type ExportContext, stemOf } from './export-context.ts';

/** Requests per batch. */
const maxRequests = 100_000;

/**
 * Exports all new recorded decisions of this host, in batches like those of events. Files that were removed before they
 * were read are omitted, because the log is bounded.
 * @returns number of stored requests
 */
export async function exportDecisions(
  context: ExportContext & { readonly decisions: RecordedDecisions },
): Promise<number> {
  const { store, host, session } = context;
  const rowsFile = join(session.folder, 'decisions.ndjson');
  let state = await readDecisionExport(store, host);
  for (let requests = 0; ; ) {
    const isRepeated = state.pending !== null;
    const wanted = state.pending?.parts ?? (await nextParts(context.decisions, state.files));
    const parts = await writeRows(context, wanted, rowsFile);
    if (parts.length === 0 && !isRepeated) return requests;
    const stem = state.pending?.stem ?? stemOf(host);
    if (!isRepeated) state = await saveDecisionExport(store, host, { ...state, pending: { stem, parts } });
    await writePartitions({ session, store, set: decisionSet, rowsFile, stem });
    const files = Object.fromEntries(parts.map(({ processId, name, to }) => [processId, { name, requests: to }]));
    state = await saveDecisionExport(store, host, { files: { ...state.files, ...files }, pending: null });
    requests += parts.reduce((sum, { from, to }) => sum + to - from, 0);
  }
}

/** Returns the unread parts of the files of this host. */
async function nextParts(
  decisions: RecordedDecisions,
  read: Awaited<ReturnType<typeof readDecisionExport>>['files'],
): Promise<readonly DecisionRange[]> {
  const own = [...(await decisions.files())].filter(([processId]) => hostOf(processId) === null);
  return own.flatMap(([processId, files]) => {
    const current = read[processId];
    // Names start with the time.
    const rest = files.filter(({ name }) => current === undefined || name >= current.name);
    return rest.map(({ name }) => {
      const from = name === current?.name ? current.requests : 0;
      return { processId, name, from, to: Number.MAX_SAFE_INTEGER };
    });
  });
}

/** Writes the rows of the parts to a file. Returns the parts that were read. */
async function writeRows(
  { decisions, host }: ExportContext & { readonly decisions: RecordedDecisions },
  wanted: readonly DecisionRange[],
  rowsFile: string,
): Promise<readonly DecisionRange[]> {
  const parts: DecisionRange[] = [];
  const file = await open(rowsFile, 'w');
  try {
    let left = maxRequests;
    for (const { processId, name, from, to } of wanted) {
      if (left <= 0) break;
      const lines: string[] = [];
      const source = `${host}/${processId}/${name}`;
      const end = Math.min(to, from + left);
      let index = 0;
      await decisions.read({ processId, name } satisfies Pick<KeptFile, 'processId' | 'name'> as KeptFile, {
        request(request) {
          if (index >= end) return false;
          if (index >= from) lines.push(...decisionRows(request, { source, index }));
          index += 1;
          return true;
        },
      });
      if (index <= from) continue;
      await file.appendFile(lines.join(''));
      parts.push({ processId, name, from, to: index });
      left -= index - from;
    }
  } finally {
    await file.close();
  }
  return parts;
}
