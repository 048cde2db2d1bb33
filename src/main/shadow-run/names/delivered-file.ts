import { ExplainedError } from '../../../platform/log/explained-error.ts';
import { readCsvRows } from './csv-rows.ts';

/** Delivered impressions of a campaign at a zone, from a report of the other ad server. */
export type DeliveredCount = {
  readonly zone: string;
  readonly campaign: string;
  readonly creative: string | null;
  readonly impressions: number;
};

/**
 * Reads a CSV file with the columns `zone`, `campaign`, `impressions`, and optionally `creative`, in any order. Zones and
 * campaigns are external IDs or the IDs of the other ad server.
 */
export async function readDeliveredFile(path: string): Promise<readonly DeliveredCount[]> {
  const [header, ...rows] = await readCsvRows(path);
  const names = (header?.cells ?? []).map((name) => name.toLowerCase());
  const [zoneAt, campaignAt, impressionsAt, creativeAt] = ['zone', 'campaign', 'impressions', 'creative'].map((name) =>
    names.indexOf(name),
  ) as [number, number, number, number];
  if (zoneAt === -1 || campaignAt === -1 || impressionsAt === -1) {
    throw new ExplainedError(
      `${path} has the columns "${names.join(', ')}". The columns zone, campaign and impressions are required in the first line.`,
    );
  }
  return rows.map(({ line, cells }) => {
    const [zone = '', campaign = '', count = ''] = [cells[zoneAt], cells[campaignAt], cells[impressionsAt]];
    const impressions = Number(count.replace(/[\s,](?=\d{3}\b)/g, ''));
    if (zone === '' || campaign === '' || count === '' || !Number.isSafeInteger(impressions) || impressions < 0) {
      throw new ExplainedError(
        `${path}, line ${line}: a zone, a campaign and a number of impressions are required, not "${cells.join(', ')}".`,
      );
    }
    return { zone, campaign, creative: (creativeAt === -1 ? '' : cells[creativeAt]) || null, impressions };
  });
}
