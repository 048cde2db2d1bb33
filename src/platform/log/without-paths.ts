/**
 * Returns the first line of an error message with absolute paths reduced to their last name: `EACCES: permission
 * denied, open 'journal'`. For messages that leave this machine. The log contains the full paths.
 */
export function withoutPaths(message: string): string {
  const [line = ''] = message.split('\n');
  return line.replace(quotedPath, (_, path: string) => `'${lastName(path)}'`).replace(barePath, lastName);
}

const quotedPath = /'(?:file:\/\/)?(\/[^']*)'/g;
/** Does not match inside a URL such as `https://host/path`. */
const barePath = /(?<![\w.:/%?#=&-])(?:file:\/\/)?\/(?:[^\s'"`(),;:/]+\/)*[^\s'"`(),;:/]+\/?/g;

function lastName(path: string): string {
  return path.split('/').findLast((name) => name !== '') ?? '/';
}
