import Papa from 'papaparse';

/** The cells of a file, with its empty lines, so that a line is counted as spreadsheets count it. */
export type FileLines = {
  readonly lines: readonly (readonly string[])[];
  /** `windows-1252`: the file is no UTF-8, so it is taken for what Excel saves as plain CSV under Windows. */
  readonly encoding: 'utf-8' | 'windows-1252';
  /** Why it cannot be read; null: it can. */
  readonly fault: string | null;
};

/** What the bytes of a CSV file say, with commas, semicolons or tabs. */
export function readLines(bytes: Uint8Array): FileLines {
  const { text, encoding } = decode(bytes);
  // Empty lines would hide which sign stands between cells.
  const { delimiter } = Papa.parse(text, { skipEmptyLines: 'greedy' }).meta;
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  const wrong = errors.find(({ type }) => type === 'Quotes');
  if (wrong === undefined) return { lines: data, encoding, fault: null };
  const line = (wrong.row ?? 0) + 1;
  return { lines: [], encoding, fault: `The quotes in line ${line} are wrong: each " inside a text is written twice.` };
}

function decode(bytes: Uint8Array): Pick<FileLines, 'encoding'> & { readonly text: string } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}
