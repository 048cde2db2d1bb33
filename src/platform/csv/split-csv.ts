/**
 * Returns the cells of a line according to RFC 4180. An unclosed quote turns the rest into one cell.
 * @param separator one character
 */
export function splitCsv(line: string, separator = ','): readonly string[] {
  if (!line.includes('"')) return line.split(separator);
  const cells: string[] = [];
  for (let at = 0; at <= line.length; ) {
    if (line[at] !== '"') {
      const end = endOf(line, at, separator);
      cells.push(line.slice(at, end));
      at = end + 1;
      continue;
    }
    let cell = '';
    at += 1;
    for (;;) {
      const quote = line.indexOf('"', at);
      if (quote === -1) return [...cells, cell + line.slice(at)];
      cell += line.slice(at, quote);
      at = quote + 1;
      if (line[at] !== '"') break;
      cell += '"';
      at += 1;
    }
    cells.push(cell + line.slice(at, endOf(line, at, separator)));
    at = endOf(line, at, separator) + 1;
  }
  return cells;
}

function endOf(line: string, from: number, separator: string): number {
  const end = line.indexOf(separator, from);
  return end === -1 ? line.length : end;
}

/** Parses `['one', 'two']`, the list format of some platforms, with either kind of quotes or none. */
export function splitTextList(cell: string): readonly string[] {
  const inside = cell.trim().replace(/^\[|\]$/g, '');
  return inside.split(',').flatMap((text) => text.trim().replace(/^(['"])(.*)\1$/, '$2') || []);
}
