/*
 * Reports as PDF.
 *
 * - `write-pdf.ts`: the document. `pdf-chart.ts`: its chart. `pdf-formats.ts`: texts of values. `filter-names.ts`: filters.
 */

import { fileURLToPath } from 'node:url';
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { type Report, type ReportQuery, type ReportRow, reportFileTypes } from '../../../../contract/insight/report.ts';
import type { ReportDimension } from '../../../../contract/insight/report-table-fields.ts';
import { comparisonDays } from '../../../../core/reporting/comparison.ts';
import type { GridCell, ReportGrid } from '../../../../core/reporting/grid-shape.ts';
import { measureKind } from '../../../../core/reporting/report-metrics.ts';
import type { Locale } from '../../../../messages/locales.ts';
import type { Translate } from '../../../../messages/translate.ts';
import { translatorOf } from '../../../../messages/translator.ts';
import { columnName, measureName } from '../grid-table.ts';
import { type ReportFile, reportFileName } from '../report-file.ts';
import type { FilterNames } from './filter-names.ts';
import { pdfChart } from './pdf-chart.ts';
import { type PdfFormats, pdfFormats } from './pdf-formats.ts';

/** Rows of a document. Longer reports are files for spreadsheets. */
export const maxPdfRows = 1000;
/** Columns that fit the width of a page. Further columns are in further tables. */
const maxColumns = 10;
const maxDimensionColumns = 4;

type Parts = {
  readonly report: Report;
  readonly grid: ReportGrid<ReportRow>;
  readonly query: ReportQuery;
  readonly filters: FilterNames;
};
type Texts = { readonly t: Translate; readonly formats: PdfFormats; readonly language: Locale };

/** Writes a report as PDF with its title, period, filters, an optional chart, and the table with page numbers. */
export async function writePdf(parts: Parts): Promise<ReportFile> {
  const language = parts.query.language ?? 'en';
  const texts = { t: translatorOf(language), formats: pdfFormats(language), language };
  const pdfmake = await loadPdfmake();
  const content = await pdfmake.createPdf(documentOf(parts, texts)).getBuffer();
  return { name: reportFileName(parts.query, 'pdf'), type: reportFileTypes.pdf, content: Buffer.from(content) };
}

/** Loaded at first use: the library takes 300 ms. */
async function loadPdfmake() {
  const { default: pdfmake } = await import('pdfmake');
  const font = (name: string) => fileURLToPath(import.meta.resolve(`pdfmake/fonts/Roboto/Roboto-${name}.ttf`));
  const fonts = {
    normal: font('Regular'),
    bold: font('Medium'),
    italics: font('Italic'),
    bolditalics: font('MediumItalic'),
  };
  pdfmake.setFonts({ Roboto: fonts });
  // A document refers to no files except its fonts.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => Object.values(fonts).includes(path));
  return pdfmake;
}

function documentOf(parts: Parts, texts: Texts): TDocumentDefinitions {
  const { query, grid } = parts;
  const { t } = texts;
  const title = query.title ?? t('report.title.reports');
  const chart = query.chart === true ? pdfChart(grid, texts.formats) : null;
  const chartMeasure = grid.columns.at(-1)?.kind === 'total' ? grid.columns.at(-1) : grid.columns[0];
  return {
    info: { title },
    language: texts.language,
    pageSize: 'A4',
    pageOrientation: 'landscape',
    pageMargins: [36, 36, 36, 44],
    defaultStyle: { font: 'Roboto', fontSize: 8 },
    footer: (page, pages) => ({
      text: t('report.text.page', { page, pages }),
      alignment: 'center',
      margin: [0, 12, 0, 0],
    }),
    content: [
      { text: title, fontSize: 16, bold: true, margin: [0, 0, 0, 6] },
      ...factLines(parts, texts).map((text) => ({
        text,
        fontSize: 9,
        margin: [0, 0, 0, 2] as [number, number, number, number],
      })),
      ...(chart === null || chartMeasure === undefined
        ? []
        : [
            {
              text: measureName(chartMeasure.measure, t),
              bold: true,
              margin: [0, 10, 0, 4] as [number, number, number, number],
            },
            { svg: chart },
          ]),
      ...tablesOf(parts, texts),
    ],
  };
}

