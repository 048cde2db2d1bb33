import { SaxesParser } from 'saxes';
import { FeedFault } from './feed-fault.ts';
import { createFieldGatherer } from './feed-fields.ts';
import type { FeedListener } from './feed-report.ts';
import type { FeedParser, FeedRow } from './feed-row.ts';

/** Elements inside one another: a feed has four. */
const maxDepth = 32;
/** Characters of one field: a longer one is not read. */
const maxFieldCharacters = 64 * 1024;

/**
 * Feeds as Google reads them: RSS 2.0 with `item`, Atom with `entry`, fields with or without the prefix `g:`. A document type is
 * refused, so nothing is expanded. Source: Google Merchant Center, XML feeds; docs/decisions/0120-product-catalogues.md.
 */
export function createXmlFeed(reporter: FeedListener): FeedParser {
  const decoder = new TextDecoder();
  const parser = new SaxesParser({});
  const gatherer = createFieldGatherer();
  let rows: FeedRow[] = [];
  let depth = 0;
  /** Where the product that is open began, and how deep; its fields are one deeper. */
  let item: { readonly line: number; readonly depth: number } | null = null;
  let field: { readonly name: string; text: string } | null = null;
  parser.on('error', (error) => {
    throw new FeedFault('xml_malformed', `line ${parser.line}: ${error.message}`);
  });
  parser.on('doctype', () => {
    throw new FeedFault('xml_malformed', `line ${parser.line}: a document type is not read`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > maxDepth) throw new FeedFault('xml_malformed', `line ${parser.line}: more than ${maxDepth} levels`);
    if (item === null) {
      if (isItem(name)) item = { line: parser.line, depth };
    } else if (depth === item.depth + 1) {
      field = { name, text: typeof attributes['href'] === 'string' ? attributes['href'] : '' };
    }
  });
  const take = (text: string) => {
    if (field !== null && field.text.length < maxFieldCharacters) field.text += text;
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', () => {
    if (item !== null && depth === item.depth) {
      reporter.row();
      rows.push({ line: item.line, fields: gatherer.take() });
      item = null;
    } else if (item !== null && field !== null && depth === item.depth + 1) {
      gatherer.put(field.name, field.text);
      field = null;
    }
    depth -= 1;
  });
  const taken = () => {
    const whole = rows;
    rows = [];
    return whole;
  };
  return {
    push(chunk) {
      parser.write(decoder.decode(chunk, { stream: true }));
      return taken();
    },
    end() {
      parser.write(decoder.decode());
      parser.close();
      return taken();
    },
  };
}

function isItem(name: string): boolean {
  const local = name.replace(/^.*:/, '');
  return local === 'item' || local === 'entry';
}
