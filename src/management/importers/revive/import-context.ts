import type { ImportBuilder, SourceItem } from '../import-builder.ts';
import { plainName } from '../import-builder.ts';
import type { ReviveData, ReviveRow, ReviveTable } from './source/revive-data.ts';
import { textIn } from './source-values.ts';

/** Choices of the user. */
export type ReviveOptions = {
  /** Folder with the files of banners that Revive stores on its web server (`webDir`). null: they are not imported. */
  readonly filesFolder: string | null;
  /** Whether bookings deliver without the features that Placard cannot express. */
  readonly ignoreUnsupported: boolean;
  /** Currency of the prices: Revive does not store one. */
  readonly currency: string;
  /** Time of the import. Daily targets without an end are converted from the start of its day. */
  readonly nowMs: number;
};

/** Everything that the parts of the importer share. */
export type ImportContext = {
  readonly data: ReviveData;
  readonly options: ReviveOptions;
  readonly builder: ImportBuilder;
};

/** Returns the rows of a table. Tables that an older schema does not have are empty. */
export function rowsOfTable({ data }: Pick<ImportContext, 'data'>, table: ReviveTable): readonly ReviveRow[] {
  return data.tables.get(table) ?? [];
}

/** Returns the external ID of an imported object. It is also its key. */
export function externalId(kind: string, id: number | string): string {
  return `revive:${kind}:${id}`;
}

/** Returns the item of a row for findings, with a name that Placard accepts. */
export function itemOf(
  row: ReviveRow,
  kind: string,
  columns: { readonly id: number; readonly name: string },
): SourceItem {
  return { kind, id: columns.id, name: plainName(textIn(row, columns.name)) ?? `${kind} ${columns.id}` };
}

/** Notes that a name was empty or had to be changed. */
export function noteName(builder: ImportBuilder, item: SourceItem, source: string): void {
  if (source === item.name) return;
  const message =
    plainName(source) === null
      ? `The item has no name. It is named "${item.name}".`
      : 'The name was shortened to 255 characters in one line.';
  if (source.trim() !== item.name) builder.translated(item, { feature: 'name', message });
}
