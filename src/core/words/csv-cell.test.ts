import { expect, test } from 'vitest';
import { csvText, readCell } from './csv-cell.ts';

test('what a spreadsheet would take for a formula is text, and quotes and lines stay in their cell', () => {
  const rows = [['=HYPERLINK("http://evil")', '+1', '-2', '@x', 'a,b', 'two\nlines', 'plain', 3, -4, null]];
  expect(csvText(rows)).toBe(`"'=HYPERLINK(""http://evil"")",'+1,'-2,'@x,"a,b","two\nlines",plain,3,-4,\r\n`);
});

test('a cell that was made harmless is read as it was', () => {
  expect(["'=1+1", "'-2", "'quoted'", 'plain', ''].map(readCell)).toEqual(['=1+1', '-2', "'quoted'", 'plain', '']);
});
