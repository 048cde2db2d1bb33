import type { ManagementCall } from '../../src/main/demo/management-client.ts';
import { waitUntil } from './wait-until.ts';

export type ReportTotals = {
  readonly impressions: number;
  readonly viewables: number;
  readonly clicks: number;
  readonly events: Readonly<Record<string, number>>;
  /** By reason, then by kind. */
  readonly filtered: Readonly<Record<string, Readonly<Record<string, number>>>>;
};
type Report = { readonly totals: ReportTotals; readonly asOf: string | null };

/** The totals of a report that is complete up to now: every event acknowledged before this call is in it. */
export async function currentTotals(call: ManagementCall, query: string): Promise<ReportTotals> {
  const now = Date.now();
  const report = await waitUntil('a report of everything up to now', async () => {
    const { asOf, totals } = await readReport(call, query);
    return asOf !== null && Date.parse(asOf) >= now ? totals : null;
  });
  return report;
}

async function readReport(call: ManagementCall, query: string): Promise<Report> {
  const { status, body } = await call('GET', `/api/v1/reports?${query}`);
  if (status !== 200) throw new Error(`The report answered ${status}: ${JSON.stringify(body)}`);
  return body as Report;
}
