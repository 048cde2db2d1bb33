import type { ObjectDimension } from '../../../contract/insight/report.ts';
import { generalCounters } from '../../../core/pricing/billable-events.ts';
import type { RequestDimension } from '../../../core/reporting/value-dimensions.ts';
import { videoColumns } from '../../../exchange/open-data/counted-schema.ts';
import type { RawReportTask } from './raw-report-task.ts';

/** Tables of names, which contain the parents of objects. */
export type RawParents = 'bookings' | 'creatives' | 'positions';

/** The column of `counted` with the ID, and the table and the column of a parent. */
export const rawObjects: Readonly<
  Record<ObjectDimension, { readonly id: string; readonly parent?: readonly [RawParents, string] }>
> = {
  booking: { id: 'booking_id' },
  creative: { id: 'creative_id' },
  position: { id: 'position_id' },
  campaign: { id: 'booking_id', parent: ['bookings', 'campaign_id'] },
  mediaPartner: { id: 'booking_id', parent: ['bookings', 'advertiser_id'] },
  brand: { id: 'creative_id', parent: ['creatives', 'brand_id'] },
  location: { id: 'position_id', parent: ['positions', 'location_id'] },
  publication: { id: 'position_id', parent: ['positions', 'publication_id'] },
  publisher: { id: 'position_id', parent: ['positions', 'publisher_id'] },
};

/** Columns of dimensions with several values. */
export const factListColumns: Readonly<Partial<Record<RequestDimension, string>>> = {
  keyword: 'keywords',
  category: 'categories',
  product: 'products',
  segment: 'segments',
};

/** Returns the column of a dimension with one value. */
export function factColumnOf(dimension: RequestDimension): string {
  return dimension === 'viewerLanguage' ? 'language' : dimension;
}

/** Columns of video events. */
export const videoCounts = Object.keys(videoColumns);
/** Columns that are summed. */
export const countedColumnNames = [...generalCounters, ...videoCounts, 'events'];
/** Columns by which rows are divided besides their dimensions. */
export const partColumns = ['event', 'filter_reason'];

/** Returns the tables of names that a report needs. */
export function parentsOf({ groupBy, ids }: Pick<RawReportTask, 'groupBy' | 'ids'>): readonly RawParents[] {
  const dimensions = new Set<string>([...groupBy, ...Object.keys(ids)]);
  const found = Object.entries(rawObjects).flatMap(([dimension, { parent }]) =>
    parent !== undefined && dimensions.has(dimension) ? [parent[0]] : [],
  );
  return [...new Set<RawParents>([...found, ...(dimensions.has('hourOfWeek') ? (['positions'] as const) : [])])];
}