/** Period, comparison, grouping, filters and state of the report. */
function factLines({ query, report, filters, grid }: Parts, { t, formats }: Texts): readonly string[] {
  const { from, to, compare } = query;
  const fact = (name: string, value: string) => t('common.label.withValue', { label: name, value });
  const dimensionLabel = (dimension: string) => t(`labels.reportDimension.${dimension as ReportDimension}`);
  const zones = report.timeZones;
  return [
    fact(t('report.label.period'), formats.days(from, to)),
    ...(compare === undefined || from === undefined || to === undefined
      ? []
      : [
          fact(
            t(`report.comparison.${compare}`),
            ((days) => formats.days(days.from, days.to))(comparisonDays({ from, to }, compare)),
          ),
        ]),
    fact(t('report.label.groupBy'), [...new Set(query.groupBy)].map(dimensionLabel).join(', ')),
    ...Object.entries(filters).map(([dimension, names]) => fact(dimensionLabel(dimension), names.join(', '))),
    ...(zones.length === 0 ? [] : [t('report.text.timeZones', { count: zones.length, timeZones: zones.join(', ') })]),
    report.asOf === null
      ? t('report.text.noCounts')
      : t(report.final ? 'report.text.final' : 'report.text.preliminary', { time: formats.instant(report.asOf) }),
    ...(grid.lines.length > maxPdfRows
      ? [t('report.text.firstRows', { shown: maxPdfRows, count: grid.lines.length })]
      : []),
  ];
}

/** One table, or several if the columns do not fit the width of a page. */
function tablesOf({ grid, query }: Parts, texts: Texts): readonly Content[] {
  const perTable = maxColumns - Math.min(maxDimensionColumns, grid.dimensions.length);
  const starts = grid.columns.flatMap((_, index) => (index % perTable === 0 ? [index] : []));
  return starts.map((start) => {
    const part = <Item>(items: readonly Item[]) => items.slice(start, start + perTable);
    const columns = part(grid.columns);
    const dimensions = grid.dimensions as readonly ReportDimension[];
    const head = [
      ...dimensions.map((dimension) => texts.t(`labels.reportDimension.${dimension}`)),
      ...columns.map((column) => headOf(column, query, texts)),
    ];
    const rows = grid.lines
      .slice(0, maxPdfRows)
      .map(({ row, cells }) => [
        ...dimensions.map((dimension) => texts.formats.dimension(row, dimension)),
        ...part(cells).map((cell, index) => cellOf(cell, columns[index], texts)),
      ]);
    const sumLine = (label: string, cells: readonly GridCell[]): TableCell[] => [
      ...dimensions.map((_, index) => ({ text: index === 0 ? label : '', bold: true })),
      ...part(cells).map((cell, index) => ({ ...cellOf(cell, columns[index], texts), bold: true })),
    ];
    const sums = [
      ...(grid.others === null ? [] : [sumLine(texts.t('report.label.other'), grid.others)]),
      sumLine(texts.t('report.label.total'), grid.totals),
    ];
    return {
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: [...dimensions.map(() => 'auto' as const), ...columns.map(() => '*' as const)],
        body: [
          head.map((text, index) => ({ text, bold: true, alignment: index < dimensions.length ? 'left' : 'right' })),
          ...rows,
          ...sums,
        ] as TableCell[][],
      },
      layout: 'lightHorizontalLines',
      margin: [0, 12, 0, 0],
      ...(start === 0 ? {} : { pageBreak: 'before' as const }),
    };
  });
}

function headOf(
  column: ReportGrid<ReportRow>['columns'][number],
  { pivot }: ReportQuery,
  { t, formats }: Texts,
): string {
  if (column.kind === 'pivot' && column.row !== null && pivot !== undefined)
    return formats.dimension(column.row, pivot);
  const name = columnName(column, t, pivot ?? null);
  // Rates have a percent sign in each cell.
  return measureKind(column.measure) === 'rate' ? name.replace(/\s*\(%\)$/, '') : name;
}

function cellOf(cell: GridCell, column: ReportGrid<ReportRow>['columns'][number] | undefined, { formats }: Texts) {
  const value = column === undefined ? '' : formats.value(cell.value, column.measure);
  const change = formats.change(cell);
  return { text: change === '' ? value : `${value}\n${change}`, alignment: 'right' as const };
}
