import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('what a spreadsheet would take for a formula is text, and quotes and lines stay in their cell', () => {
  const rows = [['=HYPERLINK("http://evil")', '+1', '-2', '@x', 'a,b', 'two\nlines', 'plain', 3, null]];
  expect(csvOf(rows)).toBe(`"'=HYPERLINK(""http://evil"")",'+1,'-2,'@x,"a,b","two\nlines",plain,3,\r\n`);
});
