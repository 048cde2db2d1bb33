import { withoutInvalid } from '../common/drop-invalid.ts';
import type { SourceOptions } from '../common/import-line.ts';
import { parseCsvRecords } from '../common/parse-csv.ts';
import type { ExportFile } from '../common/source-files.ts';
import { memberNumber, type SourceRecord, sourceText } from '../common/source-record.ts';
import { instantOfSource } from '../common/source-time.ts';
import { ImportBuilder, plainName } from '../import-builder.ts';
import { type ImportResult, importedSections } from '../importer.ts';
import type { CsvField, CsvMapping } from './csv-mapping.ts';

/** Most characters of a key. */
const maxKeyLength = 300;

/** Translates CSV files to a configuration document by a saved mapping. */
export function importCsv(files: readonly ExportFile[], mapping: CsvMapping, options: SourceOptions): ImportResult {
  const builder = new ImportBuilder();
  const sorted = mapping.objects.toSorted(
    (a, b) => importedSections.indexOf(a.section) - importedSections.indexOf(b.section),
  );
  for (const file of files) {
    for (const [index, row] of parseCsvRecords(file.text).entries()) {
      const item = { kind: file.name, id: index + 2, name: '' };
      noteMissingColumns(builder, { row, mapping, file, isFirst: index === 0 });
      let count = 0;
      for (const { section, key: columns, fields } of sorted) {
        const key = keyOf(row, columns);
        if (key === null) continue;
        count += 1;
        if (!builder.has(section, key)) builder.add(section, key, objectOf(row, fields, options));
      }
      if (count > 0) builder.imported(item, { message: `The row describes ${count} objects.` });
      else
        builder.translated(item, {
          message: 'The row has no value in the columns that identify objects. It is skipped.',
        });
    }
  }
  return withoutInvalid(builder.result());
}

function keyOf(row: SourceRecord, columns: readonly string[]): string | null {
  const parts = columns.map((column) => plainName(sourceText(row[column])));
  return parts.includes(null) ? null : parts.join(', ').slice(0, maxKeyLength).trim();
}

type MissingColumns = {
  readonly row: SourceRecord;
  readonly mapping: CsvMapping;
  readonly file: ExportFile;
  readonly isFirst: boolean;
};

function noteMissingColumns(builder: ImportBuilder, { row, mapping, file, isFirst }: MissingColumns): void {
  if (!isFirst) return;
  const used = mapping.objects.flatMap(({ key, fields }) => [
    ...key,
    ...Object.values(fields).flatMap((field) => ('column' in field ? [field.column] : [])),
  ]);
  for (const column of new Set(used)) {
    if (column in row) continue;
    const message = `The file has no column "${column}", which the mapping names.`;
    builder.unsupported(
      { kind: 'file', id: file.name, name: file.name },
      { feature: column, message, remedy: 'Correct the mapping.' },
    );
  }
}

function objectOf(row: SourceRecord, fields: Readonly<Record<string, CsvField>>, options: SourceOptions) {
  const object: Record<string, unknown> = {};
  for (const [path, field] of Object.entries(fields)) {
    const value = fieldValueOf(row, field, options);
    if (value !== undefined && value !== null) setAt(object, path.split('.'), value);
  }
  return object;
}

/** Sets a member of nested objects. Member names that would change the prototype are ignored. */
function setAt(object: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (['__proto__', 'constructor', 'prototype'].includes(name)) return;
  if (rest.length === 0) {
    object[name] = value;
    return;
  }
  const inner = object[name];
  const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
  object[name] = next;
  setAt(next, rest, value);
}

function fieldValueOf(row: SourceRecord, field: CsvField, options: SourceOptions): unknown {
  if (!('column' in field)) return field.value;
  const text = plainName(sourceText(row[field.column])) ?? '';
  if (text === '') return field.default;
  if (field.values !== undefined && Object.hasOwn(field.values, text)) return field.values[text];
  switch (field.as) {
    case 'number':
      return memberNumber({ value: text }, 'value') ?? text;
    case 'money':
      return amountOf(text);
    case 'date':
    case 'endDate':
      return instantOfSource(text, options.timeZone, field.as === 'endDate') ?? text;
    case 'list':
      return text
        .split(/[;|]/)
        .map((part) => part.trim())
        .filter((part) => part !== '');
    case 'boolean':
      return /^(?:true|1|yes|y|x)$/i.test(text);
    default:
      return text;
  }
}

/** Returns an amount with a point and at least two decimals. A text that is no amount is refused by the schema. */
function amountOf(text: string): string {
  const plain = text
    .replace(/[^\d.,]/g, '')
    .replace(/,(\d{1,2})$/, '.$1')
    .replaceAll(',', '');
  const number = Number(plain);
  return plain === '' || Number.isNaN(number) ? text : number.toFixed(Math.max(2, plain.split('.')[1]?.length ?? 0));
}
