/**
 * The first line of an error message with absolute paths reduced to their last name: `EACCES: permission denied, open 'journal'`.
 * For messages that leave this machine; its log keeps them in full.
 */
export function withoutPaths(message: string): string {
  const [line = ''] = message.split('\n');
  return line.replace(quotedPath, (_, path: string) => `'${lastName(path)}'`).replace(barePath, lastName);
}

const quotedPath = /'(?:file:\/\/)?(\/[^']*)'/g;
/** Not part of an address such as `https://host/path`: what stands before it is no character of one. */
const barePath = /(?<![\w.:/%?#=&-])(?:file:\/\/)?\/(?:[^\s'"`(),;:/]+\/)*[^\s'"`(),;:/]+\/?/g;

function lastName(path: string): string {
  return path.split('/').findLast((name) => name !== '') ?? '/';
}
