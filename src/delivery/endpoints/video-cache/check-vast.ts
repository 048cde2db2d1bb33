import { setImmediate as nextTurn } from 'node:timers/promises';
import { SaxesParser } from 'saxes';

/** Elements inside each other: VAST has some ten; more would break the player that reads it. */
const maxDepth = 100;
/** Characters that are read in one go. */
const partLength = 16 * 1024;

/**
 * Why a text is no VAST document, null when it is one: well-formed XML whose root is `VAST`. A document type is refused, since
 * it could define entities that grow without end.
 */
export async function findVastFault(text: string): Promise<string | null> {
  const parser = new SaxesParser({ position: true });
  let fault: string | null = null;
  let depth = 0;
  const note = (message: string) => {
    fault ??= message;
  };
  parser.on('error', (error) => note(`not well-formed: ${error.message}`));
  parser.on('doctype', () => note('a document type is not allowed'));
  parser.on('opentag', ({ name }) => {
    if (depth === 0 && name !== 'VAST') note(`the root is ${JSON.stringify(name.slice(0, 40))}, not VAST`);
    depth += 1;
    if (depth > maxDepth) note(`more than ${maxDepth} elements inside each other`);
  });
  parser.on('closetag', () => {
    depth -= 1;
  });
  // In parts of a millisecond or two, between which ads are decided; a fault at the front ends the work.
  for (let start = 0; start < text.length && fault === null; start += partLength) {
    if (start > 0) await nextTurn();
    parser.write(text.slice(start, start + partLength));
  }
  if (fault === null) parser.close();
  return fault;
}
