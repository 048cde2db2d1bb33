import { csvText } from '../../core/vocabulary/csv-cell.ts';
import { type FindingOutcome, findingOutcomes, type ImportFinding } from './importer.ts';

/** Returns the number of findings about items by kind and outcome, and the features of items that need attention. */
export function findingsTable(findings: readonly ImportFinding[]): readonly string[] {
  return [...findingsSummary(findings), '', ...detailLines(findings)];
}

/** Returns the findings as lines of CSV with a header. */
export function findingsCsv(findings: readonly ImportFinding[]): string {
  const header = ['outcome', 'kind', 'id', 'name', 'feature', 'message', 'remedy', 'section', 'key'];
  const rows = findings.map((finding) => [
    finding.outcome,
    finding.sourceKind,
    finding.sourceId,
    finding.name,
    finding.feature ?? '',
    finding.message,
    finding.remedy ?? '',
    finding.target?.section ?? '',
    finding.target?.key ?? '',
  ]);
  return csvText([header, ...rows]);
}

/** Returns the number of findings by outcome, of items first and then of their features. */
export function findingsSummary(findings: readonly ImportFinding[]): readonly string[] {
  const counts = new Map<string, Map<FindingOutcome, number>>();
  const ordered = [
    ...findings.filter(({ feature }) => feature === null),
    ...findings.filter(({ feature }) => feature !== null),
  ];
  for (const { sourceKind, feature, outcome } of ordered) {
    const label = feature === null ? sourceKind : `${sourceKind}, ${feature}`;
    const ofLabel = counts.get(label) ?? new Map<FindingOutcome, number>();
    counts.set(label, ofLabel.set(outcome, (ofLabel.get(outcome) ?? 0) + 1));
  }
  const rows = [...counts].map(([label, ofLabel]) => [
    label,
    ...findingOutcomes.map((outcome) => String(ofLabel.get(outcome) ?? 0)),
  ]);
  return aligned([['source', ...findingOutcomes], ...rows]);
}

/** Returns a line for each item or feature that is not supported. */
export function unsupportedLines(findings: readonly ImportFinding[]): readonly string[] {
  return detailLines(findings.filter(({ outcome }) => outcome === 'unsupported'));
}

/** Items that were imported without a change need no line. */
function detailLines(findings: readonly ImportFinding[]): readonly string[] {
  return findings
    .filter(({ outcome }) => outcome !== 'imported')
    .map((finding) => {
      const { outcome, sourceKind, sourceId, name, feature, message, remedy } = finding;
      const item = [sourceKind, sourceId, name === '' ? '' : `"${name}"`].filter((part) => part !== '').join(' ');
      const subject = feature === null ? item : `${item}, ${feature}`;
      return `${outcome}: ${subject}: ${message}${remedy === null ? '' : ` ${remedy}`}`;
    });
}

/** Returns rows as lines with columns of equal width. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart((widths[column] ?? 0) + 2)))
      .join(''),
  );
}
