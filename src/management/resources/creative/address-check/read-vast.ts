import { SaxesParser } from 'saxes';

/** What a document says that another ad server gave. */
export type ReadVast = {
  /** Why it is no VAST; null: it is. */
  readonly fault: string | null;
  readonly hasAd: boolean;
  /** Where the ad is that it wraps; null: it has its own. */
  readonly wraps: string | null;
};

/** Elements inside each other: VAST has some ten. */
const maxDepth = 100;

/** Reads a document as far as a check needs it. One with a document type is refused: it could define entities that grow. */
export function readVast(text: string): ReadVast {
  const parser = new SaxesParser();
  let fault: string | null = null;
  let depth = 0;
  let hasAd = false;
  let address: string | null = null;
  let isAddress = false;
  const note = (message: string) => {
    fault ??= message;
  };
  const take = (part: string) => {
    if (isAddress) address = (address ?? '') + part;
  };
  parser.on('error', (error) => note(error.message));
  parser.on('doctype', () => note('a document type is not allowed'));
  parser.on('opentag', ({ name }) => {
    if (depth === 0 && name !== 'VAST') note('the root is not VAST');
    depth += 1;
    if (depth > maxDepth) note('too many elements inside each other');
    if (name === 'InLine' || name === 'Wrapper') hasAd = true;
    isAddress = name === 'VASTAdTagURI' && address === null;
  });
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', () => {
    depth -= 1;
    isAddress = false;
  });
  parser.write(text);
  if (fault === null) parser.close();
  const wraps = (address as string | null)?.trim() ?? null;
  return { fault, hasAd, wraps: wraps === '' ? null : wraps };
}
