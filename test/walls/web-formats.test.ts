import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const owner = 'src/web/i18n/formats.ts';
const formatter = /\bIntl\.(?:\w*Format|DisplayNames)\b|\.toLocale(?:Date|Time)?String\(|\.toFixed\(|\.toPrecision\(/;

/** Source files of the interface that contain a formatter, with the line. */
function uses(files: readonly { readonly path: string; readonly text: string }[]): readonly string[] {
  return files.flatMap(({ path, text }) => {
    const line = text.split('\n').findIndex((each) => formatter.test(each));
    return line === -1 || path === owner ? [] : [`${path}:${line + 1}`];
  });
}

test('only src/web/i18n/formats.ts creates formatters of dates, numbers, money and lists', () => {
  const paths = globSync('src/web/**/*.{ts,tsx}', { cwd: root }).filter((path) => !path.includes('.test.'));
  expect(paths).toContain(owner);
  expect(uses(paths.map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') })))).toEqual([]);
});

test.each([
  'new Intl.NumberFormat(locale).format(n)',
  'Intl.DateTimeFormat().resolvedOptions()',
  'new Intl.ListFormat(locale)',
  "new Intl.DisplayNames(locale, { type: 'region' })",
  'date.toLocaleDateString()',
  'n.toLocaleString()',
  'rate.toFixed(2)',
])('detects %s in a component', (text) => {
  expect(uses([{ path: 'src/web/booking/page.tsx', text }])).toEqual(['src/web/booking/page.tsx:1']);
});
