import type { OpenDataStore } from '../../../exchange/open-data/open-data-files.ts';

/** A set that is exported from files of decisions. */
export type DecisionExportSet = 'decisions' | 'requests';

/** Progress of the export of the files of decisions of a host. */
export type DecisionExportState = {
  /** The current file by process, and how much of it is exported: requests of `decisions`, bytes of `requests`. */
  readonly files: Readonly<Record<string, { readonly name: string; readonly to: number }>>;
  /** A batch whose files may or may not be stored. It is stored again, under the same names. */
  readonly pending: { readonly stem: string; readonly parts: readonly DecisionRange[] } | null;
};

/** A range of a file, by index of its requests or by bytes: `from` inclusive, `to` exclusive. */
export type DecisionRange = {
  readonly processId: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
};

/** Identifies a state. */
export type DecisionExport = {
  readonly store: OpenDataStore;
  readonly host: string;
  readonly set: DecisionExportSet;
};

export async function readDecisionExport({ store, host, set }: DecisionExport): Promise<DecisionExportState> {
  const text = await store.getText(nameOf(set, host));
  return text === null ? { files: {}, pending: null } : (JSON.parse(text) as DecisionExportState);
}

export async function saveDecisionExport(
  { store, host, set }: DecisionExport,
  state: DecisionExportState,
): Promise<DecisionExportState> {
  await store.putText(nameOf(set, host), JSON.stringify(state));
  return state;
}

/** Returns the parts of file names of batches that may be stored again. */
export async function pendingDecisionStems(store: OpenDataStore): Promise<readonly string[]> {
  const stems: string[] = [];
  for (const set of ['decisions', 'requests'] as const) {
    for (const { name } of await store.list(`_state/${set}`)) {
      const host = /\/([^/]+)\.json$/.exec(name)?.[1] ?? '';
      const { pending } = await readDecisionExport({ store, host, set });
      if (pending !== null) stems.push(pending.stem);
    }
  }
  return stems;
}

function nameOf(set: DecisionExportSet, host: string): string {
  return `_state/${set}/${host}.json`;
}
