import type { FeedFormat } from '../../../../contract/commerce/product.ts';
import { createLineSplitter } from '../../../../platform/csv/line-splitter.ts';
import { splitCsv } from '../../../../platform/csv/split-csv.ts';
import { FeedFault } from './feed-fault.ts';
import { createFieldGatherer, namesId } from './feed-fields.ts';
import type { FeedListener } from './feed-report.ts';
import type { FeedParser, FeedRow } from './feed-row.ts';

/** Most lines of a feed: a million products with several lines each. */
const maxLines = 20_000_000;
/** A longer record has an unterminated quote. */
const maxRecordCharacters = 64 * 1024;

type Lines = {
  /** Takes one line without its line ending. */
  take(text: string, line: number): void;
  end(): void;
};

/** Parses feeds with one row per line: CSV and TSV, in which a quoted cell may span lines, and JSON Lines. */
export function createLineFeed(format: Exclude<FeedFormat, 'xml'>, reporter: FeedListener): FeedParser {
  let rows: FeedRow[] = [];
  const put = (row: FeedRow) => rows.push(row);
  const lines = format === 'jsonl' ? jsonLines(put, reporter) : cellLines(format, put, reporter);
  const splitter = createLineSplitter(
    {
      line: lines.take,
      bad(line, code) {
        reporter.row();
        reporter.bad({ line, sku: null, code });
      },
    },
    {
      maxLines,
      onTooMany: () => {
        throw new FeedFault('too_many_rows', `more than ${maxLines} lines`);
      },
    },
  );
  const taken = () => {
    const whole = rows;
    rows = [];
    return whole;
  };
  return {
    push(chunk) {
      splitter.push(chunk);
      return taken();
    },
    end() {
      splitter.end();
      lines.end();
      return taken();
    },
  };
}

function jsonLines(put: (row: FeedRow) => void, reporter: FeedListener): Lines {
  const gatherer = createFieldGatherer();
  return {
    take(text, line) {
      if (text.trim() === '') return;
      reporter.row();
      const object = objectOf(text);
      if (object === null) return reporter.bad({ line, sku: null, code: 'json_invalid' });
      for (const [name, value] of Object.entries(object)) gatherer.put(name, value);
      put({ line, fields: gatherer.take() });
    },
    end: () => undefined,
  };
}

function objectOf(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function cellLines(format: 'csv' | 'tsv', put: (row: FeedRow) => void, reporter: FeedListener): Lines {
  const separator = format === 'csv' ? ',' : '\t';
  const gatherer = createFieldGatherer();
  let names: readonly string[] | null = null;
  /** A record whose last cell continues in the next line, and the line where it began. */
  let open: { readonly text: string; readonly line: number } | null = null;
  const record = (text: string, line: number) => {
    if (names === null) {
      names = splitCsv(text.replace(/^\ufeff/, ''), separator);
      if (!names.some(namesId)) throw new FeedFault('columns_missing', `line ${line} has no id column`);
      return;
    }
    if (text === '') return;
    reporter.row();
    const cells = splitCsv(text, separator);
    if (cells.length !== names.length) return reporter.bad({ line, sku: null, code: 'wrong_columns' });
    for (const [at, name] of names.entries()) gatherer.put(name, cells[at]);
    put({ line, fields: gatherer.take() });
  };
  return {
    take(text, line) {
      const whole = open === null ? text : `${open.text}\n${text}`;
      const from = open?.line ?? line;
      if (!hasOpenQuote(whole)) {
        open = null;
        return record(whole, from);
      }
      if (whole.length <= maxRecordCharacters) {
        open = { text: whole, line: from };
        return;
      }
      open = null;
      reporter.row();
      reporter.bad({ line: from, sku: null, code: 'line_too_long' });
    },
    end() {
      if (open === null) return;
      reporter.row();
      reporter.bad({ line: open.line, sku: null, code: 'wrong_columns' });
    },
  };
}

/** An open cell contains an odd number of quotes. */
function hasOpenQuote(text: string): boolean {
  let isOpen = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOpen = !isOpen;
  return isOpen;
}
