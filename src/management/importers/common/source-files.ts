import { parseCsvRecords } from './parse-csv.ts';
import { normalized, recordsOf, type SourceRecord, sourceRecord } from './source-record.ts';

/** A file of an export. */
export type ExportFile = { readonly name: string; readonly text: string };

/** Records of an export by kind, and the problems of its files. */
export type SourceTables<Kind extends string> = {
  readonly records: (kind: Kind) => readonly SourceRecord[];
  readonly problems: readonly string[];
};

/** How records are recognized. */
export type RecordKinds<Kind extends string> = {
  /** Names of members and files that contain a kind, without case and punctuation. */
  readonly names: Readonly<Record<Kind, readonly string[]>>;
  /** Kind of a record by its members. null: unknown. */
  readonly kindOf: (record: SourceRecord) => Kind | null;
};

/** Reads JSON and CSV files of an export. Files that cannot be read are problems, and never end the import. */
export function readSourceFiles<Kind extends string>(
  files: readonly ExportFile[],
  kinds: RecordKinds<Kind>,
): SourceTables<Kind> {
  const found = new Map<Kind, SourceRecord[]>();
  const problems: string[] = [];
  const add = (kind: Kind, records: readonly SourceRecord[]) => {
    const known = found.get(kind) ?? [];
    for (const record of records) known.push(record);
    found.set(kind, known);
  };
  for (const file of files) {
    const isJson = /^\s*[[{]/.test(file.text);
    const content = isJson ? parsedJson(file, problems) : parseCsvRecords(file.text);
    if (content === undefined) continue;
    const before = found.size;
    const members = Array.isArray(content) ? [] : Object.entries(sourceRecord(content));
    let isKnown = false;
    for (const [member, value] of members) {
      const kind = kindByName(member, kinds);
      if (kind === null || typeof value !== 'object') continue;
      add(kind, recordsOf(value));
      isKnown = true;
    }
    if (isKnown) continue;
    const ofFile = kindByName(file.name.replace(/\.[a-z]+$/i, ''), kinds);
    for (const record of recordsOf(content)) {
      const kind = kinds.kindOf(record) ?? ofFile;
      if (kind !== null) {
        add(kind, [record]);
        isKnown = true;
      }
    }
    if (!isKnown && found.size === before) problems.push(`The file ${file.name} contains no known records.`);
  }
  return { records: (kind) => found.get(kind) ?? [], problems };
}

function parsedJson({ name, text }: ExportFile, problems: string[]): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    problems.push(`The file ${name} is not valid JSON: ${(error as Error).message}.`);
    return undefined;
  }
}

function kindByName<Kind extends string>(name: string, { names }: RecordKinds<Kind>): Kind | null {
  const wanted = normalized(name);
  const kinds = Object.keys(names) as Kind[];
  return kinds.find((kind) => names[kind].includes(wanted)) ?? null;
}
