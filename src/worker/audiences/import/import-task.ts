import type { LayerPart, LayerSegment, SegmentLayer } from '../../../exchange/audience/segment-pointer.ts';
import type { SourceLocation } from '../../../management/resources/segment/delivery-source.ts';
import type { DeliveryFaultCode } from './delivery-fault.ts';
import type { Manifest } from './manifest.ts';
import type { MemberRecord } from './member-records.ts';
import type { RowReport } from './row-report.ts';

/** Source of rows: the files of a delivery, or already imported data. */
export type RowOrigin =
  | {
      readonly from: 'files';
      readonly location: SourceLocation;
      /** Folder of the delivery, relative to the location of the connection. */
      readonly folder: string;
      readonly manifest: Manifest;
      readonly identifierType: string;
      /** Percentage of invalid rows above which a delivery is rejected; 100: never. */
      readonly maxBadRowsPercent: number;
      /** Codes that belong to another source. */
      readonly foreign: readonly string[];
      /** Keys of erased members, computed with `erasedKey`. */
      readonly erased: readonly string[];
    }
  | { readonly from: 'records'; readonly records: readonly MemberRecord[] };

export type SegmentImportTask = {
  readonly origin: RowOrigin;
  readonly layer: SegmentLayer;
  /** Maximum number of new segments in the layer. */
  readonly remaining: number;
  /** Membership duration in hours by code, for segments that are not in the layer yet. */
  readonly ttlHours: Readonly<Record<string, number>>;
  /** Segment folder to which the new parts are written. */
  readonly folder: string;
  /** Folder for temporary records of this import. */
  readonly workFolder: string;
  /** Unique ID in the names of the new parts. */
  readonly run: string;
  readonly nowMs: number;
  /** Keys for members and for erased members, in base64. */
  readonly memberKey: string;
  readonly erasedKey: string;
};

export type SegmentImportOutcome =
  | {
      readonly taken: true;
      readonly report: RowReport;
      readonly segments: readonly LayerSegment[];
      readonly parts: readonly LayerPart[];
      /** Memberships by segment index. */
      readonly sizes: readonly number[];
    }
  | {
      readonly taken: false;
      readonly code: DeliveryFaultCode;
      readonly detail: string;
      readonly report: RowReport;
    };

/** Default membership duration in hours: 30 days without confirmation. */
export const defaultTtlHours = 30 * 24;
