import { reasonTexts } from './reason-texts.ts';
import type { ReportedRow, ReportedZone, ShadowReport } from './shadow-report.ts';
import { formatCount, percent, probability, rowName } from './text-report.ts';

/** Rows of a table of the page. */
const listedRows = 500;

const style = `body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#1a1a1a}
h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2rem}h3{font-size:1rem;margin-bottom:.25rem}
table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #ddd;padding:.3rem .5rem;text-align:left;vertical-align:top}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}code{font-size:.85em}p{margin:.25rem 0}`;

/** Returns the report as one HTML page without external files. */
export function htmlReport(report: ShadowReport): string {
  const { log, configuration, period } = report;
  const title = `Shadow run of ${log.file}`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escaped(title)}</title><style>${style}</style></head><body><main>`,
    `<h1>${escaped(title)}</h1>`,
    `<p>Revision ${configuration.revision}, built at ${escaped(configuration.builtAt)}. Seed ${report.seed}.</p>`,
    `<p>Requests decided at ${escaped(period.from ?? '-')} to ${escaped(period.to ?? '-')}.</p>`,
    `<p>${formatCount(log.lines)} lines: ${formatCount(log.requests)} ad requests with ${formatCount(log.slots)} slots, ${formatCount(log.impressions)} impressions, `,
    `${formatCount(log.responses)} ads in responses, ${formatCount(log.clicks)} clicks, ${formatCount(log.skippedLines)} skipped.</p>`,
    skippedTable(report),
    `<h2>Campaigns</h2>${rowTable(report.campaigns)}`,
    '<h2>Zones</h2>',
    ...report.zones.map(zoneSection),
    creativeTable(report),
    `<h2>Assumptions</h2><ul>${report.assumptions.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul>`,
    '</main></body></html>\n',
  ].join('\n');
}

function skippedTable({ log: { skipped } }: ShadowReport): string {
  if (skipped.length === 0) return '';
  const rows = skipped.map(
    ({ reason, lines, first }) =>
      `<tr><td>${escaped(reason)}</td><td class="number">${formatCount(lines)}</td><td>${first.join(', ')}</td></tr>`,
  );
  return `<h2>Skipped lines</h2>${table(['Reason', 'Lines', 'First line numbers'], rows, [1])}`;
}

function zoneSection(zone: ReportedZone): string {
  const { slotName, requests, filled, delivered, source, test, empty } = zone;
  const name = slotName === null || slotName === zone.zone ? zone.zone : `${zone.zone} → ${slotName}`;
  const fill = requests === 0 ? '-' : percent(filled / requests);
  const tested =
    test === null
      ? ''
      : `<p>Chi-square ${test.statistic.toFixed(2)}, ${test.degreesOfFreedom} degrees of freedom, p = ${probability(test.pValue)}.</p>`;
  const reasons = empty.map(
    ({ reason, share }) =>
      `<p>No ad in ${percent(share)} of the requests: <code>${reason}</code>, ${reasonTexts[reason]}.</p>`,
  );
  return [
    `<h3>${escaped(name)}</h3>`,
    `<p>${formatCount(requests)} requests, ${formatCount(filled)} filled by Placard (${fill}), ${formatCount(delivered)} delivered in the log (${source ?? 'not known'}).</p>`,
    slotName === null ? `<p><code>UNKNOWN_POSITION</code>: ${reasonTexts.UNKNOWN_POSITION}.</p>` : '',
    tested,
    ...reasons,
    rowTable(zone.rows),
  ].join('\n');
}

function rowTable(rows: readonly ReportedRow[]): string {
  const body = rows.slice(0, listedRows).map((row) => {
    const { delivered, deliveredShare, shadow, shadowShare, difference } = row;
    const figures = [formatCount(delivered), shareText(deliveredShare), formatCount(shadow), shareText(shadowShare)];
    const cells = figures.map((text) => `<td class="number">${text}</td>`).join('');
    return `<tr><td>${escaped(rowName(row))}</td>${cells}<td><code>${difference.reason}</code><br>${escaped(difference.detail)}</td></tr>`;
  });
  const more = rows.length > listedRows ? `<p>And ${formatCount(rows.length - listedRows)} more rows.</p>` : '';
  return table(['Campaign', 'Log', 'Share', 'Placard', 'Share', 'Reason'], body, [1, 2, 3, 4]) + more;
}

function creativeTable({ unknownCreatives }: ShadowReport): string {
  if (unknownCreatives.length === 0) return '';
  const rows = unknownCreatives.map(
    ({ creative, campaign, delivered }) =>
      `<tr><td>${escaped(creative)}</td><td>${escaped(campaign ?? '-')}</td><td class="number">${formatCount(delivered)}</td></tr>`,
  );
  return `<h2>Creatives that Placard does not have</h2>${table(['Creative', 'Campaign', 'Delivered'], rows, [2])}`;
}

function table(heads: readonly string[], rows: readonly string[], numbers: readonly number[]): string {
  const cells = heads.map(
    (head, index) => `<th scope="col"${numbers.includes(index) ? ' class="number"' : ''}>${head}</th>`,
  );
  return `<table><thead><tr>${cells.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function shareText(part: number | null): string {
  return part === null ? '-' : percent(part);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Names in a log come from anyone. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
