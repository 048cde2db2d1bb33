import type { ReportRow } from '../../../../contract/insight/report.ts';
import type { ReportGrid } from '../../../../core/reporting/grid-shape.ts';
import type { PdfFormats } from './pdf-formats.ts';

const width = 760;
const rowHeight = 18;
const labelWidth = 220;
const valueWidth = 110;
/** Bars of a chart. The table has all values. */
const maxBars = 15;
const colors = { bar: '#1c7ed6', text: '#343a40' };

/**
 * Returns bars of the first column (the total of a pivot) as SVG: the first 15 rows.
 * @returns null: there is nothing to draw
 */
export function pdfChart(grid: ReportGrid<ReportRow>, formats: PdfFormats): string | null {
  const index = Math.max(
    0,
    grid.columns.findIndex(({ kind }) => kind === 'total'),
  );
  const column = grid.columns[index];
  const bars = grid.lines.slice(0, maxBars).map(({ row, cells }) => ({
    label: grid.dimensions.map((dimension) => formats.dimension(row, dimension)).join(' · '),
    value: cells[index]?.value ?? 0,
  }));
  const most = Math.max(...bars.map(({ value }) => value), 0);
  if (column === undefined || most <= 0) return null;
  const full = width - labelWidth - valueWidth;
  const parts = bars.map(({ label, value }, row) => {
    const y = row * rowHeight;
    const length = Math.round((Math.max(0, value) / most) * full);
    const text = formats.value(value, column.measure);
    return `<text x="${labelWidth - 8}" y="${y + 12}" text-anchor="end" font-size="9" fill="${colors.text}">${escaped(shortened(label))}</text><rect x="${labelWidth}" y="${y + 3}" width="${length}" height="12" fill="${colors.bar}"/><text x="${labelWidth + length + 6}" y="${y + 12}" font-size="9" fill="${colors.text}">${escaped(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${bars.length * rowHeight}">${parts.join('')}</svg>`;
}

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length <= 42 ? text : `${characters.slice(0, 41).join('')}…`;
}

function escaped(text: string): string {
  const valid = text.toWellFormed().replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
  return valid.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
