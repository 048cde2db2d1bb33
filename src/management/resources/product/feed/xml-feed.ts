import { SaxesParser } from 'saxes';
import { FeedFault } from './feed-fault.ts';
import { createFieldGatherer } from './feed-fields.ts';
import type { FeedListener } from './feed-report.ts';
import type { FeedParser, FeedRow } from './feed-row.ts';

/** Most nested elements. A feed has four levels. */
const maxDepth = 32;
/** Most characters of one field. Longer fields are truncated. */
const maxFieldCharacters = 64 * 1024;

/**
 * Parses feeds in Google's format: RSS 2.0 with `item`, Atom with `entry`, fields with or without the prefix `g:`.
 * Refuses a document type, so entities are never expanded. Source: Google Merchant Center, XML feeds;
 * docs/decisions/0120-product-catalogs.md.
 */
export function createXmlFeed(reporter: FeedListener): FeedParser {
  const decoder = new TextDecoder();
  const parser = new SaxesParser({});
  const gatherer = createFieldGatherer();
  let rows: FeedRow[] = [];
  let depth = 0;
  /** Start line and depth of the open product. Its fields are one level deeper. */
  let item: { readonly line: number; readonly depth: number } | null = null;
  let field: { readonly name: string; text: string } | null = null;
  parser.on('error', (error) => {
    throw new FeedFault('xml_malformed', `line ${parser.line}: ${error.message}`);
  });
  parser.on('doctype', () => {
    throw new FeedFault('xml_malformed', `line ${parser.line}: document types are not supported`);
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
