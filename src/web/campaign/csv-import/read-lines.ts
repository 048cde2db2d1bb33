import Papa from 'papaparse';
import { t } from '../../i18n/t.ts';

/** The cells of a file. Empty lines are kept, so that line numbers match a spreadsheet. */
export type FileLines = {
  readonly lines: readonly (readonly string[])[];
  /** `windows-1252`: the file is not valid UTF-8. Excel on Windows saves plain CSV in this encoding. */
  readonly encoding: 'utf-8' | 'windows-1252';
  /** Why the file cannot be read. Null: it can. */
  readonly fault: string | null;
};

/** Parses a CSV file with commas, semicolons or tabs. */
export function readLines(bytes: Uint8Array): FileLines {
  const { text, encoding } = decode(bytes);
  // Empty lines would prevent the detection of the delimiter.
  const { delimiter } = Papa.parse(text, { skipEmptyLines: 'greedy' }).meta;
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  const quoteError = errors.find(({ type }) => type === 'Quotes');
  if (quoteError === undefined) return { lines: data, encoding, fault: null };
  const line = (quoteError.row ?? 0) + 1;
  return { lines: [], encoding, fault: t('campaign.error.quotes', { line }) };
}

function decode(bytes: Uint8Array): Pick<FileLines, 'encoding'> & { readonly text: string } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}
