/** Usual maximum line length. Platforms do not write longer lines. */
const usualLineCharacters = 64 * 1024;

/** Faults of a line, independent of its content. */
export type LineFaultCode = 'line_too_long' | 'not_utf8';

/** Consumer of lines. */
export type LineSink = {
  line(text: string, line: number): void;
  bad(line: number, code: LineFaultCode): void;
};

export type LineSplitter = {
  push(chunk: Buffer): void;
  /** @returns number of lines */
  end(): number;
};

/** Splits bytes into lines. A line that is too long counts as one invalid row, regardless of its length. */
export function createLineSplitter(
  sink: LineSink,
  {
    maxLines,
    onTooMany,
    maxLineCharacters = usualLineCharacters,
  }: { readonly maxLines: number; readonly onTooMany: () => never; readonly maxLineCharacters?: number },
): LineSplitter {
  const decoder = new TextDecoder();
  let rest = '';
  let isTooLong = false;
  let count = 0;
  const finish = (text: string, isWrong: boolean) => {
    count += 1;
    if (count > maxLines) onTooMany();
    const line = text.endsWith('\r') ? text.slice(0, -1) : text;
    if (isTooLong || line.length > maxLineCharacters) sink.bad(count, 'line_too_long');
    else if (isWrong && line.includes('\ufffd')) sink.bad(count, 'not_utf8');
    else sink.line(line, count);
    isTooLong = false;
  };
  return {
    push(chunk) {
      const text = rest + decoder.decode(chunk, { stream: true });
      const isWrong = text.includes('\ufffd');
      let from = 0;
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
        finish(text.slice(from, end), isWrong);
        from = end + 1;
      }
      rest = text.slice(from);
      if (rest.length > maxLineCharacters) {
        isTooLong = true;
        rest = '';
      }
    },
    end() {
      const last = rest + decoder.decode();
      if (last !== '' || isTooLong) finish(last, last.includes('\ufffd'));
      return count;
    },
  };
}
