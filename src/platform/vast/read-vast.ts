import { setImmediate as nextTurn } from 'node:timers/promises';
import { SaxesParser } from 'saxes';

/** Content of a VAST document of another ad server. */
export type ReadVast = {
  /** Reason why the text is not a VAST document; null: it is one. */
  readonly fault: string | null;
  /** Whether it has an `InLine` or `Wrapper` element. */
  readonly hasAd: boolean;
  /** The first `VASTAdTagURI`; null: none. */
  readonly wraps: string | null;
};

/** Maximum nesting of elements. VAST has about ten levels. More would break players. */
const maxDepth = 100;
/** Characters parsed before other work is processed: one or two milliseconds. */
const partLength = 16 * 1024;

/**
 * Reads a VAST document: well-formed XML with the root `VAST`. A document type is rejected, because it could define
 * entities of unlimited length. Reading stops at the first fault.
 */
export async function readVast(text: string): Promise<ReadVast> {
  const parser = new SaxesParser({ position: true });
  const found = { fault: null as string | null, hasAd: false, address: null as string | null };
  let depth = 0;
  let isAddress = false;
  const note = (message: string) => {
    found.fault ??= message;
  };
  const take = (part: string) => {
    if (isAddress) found.address = (found.address ?? '') + part;
  };
  parser.on('error', (error) => note(`not well-formed: ${error.message}`));
  parser.on('doctype', () => note('a document type is not allowed'));
  parser.on('opentag', ({ name }) => {
    if (depth === 0 && name !== 'VAST')
      note(`the root element is ${JSON.stringify(name.slice(0, 40))} instead of VAST`);
    depth += 1;
    if (depth > maxDepth) note(`elements are nested more than ${maxDepth} deep`);
    if (name === 'InLine' || name === 'Wrapper') found.hasAd = true;
    isAddress = name === 'VASTAdTagURI' && found.address === null;
  });
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', () => {
    depth -= 1;
    isAddress = false;
  });
  for (let start = 0; start < text.length && found.fault === null; start += partLength) {
    if (start > 0) await nextTurn();
    parser.write(text.slice(start, start + partLength));
  }
  if (found.fault === null) parser.close();
  const { fault, hasAd } = found;
  return { fault, hasAd, wraps: found.address?.trim() || null };
}
