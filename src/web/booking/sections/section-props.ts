import type { FormDraft } from '../../api/use-draft.ts';
import type { BookingValues } from '../model/booking-values.ts';

/** What each part of the editor works on. */
export type SectionProps = {
  readonly draft: FormDraft<BookingValues>;
  /** Of the last save, for the fields. */
  readonly error: unknown;
  /** Time zone in which its days count. */
  readonly zone: string;
};
