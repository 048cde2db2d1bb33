import type { BookingSettings } from '../../../contract/booking/booking-template.ts';
import type { CommonColumns, Json } from '../columns.ts';
import { rowRules } from './row-rules.ts';

/** Tables of booking templates. */
export type BookingTemplateTables = {
  readonly bookingTemplate: CommonColumns & {
    /** In the form of the audit log: `user:3`. */
    owner: string;
    description: string | null;
    settings: Json<BookingSettings>;
    /** null: open-ended. */
    durationSeconds: number | null;
    shared: boolean;
  };
};

export const bookingTemplateRows = rowRules({
  table: 'bookingTemplate',
  // The routes show private ones to their owner, and shared ones to callers with access to all data.
  visibleTo: 'everyone',
  snapshot: 'none',
  search: null,
});
