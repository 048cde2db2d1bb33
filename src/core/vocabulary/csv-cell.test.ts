import { expect, test } from 'vitest';
import { csvText, readCell } from './csv-cell.ts';

test('neutralizes formulas and keeps quotes and line breaks in their cell', () => {
  const rows = [['=HYPERLINK("http://evil")', '+1', '-2', '@x', 'a,b', 'two\nlines', 'plain', 3, -4, null]];
  expect(csvText(rows)).toBe(`"'=HYPERLINK(""http://evil"")",'+1,'-2,'@x,"a,b","two\nlines",plain,3,-4,\r\n`);
});

test('restores a neutralized cell', () => {
  expect(["'=1+1", "'-2", "'quoted'", 'plain', ''].map(readCell)).toEqual(['=1+1', '-2', "'quoted'", 'plain', '']);
});
