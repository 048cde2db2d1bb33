import type { LayerPart, LayerSegment, SegmentLayer } from '../../../exchange/audience/segment-pointer.ts';
import type { SourcePlace } from '../../../management/resources/segment/delivery-source.ts';
import type { DeliveryFaultCode } from './delivery-fault.ts';
import type { Manifest } from './manifest.ts';
import type { MemberRecord } from './member-records.ts';
import type { RowReport } from './row-report.ts';

/** Where rows come from: the files of a delivery, or what was taken in already. */
export type RowOrigin =
  | {
      readonly from: 'files';
      readonly place: SourcePlace;
      /** Of the delivery, below the place. */
      readonly folder: string;
      readonly manifest: Manifest;
      readonly identifierType: string;
      /** Bad rows in a hundred with which a delivery is not taken; 100: any number is. */
      readonly maxBadRowsPercent: number;
      /** Codes that another source has. */
      readonly foreign: readonly string[];
      /** Keys of members who were erased, under the key for that. */
      readonly erased: readonly string[];
    }
  | { readonly from: 'records'; readonly records: readonly MemberRecord[] };

export type SegmentImportTask = {
  readonly origin: RowOrigin;
  readonly layer: SegmentLayer;
  /** Segments that may be new in the layer. */
  readonly room: number;
  /** Hours by code, of segments that are not in the layer yet. */
  readonly ttlHours: Readonly<Record<string, number>>;
  /** Folder of segments, where the new parts are written. */
  readonly folder: string;
  /** For records of this import alone. */
  readonly workFolder: string;
  /** Unique: it stands in the names of the new parts. */
  readonly run: string;
  readonly nowMs: number;
  /** Base64 of the keys for members and for erased members. */
  readonly memberKey: string;
  readonly erasedKey: string;
};

export type SegmentImportOutcome =
  | {
      readonly taken: true;
      readonly report: RowReport;
      readonly segments: readonly LayerSegment[];
      readonly parts: readonly LayerPart[];
      /** Memberships, by the place of the segment. */
      readonly sizes: readonly number[];
    }
  | {
      readonly taken: false;
      readonly code: DeliveryFaultCode;
      readonly detail: string;
      readonly report: RowReport;
    };

/** Hours for which a membership counts that nobody confirmed, unless its segment says otherwise: thirty days. */
export const defaultTtlHours = 30 * 24;
