import { SaxesParser } from 'saxes';
import yauzl from 'yauzl';

/** Returns the files of a ZIP archive as text, by path. */
export function unzipTexts(zip: Buffer): Promise<ReadonlyMap<string, string>> {
  return new Promise((resolve, reject) => {
    const parts = new Map<string, string>();
    yauzl.fromBuffer(zip, { lazyEntries: true }, (error, file) => {
      if (error !== null || file === undefined) return reject(error ?? new Error('no zip'));
      file.on('end', () => resolve(parts)).on('error', reject);
      file.on('entry', (entry: yauzl.Entry) => {
        file.openReadStream(entry, (failure, stream) => {
          if (failure !== null || stream === undefined) return reject(failure ?? new Error('no entry'));
          const chunks: Buffer[] = [];
          stream
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('end', () => {
              parts.set(entry.fileName, Buffer.concat(chunks).toString('utf8'));
              file.readEntry();
            });
        });
      });
      file.readEntry();
    });
  });
}

/** Returns the text of each cell by its reference, with its type if it states one. */
export function workbookCells(sheet: string): ReadonlyMap<string, string> {
  const cells = new Map<string, string>();
  let [reference, kind] = ['', ''];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name !== 'c') return;
    [reference, kind] = [String(attributes['r']), attributes['t'] === undefined ? '' : ` (${attributes['t']})`];
  });
  parser.on('text', (text) => cells.set(reference, `${text}${kind}`));
  parser.write(sheet).close();
  return cells;
}
