import { reasonTexts } from './reason-texts.ts';
import type { ReportedBooking, ReportedRow, ReportedZone, ShadowReport } from './shadow-report.ts';

/** Rows of a table on the terminal. The JSON report has all. */
const listedRows = 25;
const listedZones = 50;
const listedLineNumbers = 5;
const nameWidth = 44;

/** Returns the report as lines for a terminal. */
export function textReport(report: ShadowReport): readonly string[] {
  return [
    ...headLines(report),
    '',
    'Zones',
    ...report.zones.slice(0, listedZones).flatMap(zoneLines),
    ...moreLine(report.zones.length, listedZones, 'zones'),
    '',
    'Campaigns',
    ...tableLines(report.campaigns),
    ...creativeLines(report),
    '',
    'Assumptions',
    ...report.assumptions.map((text) => `  - ${text}`),
  ];
}

function headLines({ log, configuration, period, seed, explanations }: ShadowReport): readonly string[] {
  const servers = Object.entries(log.servers).map(([server, requests]) => `${server} ${formatCount(requests)}`);
  return [
    `Shadow run of ${log.file} (${log.format}) with revision ${configuration.revision}`,
    `${formatCount(log.lines)} lines: ${formatCount(log.requests)} ad requests with ${formatCount(log.slots)} slots, ${formatCount(log.impressions)} impressions, ` +
      `${formatCount(log.responses)} ads in responses, ${formatCount(log.clicks)} clicks, ${formatCount(log.skippedLines)} skipped`,
    ...(servers.length === 0 ? [] : [`Requests by ad server: ${servers.join(', ')}`]),
    ...(log.repeated === 0
      ? []
      : [`Repeated impressions and clicks of one ad, counted once: ${formatCount(log.repeated)}`]),
    ...log.skipped.map(({ reason, lines, first, isFault }) => {
      const numbers = first.slice(0, listedLineNumbers).join(', ');
      const more = lines > listedLineNumbers ? ', ...' : '';
      return `  ${isFault ? 'unreadable' : 'skipped'}: ${reason}: ${formatCount(lines)} (line ${numbers}${more})`;
    }),
    `Requests decided at ${period.from ?? '-'} to ${period.to ?? '-'}${shiftText(period.shiftedByMs)}`,
    `Seed ${seed}. Reasons are estimated from ${formatCount(explanations)} explained slots.`,
  ];
}

function shiftText(ms: number): string {
  return ms === 0 ? '' : `, moved by ${Math.round(ms / 1_000)} s`;
}

function zoneLines(zone: ReportedZone): readonly string[] {
  const { requests, filled, delivered, source, test, slotName, repeated } = zone;
  const name = slotName === null || slotName === zone.zone ? zone.zone : `${zone.zone} -> ${slotName}`;
  const fill = requests === 0 ? '-' : percent(filled / requests);
  const lines = [
    '',
    `  ${name}: ${formatCount(requests)} requests, ${formatCount(filled)} filled by Placard (${fill}), ${formatCount(delivered)} delivered in the log (${source ?? 'not known'})`,
  ];
  if (slotName === null)
    return [...lines, `    UNKNOWN_POSITION: ${reasonTexts.UNKNOWN_POSITION}`, ...tableLines(zone.rows)];
  if (repeated > 0)
    lines.push(`    ${formatCount(repeated)} slots repeat a position of the same request and get no ad`);
  if (test !== null) {
    lines.push(
      `    chi-square ${test.statistic.toFixed(2)}, ${test.degreesOfFreedom} degrees of freedom, p = ${probability(test.pValue)}`,
    );
  }
  for (const { reason, share } of zone.empty) {
    lines.push(`    no ad in ${percent(share)} of the requests: ${reason}: ${reasonTexts[reason]}`);
  }
  return [...lines, ...tableLines(zone.rows)];
}

function tableLines(rows: readonly ReportedRow[]): readonly string[] {
  if (rows.length === 0) return ['    no deliveries'];
  const head = `    ${'campaign'.padEnd(nameWidth)} ${'log'.padStart(10)} ${'share'.padStart(7)} ${'Placard'.padStart(10)} ${'share'.padStart(7)}  reason`;
  return [
    head,
    ...rows.slice(0, listedRows).map((row) => {
      const { delivered, deliveredShare, shadow, shadowShare, difference } = row;
      const figures = `${formatCount(delivered).padStart(10)} ${share(deliveredShare)} ${formatCount(shadow).padStart(10)} ${share(shadowShare)}`;
      return `    ${shortened(rowName(row)).padEnd(nameWidth)} ${figures}  ${difference.reason}: ${difference.detail}`;
    }),
    ...moreLine(rows.length, listedRows, 'rows'),
  ];
}

function moreLine(all: number, listed: number, what: string): readonly string[] {
  return all > listed ? [`    and ${formatCount(all - listed)} more ${what}; --json has all`] : [];
}

function creativeLines({ unknownCreatives }: ShadowReport): readonly string[] {
  if (unknownCreatives.length === 0) return [];
  return [
    '',
    'Creatives of the log that Placard does not have',
    ...unknownCreatives
      .slice(0, listedRows)
      .map(
        ({ creative, campaign, delivered }) =>
          `    ${creative} (${campaign ?? 'campaign not known'}): ${formatCount(delivered)}`,
      ),
    ...moreLine(unknownCreatives.length, listedRows, 'creatives'),
  ];
}

/** Returns the name of a row: the campaign in the log, and the bookings of Placard. */
export function rowName({ campaign, bookings }: Pick<ReportedRow, 'campaign' | 'bookings'>): string {
  const [first] = bookings;
  const own =
    first === undefined ? '' : bookingName(first) + (bookings.length > 1 ? ` and ${bookings.length - 1} more` : '');
  if (campaign === null) return own === '' ? '(campaign not in the log)' : own;
  if (own === '' || campaign.startsWith('placard:')) return own === '' ? campaign : own;
  return `${campaign} = ${own}`;
}

function bookingName({ id, name, campaignName }: ReportedBooking): string {
  return `${name ?? campaignName} (booking ${id})`;
}

function shortened(text: string): string {
  return text.length > nameWidth ? `${text.slice(0, nameWidth - 1)}…` : text;
}

export function formatCount(value: number): string {
  return value.toLocaleString('en-US');
}

export function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}

function share(part: number | null): string {
  return (part === null ? '-' : percent(part)).padStart(7);
}

export function probability(value: number): string {
  if (value === 0) return 'below 1e-300';
  return value < 0.0001 ? value.toExponential(1) : value.toFixed(4);
}
