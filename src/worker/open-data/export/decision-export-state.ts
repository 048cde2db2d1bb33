import type { OpenDataStore } from '../open-data-store.ts';

const folder = '_state/decisions';

/** Progress of the export of the recorded decisions of a host. */
export type DecisionExportState = {
  /** The current file by process, and the number of its exported requests. */
  readonly files: Readonly<Record<string, { readonly name: string; readonly requests: number }>>;
  /** A batch whose files may or may not be stored. It is stored again, under the same names. */
  readonly pending: { readonly stem: string; readonly parts: readonly DecisionRange[] } | null;
};

/** A range of the requests of a file, by index: `from` inclusive, `to` exclusive. */
export type DecisionRange = {
  readonly processId: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
};

export async function readDecisionExport(store: OpenDataStore, host: string): Promise<DecisionExportState> {
  const text = await store.getText(`${folder}/${host}.json`);
  return text === null ? { files: {}, pending: null } : (JSON.parse(text) as DecisionExportState);
}

export async function saveDecisionExport(
  store: OpenDataStore,
  host: string,
  state: DecisionExportState,
): Promise<DecisionExportState> {
  await store.putText(`${folder}/${host}.json`, JSON.stringify(state));
  return state;
}

/** Returns the parts of file names of batches that may be stored again. */
export async function pendingDecisionStems(store: OpenDataStore): Promise<readonly string[]> {
  const stems: string[] = [];
  for (const { name } of await store.list(folder)) {
    const host = /\/([^/]+)\.json$/.exec(name)?.[1] ?? '';
    const { pending } = await readDecisionExport(store, host);
    if (pending !== null) stems.push(pending.stem);
  }
  return stems;
}
