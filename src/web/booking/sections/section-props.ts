import type { FormDraft } from '../../api/use-draft.ts';
import type { BookingValues } from '../model/booking-values.ts';

/** Props of each section of the editor. */
export type SectionProps = {
  readonly draft: FormDraft<BookingValues>;
  /** Error of the last save, shown at the fields. */
  readonly error: unknown;
  /** Time zone of the schedule. */
  readonly zone: string;
};
